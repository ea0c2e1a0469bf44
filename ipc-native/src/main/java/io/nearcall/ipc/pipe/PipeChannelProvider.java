// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.pipe;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.windows.WindowsHost;

/** Lanes over named pipes of Windows, each of which goes both ways. */
public final class PipeChannelProvider implements ChannelProvider {

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new PipeLaneBatch((WindowsHost) Host.current(), laneCount, capacity);
    }
}

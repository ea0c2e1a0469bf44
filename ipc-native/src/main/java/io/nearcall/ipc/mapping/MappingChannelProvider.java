// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.mapping;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.ring.RingLayout;

/** Lanes over shared memory of Windows. Each side has one segment per batch, with control words and one ring per lane. */
public final class MappingChannelProvider implements ChannelProvider {

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new MappingLaneBatch(batch, laneCount, RingLayout.of(mode, capacity));
    }
}

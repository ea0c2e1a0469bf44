// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shm;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.ring.RingLayout;

/** Shared memory: one segment a side and batch, in it control words and one ring a lane. */
public final class ShmChannelProvider implements ChannelProvider {

    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return new ShmLaneBatch(batch, laneCount, RingLayout.of(mode, capacity));
    }
}

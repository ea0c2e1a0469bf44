// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/** A mechanism that carries lanes. Stateless, any thread. */
public interface ChannelProvider {

    /**
     * Makes this side's half of a batch.
     *
     * @param batch number of the batch in its connection
     * @param laneCount at least 1
     * @param capacity bytes that each lane buffers in each direction: a power of two
     * @throws RuntimeException if the resources of the system do not suffice
     */
    LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode);
}

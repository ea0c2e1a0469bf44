// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.ring.RingLayout;
import java.nio.file.Path;

/**
 * Lanes over System V's objects. For processes of one user, to whom alone the objects belong. The memory goes with the
 * last process that has it. A batch has one message queue more for each two lanes, or for more lanes where the system
 * makes larger queues. Or it has one set of semaphores more for each 64 lanes. These objects are removed when the batch
 * is closed, or by {@link #sweep}.
 */
public final class SysVChannelProvider implements ChannelProvider {

    private enum Mechanism {
        SYSVMQ,
        SYSVSHM
    }

    private final Mechanism mechanism;
    private final Path directory;
    private final int peerUid;

    private SysVChannelProvider(Mechanism mechanism, Path directory, int peerUid) {
        this.mechanism = mechanism;
        this.directory = directory;
        this.peerUid = peerUid;
    }

    /**
     * Lanes whose frames go through message queues. Whatever capacity is asked for, a lane buffers 8 KiB in each
     * direction, or less where the system makes smaller queues.
     *
     * @param directory where this side records the objects that it makes
     * @param peerUid the user to whom the peer's objects must belong
     */
    public static SysVChannelProvider ofQueues(Path directory, int peerUid) {
        return new SysVChannelProvider(Mechanism.SYSVMQ, directory, peerUid);
    }

    /** Lanes whose frames go through rings in shared memory. Threads sleep on semaphores. Parameters as above. */
    public static SysVChannelProvider ofMemory(Path directory, int peerUid) {
        return new SysVChannelProvider(Mechanism.SYSVSHM, directory, peerUid);
    }

    /** As {@link ChannelProvider#open}. A batch takes one descriptor, for its record. */
    @Override
    public LaneBatch open(int batch, int laneCount, int capacity, ChannelMode mode) {
        return switch (mechanism) {
            case SYSVMQ -> new QueueLaneBatch(directory, peerUid, batch, laneCount, mode);
            case SYSVSHM -> new MemoryLaneBatch(directory, peerUid, batch, laneCount, RingLayout.of(mode, capacity));
        };
    }

    /**
     * Removes the objects that dead processes have left, and their records in the directory. To be called by whoever
     * begins to use the directory.
     *
     * @return how many objects were removed
     */
    public static int sweep(Path directory) {
        return SysVRecord.sweep(directory);
    }
}

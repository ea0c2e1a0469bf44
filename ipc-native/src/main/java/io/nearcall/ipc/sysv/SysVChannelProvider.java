// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.ring.RingLayout;
import java.nio.file.Path;

/**
 * System V's objects. For processes of one user, whom they belong to alone. The memory goes with the last process that has it;
 * a batch has one message queue more for each two lanes (or more lanes, where the system makes larger ones), or one set of
 * semaphores more for each 64: these are removed when it is closed, or by {@link #sweep}.
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
     * Frames go through message queues. A lane buffers 8 KiB in each direction, or less where the system makes smaller queues,
     * whatever capacity is asked for.
     *
     * @param directory where this side records what it makes
     * @param peerUid whose the peer's objects must be
     */
    public static SysVChannelProvider ofQueues(Path directory, int peerUid) {
        return new SysVChannelProvider(Mechanism.SYSVMQ, directory, peerUid);
    }

    /** Frames go through rings in shared memory, who sleeps does so on semaphores; parameters as above. */
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
     * Removes the objects, and their records in the directory, that were left by processes that have died. To be called by
     * whoever begins to use the directory.
     *
     * @return how many objects were removed
     */
    public static int sweep(Path directory) {
        return SysVRecord.sweep(directory);
    }
}

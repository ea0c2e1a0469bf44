// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.RingChannel;
import io.nearcall.ipc.os.SysVSemaphores;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.file.Path;

/** Lanes over rings in shared memory; each side makes the semaphores that it sleeps on. */
final class MemoryLaneBatch extends SysVLaneBatch {

    private static final SysVKind KIND = SysVKind.SEMAPHORES;

    /** Old kernels have 250 semaphores in a set. */
    private static final int LANES_PER_SET = 64;

    private final RingLayout layout;

    MemoryLaneBatch(Path directory, int peerUid, int batch, int laneCount, RingLayout layout) {
        super(
                new OwnObjects(
                        directory,
                        new SegmentShape(batch, laneCount, layout.capacity(), layout.alignment()),
                        KIND,
                        LANES_PER_SET,
                        SemaphoreSleep.SEMAPHORES_PER_LANE),
                KIND,
                peerUid);
        this.layout = layout;
    }

    @Override
    Channel[] lanes(OwnObjects own, Segment peer, int[] peerIds, Doorbell doorbell) {
        Channel[] lanes = new Channel[peerIds.length];
        for (int lane = 0; lane < lanes.length; lane++) {
            int place = lane % LANES_PER_SET;
            if (place == 0) {
                checkCount(peerIds[lane], Math.min(LANES_PER_SET, lanes.length - lane));
            } else if (peerIds[lane] != peerIds[lane - 1]) {
                throw new PeerFault("the peer names semaphores " + peerIds[lane] + " for lane " + lane + ", and "
                        + peerIds[lane - 1] + " for the one before");
            }
            SemaphoreSleep sleep = new SemaphoreSleep(this, own.id(lane), peerIds[lane], place);
            lanes[lane] = new RingChannel(own.segment(), peer, lane, layout, doorbell, sleep);
        }
        return lanes;
    }

    private static void checkCount(int id, int lanes) {
        int count = SysVSemaphores.status(id).count();
        if (count != lanes * SemaphoreSleep.SEMAPHORES_PER_LANE) {
            throw new PeerFault("the peer's set " + id + " has " + count + " semaphores, not "
                    + lanes * SemaphoreSleep.SEMAPHORES_PER_LANE);
        }
    }
}

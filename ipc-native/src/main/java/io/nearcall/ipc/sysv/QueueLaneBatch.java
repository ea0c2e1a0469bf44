// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.FutexSleep;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.file.Path;

/**
 * Lanes over message queues. Each side makes the queues through which it receives. As many lanes share a queue as it
 * has room for, and the type of a message names its lane. The words lie in shared memory.
 */
final class QueueLaneBatch extends SysVLaneBatch {

    private static final SysVKind KIND = SysVKind.QUEUE;
    private static final int SHARE = MessageDescriptor.TEXTS_IN_FLIGHT * MessageDescriptor.MAX_TEXT_LENGTH;

    private final boolean streaming;

    QueueLaneBatch(Path directory, int peerUid, int batch, int laneCount, ChannelMode mode) {
        super(
                new OwnObjects(directory, SegmentShape.withoutRings(batch, laneCount), KIND, lanesPerQueue(), 0),
                KIND,
                peerUid);
        this.streaming = mode == ChannelMode.STREAMING;
    }

    private static int lanesPerQueue() {
        int capacity = SysVMessages.maxCapacity();
        if (textLength(capacity) < MessageDescriptor.MIN_TEXT_LENGTH) {
            throw new OsException(
                    "msgget",
                    Errno.EMSGSIZE,
                    "two messages of " + MessageDescriptor.MIN_TEXT_LENGTH
                            + " bytes must have room, but kernel.msgmnb is " + capacity + " and kernel.msgmax "
                            + SysVMessages.maxLength());
        }
        return Math.max(1, capacity / SHARE);
    }

    /** Longest text of a lane that has that share of a queue. */
    private static int textLength(long share) {
        long longest = Math.min(share / MessageDescriptor.TEXTS_IN_FLIGHT, SysVMessages.maxLength());
        return (int) Math.min(longest, MessageDescriptor.MAX_TEXT_LENGTH) & -Long.BYTES;
    }

    @Override
    Channel[] lanes(OwnObjects own, Segment peer, int[] peerIds, Doorbell doorbell) {
        Channel[] lanes = new Channel[peerIds.length];
        for (int lane = 0, sharers = 0; lane < lanes.length; lane++) {
            sharers = lane > 0 && peerIds[lane] == peerIds[lane - 1] ? sharers : sharers(peerIds, lane);
            long share = Math.min(SysVMessages.status(peerIds[lane]).capacityBytes() / sharers, SHARE);
            int textLength = textLength(share);
            if (textLength < MessageDescriptor.MIN_TEXT_LENGTH) {
                throw new PeerFault("the peer's message queue " + peerIds[lane] + " has " + share
                        + " bytes for each of " + sharers + " lanes");
            }
            Segment segment = own.segment();
            lanes[lane] = new QueueChannel(
                    segment,
                    peer,
                    lane,
                    new QueueSender(peerIds[lane], lane, (int) share, textLength, !streaming, segment, peer),
                    new QueueReceiver(own.id(lane), lane, !streaming, segment, peer),
                    streaming,
                    doorbell,
                    FutexSleep.onPositions(segment, peer, lane));
        }
        return lanes;
    }

    private static int sharers(int[] ids, int lane) {
        int sharers = 0;
        for (int id : ids) {
            sharers += id == ids[lane] ? 1 : 0;
        }
        return sharers;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;

/** The sending end of a lane over a queue. Never blocks. One thread at a time, except {@link #goneNs()}. */
final class QueueSender {

    /* Room. Each lane has a share of its queue, and never more than its share in the queue. position is what the lane
     * has sent. consumed is a lower bound of what the peer has released. Both count bytes of text. This has three
     * effects. The kernel never refuses a message for lack of room. Lanes do not hinder each other, however many of
     * them are full. A thread that waits for room waits only for its own peer, so shared queues add no way to a
     * deadlock that rings do not have. Where the sides take turns, a lane's share is empty whenever a message begins.
     *
     * Death. The queue of a dead peer takes messages until somebody sweeps it. A peer that closes removes its queues at
     * once. From then on there is no room for ever, as in a ring that nobody empties. A thread that waits is told
     * CLOSED as soon as the lane is disconnected. Only if that does not happen, a living peer has lost its queue: the
     * queue was removed in use. */

    private final int queue;
    private final int maxTextLength;
    private final int maxUsed;
    private final boolean turnTaking;
    private final ByteBuffer memory = MessageDescriptor.newMemory();
    private final ByteBuffer ownWords;
    private final ByteBuffer peerWords;
    private final int sentIndex;
    private final int consumedIndex;
    private long position;
    private long consumed;
    private int sequence = 1;
    private volatile long goneNs;

    /** @param share bytes of text that may be in the queue */
    QueueSender(int queue, int lane, int share, int maxTextLength, boolean turnTaking, Segment own, Segment peer) {
        this.queue = queue;
        this.maxTextLength = maxTextLength;
        this.maxUsed = share - maxTextLength;
        this.turnTaking = turnTaking;
        this.ownWords = own.control();
        this.peerWords = peer.control();
        this.sentIndex = SegmentDescriptor.producerPositionIndex(lane);
        this.consumedIndex = SegmentDescriptor.consumerPositionIndex(lane);
        MessageDescriptor.putType(memory, lane);
    }

    ByteBuffer memory() {
        return memory;
    }

    int maxPayloadLength() {
        return maxTextLength - RecordDescriptor.HEADER_LENGTH;
    }

    int claim() {
        if (hasRoom()) {
            return MessageDescriptor.PAYLOAD_INDEX;
        }
        // Partner: the release store in QueueReceiver.release. What the receiver has released is out of the queue.
        consumed = Words.getLongAcquire(peerWords, consumedIndex);
        return hasRoom() ? MessageDescriptor.PAYLOAD_INDEX : Channel.BACK_PRESSURED;
    }

    private boolean hasRoom() {
        return position - consumed <= maxUsed && goneNs == 0;
    }

    void commit(int length, int flags) {
        if (length < 0 || length > maxPayloadLength()) {
            throw new IllegalArgumentException("length=" + length + ", at most " + maxPayloadLength());
        }
        memory.putLong(MessageDescriptor.HEADER_INDEX, RecordDescriptor.header(sequence, length, flags));
        int textLength = RecordDescriptor.HEADER_LENGTH + length;
        int result = SysVMessages.send(queue, memory, 0, textLength);
        if (result < 0) {
            notSent(result);
            return;
        }
        sequence = RecordDescriptor.nextSequence(sequence);
        position += textLength;
        if (turnTaking && (flags & Channel.MORE) == 0) {
            consumed = position; // by the time of the next claim
        }
        // Partner: the acquire load in QueueReceiver.poll. The message is in the queue before this store.
        Words.putLongRelease(ownWords, sentIndex, position);
    }

    private void notSent(int result) {
        if (result == -Errno.EINVAL || result == -Errno.EIDRM) {
            goneNs = goneNs == 0 ? System.nanoTime() | 1 : goneNs;
        } else if (result == -Errno.EAGAIN) {
            throw new PeerFault("the peer's message queue " + queue + " has no room where there was some");
        } else {
            throw new OsException("msgsnd", -result, "id=" + queue);
        }
    }

    /** When the queue was found removed, as {@link System#nanoTime()} counts; 0 if it was not. Any thread. */
    long goneNs() {
        return goneNs;
    }

    /** The last consumer position seen, its lower 32 bits. */
    int consumedWord() {
        return (int) consumed;
    }
}

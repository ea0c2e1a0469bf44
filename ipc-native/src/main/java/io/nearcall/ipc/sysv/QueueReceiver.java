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

/** The receiving end of a lane over a queue of this side. Never blocks; one thread at a time. */
final class QueueReceiver {

    /* The queue is asked only when the peer's position says that a message is there, so a vain look costs no system
     * call. */

    private final int queue;
    private final long type;
    private final boolean turnTaking;
    private final ByteBuffer memory = MessageDescriptor.newMemory();
    private final ByteBuffer ownWords;
    private final ByteBuffer peerWords;
    private final int sentIndex;
    private final int consumedIndex;
    private long position;
    private int sequence = 1;
    private int length;
    private int flags;
    private boolean current;

    QueueReceiver(int queue, int lane, boolean turnTaking, Segment own, Segment peer) {
        this.queue = queue;
        this.type = MessageDescriptor.type(lane);
        this.turnTaking = turnTaking;
        this.ownWords = own.control();
        this.peerWords = peer.control();
        this.sentIndex = SegmentDescriptor.producerPositionIndex(lane);
        this.consumedIndex = SegmentDescriptor.consumerPositionIndex(lane);
    }

    ByteBuffer memory() {
        return memory;
    }

    boolean poll() {
        if (current) {
            return true;
        }
        // Partner: the release store in QueueSender.commit.
        return Words.getLongAcquire(peerWords, sentIndex) != position && receive();
    }

    private boolean receive() {
        int got = SysVMessages.receive(queue, memory, 0, MessageDescriptor.MAX_TEXT_LENGTH, type, false);
        if (got < RecordDescriptor.HEADER_LENGTH) {
            throw notReceived(got);
        }
        long header = memory.getLong(MessageDescriptor.HEADER_INDEX);
        length = RecordDescriptor.length(header);
        flags = RecordDescriptor.flags(header);
        if (RecordDescriptor.sequence(header) != sequence || length != got - RecordDescriptor.HEADER_LENGTH) {
            throw new PeerFault("the peer sent a corrupt message: sequence="
                    + Integer.toUnsignedString(RecordDescriptor.sequence(header)) + ", awaited "
                    + Integer.toUnsignedString(sequence) + "; length=" + length + " of a text of " + got + " bytes");
        }
        position += got;
        current = true;
        return true;
    }

    private RuntimeException notReceived(int result) {
        return switch (-result) {
            case Errno.ENOMSG -> new PeerFault("the peer announced a message that is not in queue " + queue);
            case Errno.E2BIG ->
                new PeerFault("the peer sent a message of more than " + MessageDescriptor.MAX_TEXT_LENGTH + " bytes");
            case Errno.EINVAL, Errno.EIDRM -> new PeerFault("message queue " + queue + " was removed in use");
            default ->
                result >= 0
                        ? new PeerFault("the peer sent a message of " + result + " bytes")
                        : new OsException("msgrcv", -result, "id=" + queue);
        };
    }

    int frameLength() {
        return length;
    }

    int frameFlags() {
        return flags;
    }

    /** Gives the current frame's share of the queue back. Returns whether the peer may be waiting for it. */
    boolean release() {
        sequence = RecordDescriptor.nextSequence(sequence);
        current = false;
        if (turnTaking && (flags & Channel.MORE) == 0) {
            return false; // our answer shows it
        }
        // Partner: the acquire load in QueueSender.claim.
        Words.putLongRelease(ownWords, consumedIndex, position);
        return true;
    }

    /** The lower half of the peer's Producer Position, the word to sleep on. */
    int announcedWord() {
        return Words.getIntOpaque(peerWords, sentIndex);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;

/** The reading end of a ring. Never blocks; one thread at a time, handed over with a happens-before. */
public final class RingConsumer {

    /* The position is published once for each part of the ring, and when there is nothing more to read. To publish it
     * for each record would cost a fence each time, and a producer without room would pull its cache line as often. No
     * producer waits for ever for the position: either records follow, or poll finds none. The part is small, because a
     * producer that waits for it must not fall asleep meanwhile. */

    private final ByteBuffer ring;
    private final ByteBuffer ownWords;
    private final int consumerPositionIndex;
    private final int capacity;
    private final int partLength;
    private final int alignment;
    private final int maxPayloadLength;
    private final boolean rewinding;

    private long position;
    private long published;
    private int index;
    private int sequence;
    private int length;
    private int flags;

    /**
     * @param ring memory of the ring, mapped twice in a row unless the sides take turns; only read
     * @param ownWords writable memory in which this side publishes its position, at {@code consumerPositionIndex}
     */
    public RingConsumer(ByteBuffer ring, RingLayout layout, ByteBuffer ownWords, int consumerPositionIndex) {
        this(ring, layout, ownWords, consumerPositionIndex, 0, 1);
    }

    RingConsumer(
            ByteBuffer ring,
            RingLayout layout,
            ByteBuffer ownWords,
            int consumerPositionIndex,
            long position,
            int sequence) {
        this.ring = ring;
        this.ownWords = ownWords;
        this.consumerPositionIndex = consumerPositionIndex;
        this.capacity = layout.capacity();
        this.partLength = layout.partLength();
        this.alignment = layout.alignment();
        this.maxPayloadLength = layout.maxPayloadLength();
        this.rewinding = layout.rewinding();
        this.position = position;
        this.published = position;
        this.sequence = sequence;
        this.index = rewinding ? 0 : (int) position & (capacity - 1);
    }

    /** The memory that {@link #frameIndex()} points into. */
    public ByteBuffer memory() {
        return ring;
    }

    /**
     * Looks for the next record. The record stays the current one until {@link #release()}. Polling again is allowed.
     *
     * @return whether there is one
     * @throws PeerFault if the producer wrote a length that no record can have
     */
    public boolean poll() {
        // Partner: the release store in RingProducer.commit. The header is read this once.
        long header = Words.getLongAcquire(ring, index);
        if (RecordDescriptor.sequence(header) != sequence) {
            return false;
        }
        length = RecordDescriptor.length(header);
        flags = RecordDescriptor.flags(header);
        if (length > maxPayloadLength) {
            throw new PeerFault("the peer wrote a corrupt record: length=" + length + ", at most " + maxPayloadLength);
        }
        return true;
    }

    /** Index of the current record's payload in {@link #memory()}. */
    public int frameIndex() {
        return index + RecordDescriptor.HEADER_LENGTH;
    }

    /** Bytes of the current record's payload. */
    public int frameLength() {
        return length;
    }

    /** Flags of the current record. */
    public int frameFlags() {
        return flags;
    }

    /**
     * Gives the current record's memory back. The producer sees this after several records, or after
     * {@link #publish()}.
     *
     * @return whether the producer sees it now and may be waiting for it
     */
    public boolean release() {
        int recordLength = RecordDescriptor.recordLength(length, alignment);
        sequence = RecordDescriptor.nextSequence(sequence);
        position += recordLength;
        if (rewinding && (flags & RecordDescriptor.MORE) == 0) {
            index = 0;
            published = position;
            return false; // our answer shows it: the producer does not claim again before that answer
        }
        index = (index + recordLength) & (capacity - 1);
        return position - published >= partLength && publish();
    }

    /**
     * Shows the producer all memory that has been given back. To be called when there is no record.
     *
     * @return whether the producer has not seen this memory before, and may be waiting for it
     */
    public boolean publish() {
        if (published == position) {
            return false;
        }
        published = position;
        // Partner: the acquire load in RingProducer.claim. All reads of the records come before this store.
        Words.putLongRelease(ownWords, consumerPositionIndex, position);
        return true;
    }

    /** Index of the awaited header: the word to sleep on. */
    public int headerIndex() {
        return index;
    }
}

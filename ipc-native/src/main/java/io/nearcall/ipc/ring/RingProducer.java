// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;

/** The writing end of a ring. Never blocks; one thread at a time, handed over with a happens-before. */
public final class RingProducer {

    /* position is where the next record begins, counted in bytes since the ring was made. index is its place in memory.
     * consumed is the last known position of the consumer, which is a lower bound. It is refreshed only when the room
     * that it leaves does not suffice, so the consumer's cache line is not pulled on every record.
     *
     * In a streaming ring a part stays free, for the cleared header behind the last record and for the lines behind
     * that header. The producer writes to these lines before they are needed, because the first store to a line has to
     * fetch it from the consumer's cache. Stores to the lines of a part in one go fetch them at the same time. If each
     * record fetched its own, the next fence or lock would wait for each fetch.
     *
     * In a rewinding ring, header places other than the first may keep what was written there any number of records
     * ago. In the worst case this number equals that of the sequence numbers. So these headers are cleared when a
     * message turns out to need them, while the ring holds nothing yet. */

    public static final int BACK_PRESSURED = -1;

    private final ByteBuffer ring;
    private final ByteBuffer consumerWords;
    private final int consumerPositionIndex;
    private final int capacity;
    private final int alignment;
    private final int maxPayloadLength;
    private final long maxUsed;
    private final boolean rewinding;
    private final int partLength;

    private long position;
    private long fetched;
    private long consumed;
    private int index;
    private int sequence;
    private boolean fragmenting;

    /**
     * @param ring writable memory of the ring, twice in a row unless the sides take turns
     * @param consumerWords where the consumer publishes its position, at {@code consumerPositionIndex}
     */
    public RingProducer(ByteBuffer ring, RingLayout layout, ByteBuffer consumerWords, int consumerPositionIndex) {
        this(ring, layout, consumerWords, consumerPositionIndex, 0, 1);
    }

    RingProducer(
            ByteBuffer ring,
            RingLayout layout,
            ByteBuffer consumerWords,
            int consumerPositionIndex,
            long position,
            int sequence) {
        this.ring = ring;
        this.consumerWords = consumerWords;
        this.consumerPositionIndex = consumerPositionIndex;
        this.capacity = layout.capacity();
        this.alignment = layout.alignment();
        this.maxPayloadLength = layout.maxPayloadLength();
        this.rewinding = layout.rewinding();
        this.partLength = layout.partLength();
        int reserve = rewinding ? 0 : partLength;
        this.maxUsed = capacity - RecordDescriptor.recordLength(maxPayloadLength, alignment) - reserve;
        this.position = position;
        this.consumed = position;
        this.fetched = position;
        this.sequence = sequence;
        this.index = rewinding ? 0 : (int) position & (capacity - 1);
    }

    /** The memory that claims point into. */
    public ByteBuffer memory() {
        return ring;
    }

    /**
     * Claims room for one record of any length up to {@link #maxPayloadLength()}. Claiming again without a commit
     * returns the same place.
     *
     * @return index of the payload in {@link #memory()}, or {@link #BACK_PRESSURED}
     */
    public int claim() {
        if (hasRoom()) {
            return index + RecordDescriptor.HEADER_LENGTH;
        }
        // Partner: the release store in RingConsumer.publish. The consumer has read everything up to that position.
        consumed = Words.getLongAcquire(consumerWords, consumerPositionIndex);
        return hasRoom() ? index + RecordDescriptor.HEADER_LENGTH : BACK_PRESSURED;
    }

    /** Longest payload of one record, in bytes. */
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    /**
     * Publishes the claimed record.
     *
     * @param length bytes of payload written, at most {@link #maxPayloadLength()}
     * @param flags eight bits, {@link RecordDescriptor#MORE} among them
     */
    public void commit(int length, int flags) {
        if (length < 0 || length > maxPayloadLength) {
            throw new IllegalArgumentException("length=" + length + ", at most " + maxPayloadLength);
        }
        int at = index;
        boolean last = (flags & RecordDescriptor.MORE) == 0;
        int recordLength = RecordDescriptor.recordLength(length, alignment);
        position += recordLength;
        if (!rewinding) {
            index = (at + recordLength) & (capacity - 1);
            // Before the release below: a consumer that sees this record sees no stale header behind it. A stale header
            // may be of a lap before, or of a claim that was not committed or was committed shorter than it was
            // written.
            Words.putLongOpaque(ring, index, 0);
            if (position - fetched >= 0) {
                fetchAhead();
            }
        } else if (last) {
            index = 0;
            fragmenting = false;
            consumed = position; // by the time of the next claim, because the sides take turns
        } else {
            if (!fragmenting) {
                clearFurtherHeaders();
            }
            index = (at + recordLength) & (capacity - 1);
        }
        // Partner: the acquire load in RingConsumer.poll.
        Words.putLongRelease(ring, at, RecordDescriptor.header(sequence, length, flags));
        sequence = RecordDescriptor.nextSequence(sequence);
    }

    /** Index of the header that the next commit publishes: the word on which a consumer may sleep. */
    public int headerIndex() {
        return index;
    }

    /**
     * Index of the header that the consumer looks at next, or has looked at meanwhile. A consumer that has not been
     * woken for each record sleeps there. Not for rings whose sides take turns.
     */
    public int awaitedIndex() {
        // Even if the consumer lies, this is a place in the ring where a header may be.
        return (int) Words.getLongAcquire(consumerWords, consumerPositionIndex) & (capacity - 1) & -alignment;
    }

    /** Whether records follow one another. If not, the sides take turns. */
    public boolean isStreaming() {
        return !rewinding;
    }

    /** The last consumer position seen, its low 32 bits: the word on which a producer without room may sleep. */
    public int consumedWord() {
        return (int) consumed;
    }

    private boolean hasRoom() {
        // Positions are compared by difference. A consumer ahead of us lies, and gains nothing but old bytes by it.
        return position - consumed <= maxUsed;
    }

    /** Writes to each line of the next part. */
    private void fetchAhead() {
        for (int i = alignment; i < partLength; i += alignment) {
            Words.putLongOpaque(ring, (index + i) & (capacity - 1), 0);
        }
        fetched = position + partLength;
    }

    private void clearFurtherHeaders() {
        fragmenting = true;
        for (int header = alignment; header < capacity; header += alignment) {
            // Before the release in commit: the consumer looks here only after it has seen the first record.
            Words.putLongOpaque(ring, header, 0);
        }
    }
}

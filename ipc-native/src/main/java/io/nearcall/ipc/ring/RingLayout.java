// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.channel.ChannelMode;

/**
 * How records lie in a ring, as both of its ends must know it.
 *
 * @param capacity bytes, a power of two
 * @param alignment bytes to which records are aligned, a power of two
 * @param rewinding whether each message starts at index 0 again
 */
public record RingLayout(int capacity, int alignment, boolean rewinding) {

    /* Streaming: records follow each other around the ring, aligned to a cache line. What lies where the next header will
     * be may be a payload of the lap before, hence the producer clears that word before it publishes the record in
     * front of it. The memory shows such a ring twice in a row, so that no record wraps.
     *
     * Turn-taking: two rings make a half-duplex lane, in which a message is begun only after one was received that was
     * sent after our last one had been consumed. So the ring is empty whenever a message begins, and it begins at index
     * 0, in the cache line that both processors know already: measured, that is a third faster than walking. The records
     * of a message that takes several are aligned to a quarter of the ring: headers have four fixed places that no
     * payload ever covers, no record goes beyond the end of the ring, and only the first record of such a message
     * clears the other three. */

    /** Bytes of a cache line, the alignment of records in a streaming ring. */
    public static final int CACHE_LINE_LENGTH = 64;

    private static final int RECORDS_IN_FLIGHT = 4;
    private static final int PARTS = 32;

    /** For a lane of that mode. */
    public static RingLayout of(ChannelMode mode, int capacity) {
        return mode == ChannelMode.STREAMING ? streaming(capacity) : turnTaking(capacity);
    }

    /** For a lane whose sides take turns. */
    public static RingLayout turnTaking(int capacity) {
        return new RingLayout(capacity, capacity / RECORDS_IN_FLIGHT, true);
    }

    /** For a lane on which both sides send as they please. */
    public static RingLayout streaming(int capacity) {
        return new RingLayout(capacity, CACHE_LINE_LENGTH, false);
    }

    /** Bytes that are published as read, and fetched to be written, at a time: a part of the ring, or one record's unit. */
    int partLength() {
        return Math.max(alignment, capacity / PARTS);
    }

    /** Longest payload of one record, in bytes: the consumer reads one while the producer writes the next. */
    public int maxPayloadLength() {
        return capacity / RECORDS_IN_FLIGHT - RecordDescriptor.HEADER_LENGTH;
    }
}

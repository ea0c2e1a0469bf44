// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.channel.ChannelMode;

/**
 * How records lie in a ring. Both of its ends must use the same layout.
 *
 * @param capacity bytes, a power of two
 * @param alignment bytes to which records are aligned, a power of two
 * @param rewinding whether each message starts at index 0 again
 */
public record RingLayout(int capacity, int alignment, boolean rewinding) {

    /* Streaming: records follow each other around the ring, aligned to a cache line. Where the next header will be,
     * there may be a payload of the lap before. Hence the producer clears that word before it publishes the record in
     * front of it. The memory shows such a ring twice in a row, so no record wraps.
     *
     * Turn-taking: two rings make a half-duplex lane. A side begins a message only after it has received one that the
     * peer sent after consuming this side's last message. So the ring is empty whenever a message begins, and the
     * message begins at index 0, in the cache line that both processors know already. By measurement, that is a third
     * faster than walking around the ring. If a message takes several records, they are aligned to a quarter of the
     * ring. So headers have four fixed places that no payload ever covers. No record goes beyond the end of the ring.
     * Only the first record of such a message clears the other three headers. */

    /** Bytes of a cache line, the alignment of records in a streaming ring. */
    public static final int CACHE_LINE_LENGTH = 64;

    private static final int RECORDS_IN_FLIGHT = 4;
    private static final int PARTS = 32;

    /** Returns the layout for a lane of that mode. */
    public static RingLayout of(ChannelMode mode, int capacity) {
        return mode == ChannelMode.STREAMING ? streaming(capacity) : turnTaking(capacity);
    }

    /** Returns the layout for a lane whose sides take turns. */
    public static RingLayout turnTaking(int capacity) {
        return new RingLayout(capacity, capacity / RECORDS_IN_FLIGHT, true);
    }

    /** Returns the layout for a lane on which both sides send as they please. */
    public static RingLayout streaming(int capacity) {
        return new RingLayout(capacity, CACHE_LINE_LENGTH, false);
    }

    /**
     * Bytes that are published as read, or fetched for writing, at a time: a part of the ring, or a record's alignment.
     */
    int partLength() {
        return Math.max(alignment, capacity / PARTS);
    }

    /** Longest payload of one record, in bytes. It lets the consumer read one while the producer writes the next. */
    public int maxPayloadLength() {
        return capacity / RECORDS_IN_FLIGHT - RecordDescriptor.HEADER_LENGTH;
    }
}

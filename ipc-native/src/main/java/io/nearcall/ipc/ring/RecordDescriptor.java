// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

/**
 * Layout of a record: one frame in a ring.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                           Sequence                            |
 *   +-----------------------------------------------+---------------+
 *   |                     Length                    |     Flags     |
 *   +-----------------------------------------------+---------------+
 *   |                            Payload                           ...
 *  ...                                                              |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * The producer writes the payload, and then the eight bytes of the header by one release store. The record is there
 * when its Sequence is the one that the consumer expects next. The Sequence is 1 for the first record of a ring, and
 * one more for each next record. The value 0 is left out. The consumer reads the whole header once, by one acquire
 * load, so nobody can change it between check and use.
 */
public final class RecordDescriptor {

    public static final int HEADER_LENGTH = 8;

    /** In Flags: the message continues in the next record. The other seven bits belong to the layer above. */
    public static final int MORE = 0x80;

    /** Longest payload that the Length field can express, in bytes. */
    public static final int MAX_LENGTH = (1 << 24) - 1;

    private static final int LENGTH_SHIFT = 32;
    private static final int FLAGS_SHIFT = 56;

    private RecordDescriptor() {}

    /** The eight bytes in front of the payload. */
    public static long header(int sequence, int length, int flags) {
        return (sequence & 0xFFFF_FFFFL) | (long) length << LENGTH_SHIFT | (long) flags << FLAGS_SHIFT;
    }

    public static int sequence(long header) {
        return (int) header;
    }

    public static int length(long header) {
        return (int) (header >>> LENGTH_SHIFT) & MAX_LENGTH;
    }

    public static int flags(long header) {
        return (int) (header >>> FLAGS_SHIFT);
    }

    /** The sequence of the next record. */
    public static int nextSequence(int sequence) {
        int next = sequence + 1;
        return next == 0 ? 1 : next;
    }

    /** Bytes that a record with so much payload takes up in the ring. */
    static int recordLength(int payloadLength, int alignment) {
        return (HEADER_LENGTH + payloadLength + alignment - 1) & -alignment;
    }
}

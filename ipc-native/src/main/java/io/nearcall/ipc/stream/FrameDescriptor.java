// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

/**
 * Layout of the bytes that go through a lane's stream in one direction: frames back to back, little-endian.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                           Sequence                            |   0: Done
 *   +-----------------------------------------------+---------------+
 *   |                     Length                    |     Flags     |   Done: 8, 0
 *   +-----------------------------------------------+---------------+
 *   |                            Payload                           ...  Done: id of the last call that was run
 *  ...                                                              |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * Sequence is 1 in the first frame of a lane and direction, and one more in each next frame. The value 0 is left out. A
 * Done has 0 and does not count. One write carries a frame, a Done, or a Done and a frame behind it. A killed writer of
 * a FIFO leaves whole writes. A killed writer of a socket may leave a part of its last write, which the reader never
 * shows.
 */
public final class FrameDescriptor {

    public static final int HEADER_LENGTH = 8;

    static final int DONE_SEQUENCE = 0;

    /** Bytes of payload of a Done. */
    static final int DONE_PAYLOAD_LENGTH = Long.BYTES;

    /** Bytes of a whole Done. */
    public static final int DONE_LENGTH = HEADER_LENGTH + DONE_PAYLOAD_LENGTH;

    /** Bytes of a write besides a frame's payload: the headers, and room for a Done in front of the frame. */
    public static final int OVERHEAD = DONE_LENGTH + HEADER_LENGTH;

    private static final int LENGTH_SHIFT = 32;
    private static final int LENGTH_MASK = (1 << 24) - 1;
    private static final int FLAGS_SHIFT = 56;

    private FrameDescriptor() {}

    public static long header(int sequence, int length, int flags) {
        return (sequence & 0xFFFF_FFFFL) | (long) length << LENGTH_SHIFT | (long) flags << FLAGS_SHIFT;
    }

    static int sequence(long header) {
        return (int) header;
    }

    static int length(long header) {
        return (int) (header >>> LENGTH_SHIFT) & LENGTH_MASK;
    }

    static int flags(long header) {
        return (int) (header >>> FLAGS_SHIFT);
    }

    static int nextSequence(int sequence) {
        int next = sequence + 1;
        return next == 0 ? 1 : next;
    }
}

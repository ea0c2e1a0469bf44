// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.spi.RemoteTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Layout of the records of a session, little-endian. A message of the transport is one record or several, back to back.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                Lane: 0 is the control socket                  |
 *   +-----------------------------------------------+---------------+
 *   |                     Length                    |     Type      |
 *   +-----------------------------------------------+---------------+
 *   |                           Payload                            ...
 *   +---------------------------------------------------------------+
 *
 *   DATA       bytes of the lane's stream, no more than the receiver has given credit for
 *   CREDIT     u32: how many more bytes the receiver of the lane's stream takes
 *   HEARTBEAT  on lane 0, empty: the sender lives
 *   LEAVE      on lane 0, empty: the sender is about to end, and is to be called no more where others can be called
 * </pre>
 *
 * Each side may send {@link #CREDIT_BYTES} on each lane before it is given credit.
 */
final class RecordFormat {

    static final int HEADER_LENGTH = 8;

    /** The longest payload: a whole record fits into a message. */
    static final int MAX_PAYLOAD_LENGTH = RemoteTransport.LONGEST_MESSAGE_BYTES - HEADER_LENGTH;

    static final int DATA = 1;
    static final int CREDIT = 2;
    static final int HEARTBEAT = 3;
    static final int LEAVE = 4;

    /** The bytes that a lane buffers in each direction. A power of two: the capacity of a ring. */
    static final int CREDIT_BYTES = 64 * 1024;

    static final int CONTROL_LANE = 0;

    private static final int LANES_PER_BATCH = 1024;
    private static final int TYPE_SHIFT = 24;
    private static final int LENGTH_MASK = (1 << TYPE_SHIFT) - 1;

    private RecordFormat() {}

    /** Returns the number of a lane in records. */
    static int lane(int batch, int index) {
        return 1 + batch * LANES_PER_BATCH + index;
    }

    /** Returns the batch that a lane other than {@link #CONTROL_LANE} belongs to. */
    static int batch(int lane) {
        return (lane - 1) / LANES_PER_BATCH;
    }

    /** Returns a record with a header, whose payload is still to be filled in. */
    static byte[] record(int lane, int type, int length) {
        byte[] record = new byte[HEADER_LENGTH + length];
        in(record).putInt(lane).putInt(type << TYPE_SHIFT | length);
        return record;
    }

    static byte[] credit(int lane, int bytes) {
        byte[] record = record(lane, CREDIT, Integer.BYTES);
        in(record).putInt(HEADER_LENGTH, bytes);
        return record;
    }

    static ByteBuffer in(byte[] message) {
        return ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    }

    static int type(int word) {
        return word >>> TYPE_SHIFT;
    }

    static int length(int word) {
        return word & LENGTH_MASK;
    }
}

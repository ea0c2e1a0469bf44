// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.ring.RecordDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Layout of a message: one frame in a queue. The text is laid out like a record in a ring: little-endian, but without
 * padding.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+  0
 *   |                             Type                              |   number of the lane in its batch, plus 1, as a
 *   |                                                               |   native long; not part of the text
 *   +---------------------------------------------------------------+  8
 *   |                           Sequence                            |   1, then one more each time, 0 left out
 *   +-----------------------------------------------+---------------+  12
 * | Length | Flags | of the payload: the text beyond its first 8 bytes
 *   +-----------------------------------------------+---------------+  16
 *   |                            Payload                           ...
 *  ...                                                              |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * The kernel copies a message whole, so nobody changes it between check and use. The sender publishes the message by
 * the store of its Producer Position, which counts bytes of text. A sender that is killed between the two leaves a
 * message that nobody looks for.
 */
final class MessageDescriptor {

    static final int HEADER_INDEX = 8;

    static final int PAYLOAD_INDEX = HEADER_INDEX + RecordDescriptor.HEADER_LENGTH;

    /** Longest text, in bytes. It is a page, because more does not pay. The system may allow less ({@code msgmax}). */
    static final int MAX_TEXT_LENGTH = 4096;

    /** The system must allow a text of so many bytes. */
    static final int MIN_TEXT_LENGTH = 256;

    /** How many of the longest texts a lane may have in its queue. */
    static final int TEXTS_IN_FLIGHT = 2;

    private MessageDescriptor() {}

    /** Memory for one message. */
    static ByteBuffer newMemory() {
        return ByteBuffer.allocateDirect(HEADER_INDEX + MAX_TEXT_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }

    static void putType(ByteBuffer memory, int lane) {
        memory.duplicate().order(ByteOrder.nativeOrder()).putLong(0, type(lane));
    }

    static long type(int lane) {
        return lane + 1L;
    }
}

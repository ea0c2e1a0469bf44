// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/**
 * The references to remote objects that a frame contains, listed at the frame's end. So the receiver can count them
 * without reading the values. Such a frame has {@link FrameFormat#REFERENCES} in its flags. Little-endian.
 *
 * <pre>
 *   |                 values                ...|
 *   +------------------------------------------+  not aligned
 *   |  object id, or its complement            |  once for each time that a reference was written
 *   |                   ...                    |
 *   +------------------------------------------+
 *   |  how many there are above, 1 or more     |
 *   +------------------------------------------+  end of the frame
 * </pre>
 *
 * The id is that of an object of the sender; the complement of an id means an object of the receiver, which is sent
 * home.
 */
public final class ReferenceList {

    public static final int ENTRY_LENGTH = Integer.BYTES;
    public static final int COUNT_LENGTH = Integer.BYTES;

    /** A side can never refer to more objects over a connection, and a message never has more references. */
    public static final int MOST_OBJECTS = 1 << 20;

    /** Ids from here on are references, given to one connection and counted; those below are services. */
    public static final int FIRST_REFERENCE_ID = 1 << 30;

    private ReferenceList() {}

    /** Whether the object is counted, as opposed to a service. */
    public static boolean isReference(int objectId) {
        return objectId >= FIRST_REFERENCE_ID;
    }

    /** The entry for an object of the receiver. */
    public static int ofReceiver(int objectId) {
        return ~objectId;
    }

    public static boolean isOfReceiver(int entry) {
        return entry < 0;
    }

    public static int objectId(int entry) {
        return entry < 0 ? ~entry : entry;
    }
}

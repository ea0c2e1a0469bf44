// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

/**
 * What calls and answers look like inside the frames of a channel. All values are little-endian; the eight bytes before
 * the payload are the channel's own header.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |                            Call Id                            |   first frame of every message
 *   |                                                               |
 *   +---------------------------------------------------------------+  8
 *   |                           Object Id                           |   CALL and POST only
 *   +---------------------------------------------------------------+  12
 *   |                             Method                            |   CALL and POST only; on a shared lane the
 *   +---------------------------------------------------------------+  8 or 16           upper half is the strand
 *   |                       Arguments or Result                    ...
 * </pre>
 *
 * The type of the message is in the flags of each of its frames. A call whose arguments take at most 40 bytes, and an
 * answer whose result takes at most 48, occupy one cache line each with the channel's header. A call marked with
 * {@link #CONTEXT} has its context, 10 bytes and its metadata, before its arguments.
 */
public final class FrameFormat {

    /** A call that is to be answered. */
    public static final int CALL = 1;

    /** A call that is not to be answered. */
    public static final int POST = 2;

    /** The method returned; its result. */
    public static final int RESULT = 3;

    /** The method threw; the throwable. */
    public static final int EXCEPTION = 4;

    /** The call failed outside the method: a failure code and its texts. */
    public static final int FAILURE = 5;

    /**
     * The message that the frames before this one began will not be completed. Empty, or for an answer a failure code
     * and its texts that say why.
     */
    public static final int ABORT = 6;

    /** The flag of a frame that ends with a {@link ReferenceList}. */
    public static final int REFERENCES = 0x40;

    /** Added to CALL and POST: the call's context follows the header. */
    public static final int CONTEXT = 0x20;

    public static final int TYPE_MASK = 0x3F;
    private static final int METHOD_MASK = 0xFFFF;
    private static final int STRAND_SHIFT = 16;
    private static final int FACET_SHIFT = 12; // an interface has 4096 methods at most

    public static final int CALL_ID_OFFSET = 0;
    public static final int OBJECT_ID_OFFSET = 8;
    public static final int METHOD_OFFSET = 12;
    public static final int CALL_HEADER_LENGTH = 16;
    public static final int ANSWER_HEADER_LENGTH = 8;

    /** The object that every endpoint has: it binds interfaces. */
    public static final int BINDER_OBJECT_ID = 0;

    /** The binder's method that does nothing. */
    public static final int BINDER_FENCE = 4;

    /** The most bytes of the arguments of the binder's calls: names of methods, names and descriptions of classes. */
    public static final int LONGEST_BINDING = 16 << 20;

    private FrameFormat() {}

    /** Whether a call of that method of that object does nothing but keep an order. */
    public static boolean isFence(int objectId, int method) {
        return objectId == BINDER_OBJECT_ID && method == BINDER_FENCE;
    }

    /** The interface that has the method, from the method's number on an object that came as a reference. */
    public static int facet(int method) {
        return method >>> FACET_SHIFT;
    }

    /** The method of that interface, from the same number. */
    public static int methodOfFacet(int method) {
        return method & (1 << FACET_SHIFT) - 1;
    }

    /** The number for an interface and a method of it. */
    public static int methodOf(int facet, int method) {
        return facet << FACET_SHIFT | method;
    }

    /** The method, from the word that a shared lane has in the place of the method. */
    public static int method(int word) {
        return word & METHOD_MASK;
    }

    /** The strand, from the same word. Calls of one strand that are not waited for are run in their order. */
    public static int strand(int word) {
        return word >>> STRAND_SHIFT;
    }

    /** The word for a method and a strand; the strand has 16 bits. */
    public static int methodOfStrand(int method, int strand) {
        return method | strand << STRAND_SHIFT;
    }

    /** The word for a method and a strand of the current thread: the server keeps the order of the thread's calls. */
    public static int methodOfThread(int method) {
        long thread = Thread.currentThread().getId();
        return methodOfStrand(method, (int) (thread ^ thread >>> STRAND_SHIFT));
    }
}

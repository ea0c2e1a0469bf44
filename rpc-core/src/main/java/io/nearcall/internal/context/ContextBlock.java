// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.MalformedMessage;
import java.util.Arrays;

/**
 * The context of the call that is being read, and how a context is written. It lies between the header and the
 * arguments of a call that is marked as having one. One object serves all calls of a lane; a deadline alone allocates
 * nothing.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *   |            Remaining time in nanoseconds; 0: no limit         |
 *   |                                                               |
 *   +-------------------------------+-------------------------------+
 *   |      Length of the pairs      |        Pairs, see Metadata   ...
 *   +-------------------------------+
 * </pre>
 *
 * A length of 65535 stands for the pairs of the last block of this lane that had any. {@link SentPairs} says when.
 * The block lies as a whole in the message's first frame: the smallest frame of any channel is larger.
 */
public final class ContextBlock {

    /** In place of the length of the pairs. */
    private static final int REPEATED = 0xFFFF;

    private static final int FIXED_BYTES = Long.BYTES + Short.BYTES;

    /** Far enough to be never, near enough that differences do not overflow. */
    private static final long LONGEST_NS = Long.MAX_VALUE / 2;

    private long deadlineNs = Carried.NO_DEADLINE;
    private Metadata metadata = Metadata.NONE;
    private Metadata last = Metadata.NONE; // what was decoded last
    private byte[] spare = last.encoded(); // for the next pairs, if they have its length

    /** @param remainingNs 0 for a call without a limit */
    static void write(Output output, long remainingNs, Metadata metadata) {
        byte[] pairs = metadata.encoded();
        output.writeLong(remainingNs);
        output.writeShort(pairs.length);
        output.writeBytes(pairs, 0, pairs.length);
    }

    /** As above, with the pairs of the last block that had any. */
    static void writeRepeated(Output output, long remainingNs) {
        output.writeLong(remainingNs);
        output.writeShort(REPEATED);
    }

    /** The call comes without a context. */
    public void clear() {
        deadlineNs = Carried.NO_DEADLINE;
        set(Metadata.NONE);
    }

    /** Stores only what is different: storing a reference into an old object costs a fence. */
    private void set(Metadata carried) {
        if (metadata != carried) {
            metadata = carried;
        }
    }

    /**
     * Reads the context, and the clock if the call has a limit.
     *
     * @throws MalformedMessage if the context is cut off, or is nothing that could have been written
     */
    public void read(FrameInput input) {
        deadlineNs = Carried.NO_DEADLINE;
        if (input.remaining() < FIXED_BYTES) {
            throw malformed("a context of " + input.remaining() + " bytes");
        }
        long remainingNs = input.readLong();
        int length = input.readShortUnsigned();
        if (length == REPEATED && remainingNs >= 0 && last != Metadata.NONE) {
            set(last);
        } else if (remainingNs < 0 || length > Metadata.MAX_ENCODED_BYTES || length > input.remaining()) {
            throw malformed("a context with " + remainingNs + " ns left and " + length + " bytes of pairs");
        } else {
            set(length == 0 ? Metadata.NONE : pairs(input, length));
        }
        if (remainingNs != 0) {
            deadlineNs = System.nanoTime() + Math.min(remainingNs, LONGEST_NS);
        }
    }

    private MalformedMessage malformed(String what) {
        clear();
        return new MalformedMessage(what);
    }

    /** Calls within one trace carry the same pairs, for which nothing is made again. */
    private Metadata pairs(FrameInput input, int length) {
        if (spare.length != length) {
            spare = new byte[length];
        }
        input.readBytes(spare, 0, length);
        if (!Arrays.equals(spare, last.encoded())) {
            byte[] bytes = spare;
            spare = Metadata.NONE.encoded(); // the array is kept with what is decoded
            set(Metadata.NONE);
            last = Metadata.decode(bytes);
        }
        return last;
    }

    /** Restores the context of a call after a call within it. */
    public void restore(long outerDeadlineNs, Metadata outerMetadata) {
        deadlineNs = outerDeadlineNs;
        metadata = outerMetadata;
    }

    /**
     * When the caller's time is over, as {@link System#nanoTime()} counts; {@link Carried#NO_DEADLINE} if there is no
     * limit.
     */
    public long deadlineNs() {
        return deadlineNs;
    }

    public Metadata metadata() {
        return metadata;
    }
}

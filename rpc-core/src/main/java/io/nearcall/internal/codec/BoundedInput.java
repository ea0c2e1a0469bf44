// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.io.ByteBufferInput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads arrays and limits containers, so that no length allocates out of proportion to what has arrived. */
abstract class BoundedInput extends ByteBufferInput {

    /*
     * An array that does not lie within the current fragment is read in steps. Each step allocates at most GROWTH times
     * what has been seen. The elements of a container come later and may be containers themselves. So all containers
     * claim what they allocate from one budget, which grows with the message (see claim).
     *
     * A superclass of FrameInput and not a part of it: a part would put a further reference into the path of a call.
     */

    private static final int GROWTH = 8;
    /** An array that goes on in further fragments is first made this many times as long as its part in this one. */
    private static final int FIRST_FACTOR = 4;

    private static final int CLAIM_FACTOR = 12;
    private static final int CLAIM_BASE_BYTES = 8 << 10;
    /** Memory claimed at this factor, with its object, stays below what a message full of small objects takes. */
    private static final int FIXED_FACTOR = 128;

    private static final int FREE_THROWABLES = 4;
    /** The memory of the exception that stands in for one that arrives as text. */
    private static final int THROWABLE_BYTES = 1500;

    private long claimedBytes;
    private long fixedBytes;
    private int throwables;
    private int madeThrowables;

    /** How many bytes of the message have arrived. */
    abstract long receivedBytes();

    /** Begins a new message, which has a budget of its own. */
    final void beginClaims() {
        claimedBytes = 0;
        fixedBytes = 0;
        throwables = 0;
        madeThrowables = 0;
    }

    /**
     * Claims memory for elements that are still to be read and have at least a byte each. All claims for one message
     * share one budget, because claims can be nested. The budget is a multiple of what has arrived of the message.
     *
     * @return whether the memory may be allocated now; if not, it may be allocated as the elements arrive
     */
    final boolean claim(long lengthBytes) {
        if (lengthBytes > CLAIM_FACTOR * receivedBytes() + CLAIM_BASE_BYTES - claimedBytes) {
            return false;
        }
        claimedBytes += lengthBytes;
        return true;
    }

    /**
     * Claims memory whose amount depends on an object's class, however few elements the object has. The budget is
     * larger than the one for lengths: such objects are small, and others around them do not repeat what they take.
     *
     * @return whether the memory may be allocated now
     */
    final boolean claimFixed(long lengthBytes) {
        if (lengthBytes > FIXED_FACTOR * receivedBytes() + CLAIM_BASE_BYTES - fixedBytes) {
            return false;
        }
        fixedBytes += lengthBytes;
        return true;
    }

    /** Leaves only what the length of the message allows. The caller has claimed that from the message around it. */
    final void claimBase() {
        claimedBytes = CLAIM_BASE_BYTES;
        fixedBytes = CLAIM_BASE_BYTES;
    }

    /** Claims what it takes to read another message that lies within this one: its memory and a codec for it. */
    final boolean claimMessage(long lengthBytes) {
        return claim(CLAIM_FACTOR * lengthBytes + ExceptionValues.CODEC_BYTES)
                && claimFixed(FIXED_FACTOR * lengthBytes);
    }

    /**
     * Claims what is allocated for an exception, except for the first few of a message. The free ones keep honest
     * exceptions of the smallest size within the budget.
     */
    final boolean claimThrowable() {
        return throwables++ < FREE_THROWABLES || claim(THROWABLE_BYTES);
    }

    /** Claims, in the same way, what is allocated to make the exception itself from what was read of it. */
    final boolean claimMaking(int lengthBytes) {
        return madeThrowables++ < FREE_THROWABLES || claim(lengthBytes);
    }

    @Override
    public byte[] readBytes(int length) {
        byte[] array = new byte[firstStep(length, 1)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            readBytes(array, done, array.length - done);
            done = array.length;
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public boolean[] readBooleans(int length) {
        boolean[] array = new boolean[firstStep(length, 1)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                array[done++] = readBoolean();
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public short[] readShorts(int length) {
        short[] array = new short[firstStep(length, Short.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                int run = run(array.length - done, Short.BYTES);
                advance(run * Short.BYTES).asShortBuffer().get(array, done, run);
                done += run;
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public char[] readChars(int length) {
        char[] array = new char[firstStep(length, Character.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                int run = run(array.length - done, Character.BYTES);
                advance(run * Character.BYTES).asCharBuffer().get(array, done, run);
                done += run;
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public int[] readInts(int length) {
        int[] array = new int[firstStep(length, Integer.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                int run = run(array.length - done, Integer.BYTES);
                advance(run * Integer.BYTES).asIntBuffer().get(array, done, run);
                done += run;
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public long[] readLongs(int length) {
        long[] array = new long[firstStep(length, Long.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                int run = run(array.length - done, Long.BYTES);
                advance(run * Long.BYTES).asLongBuffer().get(array, done, run);
                done += run;
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public float[] readFloats(int length) {
        float[] array = new float[firstStep(length, Float.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                int run = run(array.length - done, Float.BYTES);
                advance(run * Float.BYTES).asFloatBuffer().get(array, done, run);
                done += run;
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public double[] readDoubles(int length) {
        double[] array = new double[firstStep(length, Double.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                int run = run(array.length - done, Double.BYTES);
                advance(run * Double.BYTES).asDoubleBuffer().get(array, done, run);
                done += run;
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public int[] readInts(int length, boolean optimizePositive) {
        int[] array = new int[firstStep(length, Byte.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                array[done++] = readVarInt(optimizePositive);
            }
            if (done == length) {
                return array;
            }
        }
    }

    @Override
    public long[] readLongs(int length, boolean optimizePositive) {
        long[] array = new long[firstStep(length, Byte.BYTES)];
        for (int done = 0; ; array = Arrays.copyOf(array, nextStep(done, length))) {
            while (done < array.length) {
                array[done++] = readVarLong(optimizePositive);
            }
            if (done == length) {
                return array;
            }
        }
    }

    /** The first length of an array of {@code length} elements: FIRST_FACTOR times those in this fragment at most. */
    private int firstStep(int length, int elementBytes) {
        if (length < 0) {
            throw new MalformedMessage("A negative length: " + length);
        }
        return length == 0 ? 0 : (int) Math.min(length, (long) FIRST_FACTOR * run(length, elementBytes));
    }

    private static int nextStep(int done, int length) {
        return (int) Math.min(length, (long) done * GROWTH);
    }

    /** How many of {@code count} elements the rest of this fragment holds, or the next one if none; at least one. */
    final int run(int count, int elementBytes) {
        if (limit - position < elementBytes) {
            require(elementBytes);
        }
        return Math.min(count, (limit - position) / elementBytes);
    }

    private ByteBuffer advance(int lengthBytes) {
        ByteBuffer view = byteBuffer.slice(position, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        position += lengthBytes;
        return view;
    }
}

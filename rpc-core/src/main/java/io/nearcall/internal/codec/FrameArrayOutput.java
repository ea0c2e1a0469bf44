// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.io.ByteBufferOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes arrays of primitives, as much at a time as fits into the current fragment. */
abstract class FrameArrayOutput extends ByteBufferOutput {

    @Override
    public void writeShorts(short[] array, int offset, int count) {
        for (int from = offset, left = count; left > 0; ) {
            int run = run(left, Short.BYTES);
            advance(run * Short.BYTES).asShortBuffer().put(array, from, run);
            from += run;
            left -= run;
        }
    }

    @Override
    public void writeChars(char[] array, int offset, int count) {
        for (int from = offset, left = count; left > 0; ) {
            int run = run(left, Character.BYTES);
            advance(run * Character.BYTES).asCharBuffer().put(array, from, run);
            from += run;
            left -= run;
        }
    }

    @Override
    public void writeInts(int[] array, int offset, int count) {
        for (int from = offset, left = count; left > 0; ) {
            int run = run(left, Integer.BYTES);
            advance(run * Integer.BYTES).asIntBuffer().put(array, from, run);
            from += run;
            left -= run;
        }
    }

    @Override
    public void writeLongs(long[] array, int offset, int count) {
        for (int from = offset, left = count; left > 0; ) {
            int run = run(left, Long.BYTES);
            advance(run * Long.BYTES).asLongBuffer().put(array, from, run);
            from += run;
            left -= run;
        }
    }

    @Override
    public void writeFloats(float[] array, int offset, int count) {
        for (int from = offset, left = count; left > 0; ) {
            int run = run(left, Float.BYTES);
            advance(run * Float.BYTES).asFloatBuffer().put(array, from, run);
            from += run;
            left -= run;
        }
    }

    @Override
    public void writeDoubles(double[] array, int offset, int count) {
        for (int from = offset, left = count; left > 0; ) {
            int run = run(left, Double.BYTES);
            advance(run * Double.BYTES).asDoubleBuffer().put(array, from, run);
            from += run;
            left -= run;
        }
    }

    @Override
    public void writeBooleans(boolean[] array, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            writeBoolean(array[i]);
        }
    }

    /** How many of {@code count} elements fit in what is left here, or after the next hand-over; at least one. */
    final int run(int count, int elementBytes) {
        if (capacity - position < elementBytes) {
            require(elementBytes);
        }
        return Math.min(count, (capacity - position) / elementBytes);
    }

    private ByteBuffer advance(int lengthBytes) {
        ByteBuffer view = byteBuffer.slice(position, lengthBytes).order(ByteOrder.LITTLE_ENDIAN);
        position += lengthBytes;
        return view;
    }
}

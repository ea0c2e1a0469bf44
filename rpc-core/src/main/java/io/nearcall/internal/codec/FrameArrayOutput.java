// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.io.ByteBufferOutput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes arrays of primitives and strings, as much at a time as fits into the current fragment. */
abstract class FrameArrayOutput extends ByteBufferOutput {

    private static final int MAX_VAR_INT_BYTES = 5;

    /** Up to this many characters, a loop is faster than the JIT's intrinsics for encoders. */
    private static final int SHORT_STRING = 64;

    /** The header of a shorter Latin string is one byte. */
    private static final int MOST_OF_ONE_BYTE = 63;

    private final byte[] scratch = new byte[SHORT_STRING];
    private int firstCopies = ShortCopies.FIRST;
    private LatinRuns latin; // made for the first longer string

    @Override
    public void writeShorts(short[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int run = run(count - done, Short.BYTES);
            advance(run * Short.BYTES).asShortBuffer().put(array, offset + done, run);
            done += run;
        }
    }

    @Override
    public void writeChars(char[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int run = run(count - done, Character.BYTES);
            advance(run * Character.BYTES).asCharBuffer().put(array, offset + done, run);
            done += run;
        }
    }

    @Override
    public void writeInts(int[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int run = run(count - done, Integer.BYTES);
            advance(run * Integer.BYTES).asIntBuffer().put(array, offset + done, run);
            done += run;
        }
    }

    @Override
    public void writeLongs(long[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int run = run(count - done, Long.BYTES);
            advance(run * Long.BYTES).asLongBuffer().put(array, offset + done, run);
            done += run;
        }
    }

    @Override
    public void writeFloats(float[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int run = run(count - done, Float.BYTES);
            advance(run * Float.BYTES).asFloatBuffer().put(array, offset + done, run);
            done += run;
        }
    }

    @Override
    public void writeDoubles(double[] array, int offset, int count) {
        for (int done = 0; done < count; ) {
            int run = run(count - done, Double.BYTES);
            advance(run * Double.BYTES).asDoubleBuffer().put(array, offset + done, run);
            done += run;
        }
    }

    @Override
    public void writeBooleans(boolean[] array, int offset, int count) {
        for (int i = offset; i < offset + count; i++) {
            writeBoolean(array[i]);
        }
    }

    @Override
    public void writeBytes(byte[] bytes, int offset, int count) {
        if (count > 0 && count <= ShortCopies.LONGEST && count <= capacity - position) {
            if (firstCopies > 0) {
                firstCopies = firstCopies > 1 ? firstCopies - 1 : ShortCopies.furtherFirst();
                byteBuffer.put(position, bytes, offset, count);
            } else {
                ShortCopies.put(byteBuffer, position, bytes, offset, count);
            }
            position += count;
            return;
        }
        for (int done = 0; done < count; ) {
            int run = run(count - done, 1);
            byteBuffer.put(position, bytes, offset + done, run);
            position += run;
            done += run;
        }
    }

    /**
     * Writes zero for null, else twice (length + 1), plus one if a character is above U+00FF. Then come the characters,
     * in a byte each or in two. So every string comes back as it was, lone surrogates too.
     */
    @Override
    public void writeString(String value) {
        if (value == null) {
            writeByte((byte) 0);
            return;
        }
        int length = value.length();
        if (length > SHORT_STRING) {
            writeLongString(value, length);
            return;
        }
        if (length < capacity - position && length < MOST_OF_ONE_BYTE && writeShortLatin(value, length)) {
            return;
        }
        byte[] bytes = scratch;
        int all = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            all |= c;
            bytes[i] = (byte) c;
        }
        if (all > 0xFF) {
            writeWide(value, length);
            return;
        }
        writeVarInt(length + 1 << 1, true);
        writeBytes(bytes, 0, length);
    }

    /**
     * Writes a string into this fragment, eight characters at a time. Returns false, and leaves the position, if a
     * character is not a Latin one.
     */
    private boolean writeShortLatin(String value, int length) {
        int begin = position + 1;
        long all = 0;
        int i = 0;
        for (; length - i >= Long.BYTES; i += Long.BYTES) {
            long word = 0;
            for (int byteOfWord = 0; byteOfWord < Long.BYTES; byteOfWord++) {
                long c = value.charAt(i + byteOfWord);
                all |= c;
                word |= c << byteOfWord * Byte.SIZE;
            }
            byteBuffer.putLong(begin + i, word);
        }
        for (; i < length; i++) {
            char c = value.charAt(i);
            all |= c;
            byteBuffer.put(begin + i, (byte) c);
        }
        if (all > 0xFF) {
            return false;
        }
        byteBuffer.put(position, (byte) (length + 1 << 1));
        position = begin + length;
        return true;
    }

    private void writeLongString(String value, int length) {
        if (latin == null) {
            latin = new LatinRuns();
        }
        if (length <= capacity - position - MAX_VAR_INT_BYTES) {
            writeLatinHere(value, length);
            return;
        }
        for (int done = 0; done < length; done += LatinRuns.LONGEST) { // checks all first: what was handed on stands
            if (!latin.encode(value, done, Math.min(LatinRuns.LONGEST, length - done))) {
                writeWide(value, length);
                return;
            }
        }
        writeVarInt(length + 1 << 1, true);
        for (int done = 0; done < length; done += LatinRuns.LONGEST) {
            int run = Math.min(LatinRuns.LONGEST, length - done);
            latin.copy(value, done, run);
            writeBytes(latin.bytes(), 0, run);
        }
    }

    /** Writes a string whose Latin form fits into this fragment. Begins again if a character is not a Latin one. */
    private void writeLatinHere(String value, int length) {
        int begin = position;
        writeVarInt(length + 1 << 1, true);
        for (int done = 0; done < length; done += LatinRuns.LONGEST) {
            int run = Math.min(LatinRuns.LONGEST, length - done);
            if (!latin.encode(value, done, run)) {
                position = begin;
                writeWide(value, length);
                return;
            }
            writeBytes(latin.bytes(), 0, run);
        }
    }

    private void writeWide(String value, int length) {
        writeVarInt(length + 1 << 1 | 1, true);
        for (int i = 0; i < length; i++) {
            writeShort(value.charAt(i));
        }
    }

    @Override
    public void writeAscii(String value) {
        writeString(value);
    }

    /** How many of {@code count} elements fit in the rest of this room, or in the next if none fits; at least one. */
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

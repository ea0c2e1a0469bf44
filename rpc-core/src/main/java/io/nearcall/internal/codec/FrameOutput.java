// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes a message straight into memory that the receiver reads, little-endian, one store per primitive. No value of a
 * primitive type lies in two fragments. The bytes of arrays and strings may. Confined to one thread.
 */
public final class FrameOutput extends FrameArrayOutput {

    /*
     * All access is absolute, at the inherited position. The buffer's own position is never used, so there is one
     * cursor to keep. For that reason every write method of Kryo's classes is overridden, here or in FrameArrayOutput.
     * Inherited names: position is an index in the memory, and capacity is the index where the current room ends. The
     * position plus total is the length of the message so far.
     */

    /** The default limit of a message: above the 128 MiB that must pass, below what a mistake costs. */
    public static final long DEFAULT_MAX_MESSAGE_BYTES = 256L << 20;

    private final Sink sink;
    private final long maxMessageBytes;
    private int start;
    private int roomEnd;
    private boolean handingOn;
    private RuntimeException sinkFailure;
    private int[] references = new int[4];
    private int referenceCount;
    private boolean discarded;

    /** Takes the full fragments of a message, which may be longer than the memory. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Hands on what {@code out} has written so far, as a fragment that is not the last. Then gives it new room with
         * {@link FrameOutput#reset}. An exception ends the message.
         */
        void flush(FrameOutput out);
    }

    public FrameOutput(ByteBuffer memory, Sink sink) {
        this(memory, sink, DEFAULT_MAX_MESSAGE_BYTES);
    }

    public FrameOutput(ByteBuffer memory, Sink sink, long maxMessageBytes) {
        if (maxMessageBytes <= 0) {
            throw new IllegalArgumentException("maxMessageBytes=" + maxMessageBytes);
        }
        this.byteBuffer = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN).clear();
        this.sink = sink;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Points this output at the memory from {@code index} to {@code limit}. Begins a new message, or goes on with the
     * one that is being handed on if the sink calls it. */
    public void reset(int index, int limit) {
        if (index < 0 || limit < index || limit > byteBuffer.capacity()) {
            throw new IllegalArgumentException(
                    "index=" + index + " limit=" + limit + " capacity=" + byteBuffer.capacity());
        }
        long before = handingOn ? total() : 0;
        sinkFailure = null;
        start = index;
        roomEnd = limit;
        position = index;
        total = before - index;
        capacity = (int) Math.min(limit, index + (maxMessageBytes - before));
    }

    /** How many bytes of the current fragment have been written. */
    public int written() {
        return position - start;
    }

    /**
     * Lists a reference at the end of the fragment in which it is written. The room for the entry is taken now.
     *
     * @param entry as {@link io.nearcall.internal.wire.ReferenceList} has it
     */
    public void addReference(int entry) {
        require(2 * Integer.BYTES);
        int bytes = referenceCount == 0 ? 2 * Integer.BYTES : Integer.BYTES;
        capacity -= bytes;
        roomEnd -= bytes;
        if (referenceCount == references.length) {
            references = Arrays.copyOf(references, 2 * referenceCount);
        }
        references[referenceCount++] = entry;
    }

    /** Says that what is written goes nowhere, so that references need not be counted. */
    public void discard() {
        discarded = true;
    }

    public boolean isDiscarded() {
        return discarded;
    }

    /** How many references the current fragment lists. */
    public int referenceCount() {
        return referenceCount;
    }

    /** A reference that the current fragment lists. */
    public int reference(int index) {
        return references[index];
    }

    /** Called when the references have been written, or must not be. */
    public void forgetReferences() {
        referenceCount = 0;
    }

    /** What the sink threw during this message; {@code null} if it threw nothing. */
    RuntimeException sinkFailure() {
        return sinkFailure;
    }

    @Override
    protected boolean require(int required) {
        if (capacity - position >= required) {
            return false;
        }
        if (capacity < roomEnd) {
            throw new FrameTooLarge(maxMessageBytes);
        }
        handingOn = true;
        try {
            sink.flush(this);
        } catch (RuntimeException e) {
            sinkFailure = e;
            throw e;
        } finally {
            handingOn = false;
        }
        if (capacity - position < required) {
            if (capacity < roomEnd) {
                throw new FrameTooLarge(maxMessageBytes);
            }
            throw new IllegalStateException(
                    "A fragment has room for " + (capacity - position) + " bytes, required=" + required);
        }
        return true;
    }

    /** Does nothing: the room that is left decides when a fragment is handed on. */
    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void reset() {
        throw new UnsupportedOperationException("only reset(index, limit) begins a message");
    }

    @Override
    public void setPosition(int newPosition) {
        if (newPosition < start || newPosition > position) {
            throw new IllegalArgumentException(
                    "position=" + newPosition + " written from " + start + " to " + position);
        }
        position = newPosition;
    }

    @Override
    public byte[] toBytes() {
        byte[] bytes = new byte[written()];
        byteBuffer.get(start, bytes);
        return bytes;
    }

    @Override
    public void write(int value) {
        writeByte((byte) value);
    }

    @Override
    public void writeByte(int value) {
        writeByte((byte) value);
    }

    @Override
    public void writeByte(byte value) {
        if (position == capacity) {
            require(1);
        }
        byteBuffer.put(position, value);
        position++;
    }

    @Override
    public void writeBoolean(boolean value) {
        writeByte((byte) (value ? 1 : 0));
    }

    @Override
    public void writeShort(int value) {
        if (capacity - position < Short.BYTES) {
            require(Short.BYTES);
        }
        byteBuffer.putShort(position, (short) value);
        position += Short.BYTES;
    }

    @Override
    public void writeChar(char value) {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) {
        if (capacity - position < Integer.BYTES) {
            require(Integer.BYTES);
        }
        byteBuffer.putInt(position, value);
        position += Integer.BYTES;
    }

    @Override
    public void writeLong(long value) {
        if (capacity - position < Long.BYTES) {
            require(Long.BYTES);
        }
        byteBuffer.putLong(position, value);
        position += Long.BYTES;
    }

    @Override
    public void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    @Override
    public void writeInt(int bytes, int count) {
        if (count < 0 || count > Integer.BYTES) {
            throw new IllegalArgumentException("count=" + count);
        }
        require(count);
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            byteBuffer.put(position++, (byte) (bytes >> shift));
        }
    }

    @Override
    public int writeVarInt(int value, boolean optimizePositive) {
        int rest = optimizePositive ? value : (value << 1) ^ (value >> 31);
        if (rest >>> 7 == 0) {
            writeByte((byte) rest);
            return 1;
        }
        return writeRest(rest & 0xFFFFFFFFL);
    }

    @Override
    public int writeVarLong(long value, boolean optimizePositive) {
        long rest = optimizePositive ? value : (value << 1) ^ (value >> 63);
        if (rest >>> 7 == 0) {
            writeByte((byte) rest);
            return 1;
        }
        return writeRest(rest);
    }

    @Override
    public int writeVarIntFlag(boolean flag, int value, boolean optimizePositive) {
        int rest = optimizePositive ? value : (value << 1) ^ (value >> 31);
        int first = rest & 0x3F | (flag ? 0x80 : 0);
        if (rest >>> 6 == 0) {
            writeByte((byte) first);
            return 1;
        }
        writeByte((byte) (first | 0x40));
        return 1 + writeVarInt(rest >>> 6, true);
    }

    /** Seven bits a byte, the lowest first. All bytes except the last have the top bit set. A ninth has eight bits. */
    private int writeRest(long value) {
        int length = Math.min(9, (70 - Long.numberOfLeadingZeros(value)) / 7);
        if (capacity - position < length) {
            require(length);
        }
        int at = position;
        long rest = value;
        for (int i = 1; i < length; i++) {
            byteBuffer.put(at++, (byte) (rest | 0x80));
            rest >>>= 7;
        }
        byteBuffer.put(at++, (byte) rest);
        position = at;
        return length;
    }

    @Override
    public void writeBytes(byte[] bytes) {
        writeBytes(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes) {
        writeBytes(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        writeBytes(bytes, offset, length);
    }
}

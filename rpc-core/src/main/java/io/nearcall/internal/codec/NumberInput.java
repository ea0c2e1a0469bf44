// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

/** Reads numbers. Each lies within one fragment, except numbers of variable length. */
abstract class NumberInput extends BoundedInput {

    @Override
    public byte readByte() {
        if (position == limit) {
            require(1);
        }
        return byteBuffer.get(position++);
    }

    @Override
    public int readByteUnsigned() {
        return readByte() & 0xFF;
    }

    @Override
    public boolean readBoolean() {
        return readByte() != 0;
    }

    @Override
    public short readShort() {
        if (limit - position < Short.BYTES) {
            require(Short.BYTES);
        }
        short value = byteBuffer.getShort(position);
        position += Short.BYTES;
        return value;
    }

    @Override
    public int readShortUnsigned() {
        return readShort() & 0xFFFF;
    }

    @Override
    public char readChar() {
        return (char) readShort();
    }

    @Override
    public int readInt() {
        if (limit - position < Integer.BYTES) {
            require(Integer.BYTES);
        }
        int value = byteBuffer.getInt(position);
        position += Integer.BYTES;
        return value;
    }

    @Override
    public long readLong() {
        if (limit - position < Long.BYTES) {
            require(Long.BYTES);
        }
        long value = byteBuffer.getLong(position);
        position += Long.BYTES;
        return value;
    }

    @Override
    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public int readInt(int count) {
        if (count < 0 || count > Integer.BYTES) {
            throw new IllegalArgumentException("count=" + count);
        }
        require(count);
        int value = count == 0 ? 0 : byteBuffer.get(position++);
        for (int i = 1; i < count; i++) {
            value = value << 8 | byteBuffer.get(position++) & 0xFF;
        }
        return value;
    }

    @Override
    public int readVarInt(boolean optimizePositive) {
        int first = readByte();
        int value = first >= 0 ? first : (int) readRest(first, 5);
        return optimizePositive ? value : (value >>> 1) ^ -(value & 1);
    }

    @Override
    public long readVarLong(boolean optimizePositive) {
        long first = readByte();
        long value = first >= 0 ? first : readRest(first, 9);
        return optimizePositive ? value : (value >>> 1) ^ -(value & 1);
    }

    /** Reads the rest after a first byte that announces more. Byte {@code maxLength} always ends the number. */
    private long readRest(long first, int maxLength) {
        long value = first & 0x7F;
        for (int i = 1, shift = 7; ; i++, shift += 7) {
            long next = readByte();
            if (i == maxLength - 1) {
                return value | (next & 0xFF) << shift;
            }
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    @Override
    public boolean readVarIntFlag() {
        if (position == limit) {
            require(1);
        }
        return byteBuffer.get(position) < 0;
    }

    @Override
    public int readVarIntFlag(boolean optimizePositive) {
        int first = readByte();
        int value = first & 0x3F;
        if ((first & 0x40) != 0) {
            value |= readVarInt(true) << 6;
        }
        return optimizePositive ? value : (value >>> 1) ^ -(value & 1);
    }
}

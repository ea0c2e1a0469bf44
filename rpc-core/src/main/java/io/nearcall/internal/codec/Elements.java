// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Map;

/** The contents of containers: how many, then each with its class. */
final class Elements {

    private static final int FIRST_CAPACITY = 10;

    private Elements() {}

    static void write(LaneCodec codec, FrameOutput output, Collection<?> elements) {
        int length = elements.size();
        output.writeVarInt(length, true);
        int written = 0;
        for (Object element : elements) {
            if (++written > length) {
                break;
            }
            codec.writeAny(output, element);
        }
        check(written, length);
    }

    static void write(LaneCodec codec, FrameOutput output, Map<?, ?> map) {
        int length = map.size();
        output.writeVarInt(length, true);
        int written = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (++written > length) {
                break;
            }
            codec.writeAny(output, entry.getKey());
            codec.writeAny(output, entry.getValue());
        }
        check(written, length);
    }

    /** For maps that other threads may change meanwhile. */
    static void writeSnapshot(LaneCodec codec, FrameOutput output, Map<?, ?> map) {
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
        output.writeVarInt(entries.length, true);
        for (Map.Entry<?, ?> entry : entries) {
            codec.writeAny(output, entry.getKey());
            codec.writeAny(output, entry.getValue());
        }
    }

    private static void check(int written, int length) {
        if (written != length) {
            throw new ConcurrentModificationException("the size was " + length + " and changed while it was written");
        }
    }

    /** The capacity to begin with for {@code length} elements, each of which takes {@code slotBytes} of its container. */
    static int capacity(FrameInput input, int length, int slotBytes) {
        return input.claim((long) length * slotBytes) ? length : Math.min(length, FIRST_CAPACITY);
    }

    static void readInto(LaneCodec codec, FrameInput input, int length, Collection<Object> target) {
        for (int i = 0; i < length; i++) {
            target.add(codec.readAny(input));
        }
    }

    static void readInto(LaneCodec codec, FrameInput input, int length, Map<Object, Object> target) {
        for (int i = 0; i < length; i++) {
            Object key = codec.readAny(input);
            target.put(key, codec.readAny(input));
        }
    }

    /** As {@link #readInto}, for a target that asks for the hash code of each element. */
    static void readHashedInto(LaneCodec codec, FrameInput input, int length, Collection<Object> target) {
        Collisions collisions = null;
        for (int i = 0; i < length; i++) {
            collisions = i == Collisions.FIRST_COUNTED ? new Collisions() : collisions;
            target.add(codec.readHashed(input, collisions));
        }
    }

    /** As {@link #readInto}, for a target that asks for the hash code of each key. */
    static void readHashedInto(LaneCodec codec, FrameInput input, int length, Map<Object, Object> target) {
        Collisions collisions = null;
        for (int i = 0; i < length; i++) {
            collisions = i == Collisions.FIRST_COUNTED ? new Collisions() : collisions;
            Object key = codec.readHashed(input, collisions);
            target.put(key, codec.readAny(input));
        }
    }

    static Object[] read(LaneCodec codec, FrameInput input) {
        return read(codec, input, false);
    }

    static Object[] readHashed(LaneCodec codec, FrameInput input) {
        return read(codec, input, true);
    }

    private static Object[] read(LaneCodec codec, FrameInput input, boolean hashed) {
        int length = input.readLength();
        Object[] elements = new Object[capacity(input, length, Long.BYTES)];
        Collisions collisions = null;
        for (int i = 0; i < length; i++) {
            if (i == elements.length) {
                elements = Arrays.copyOf(elements, (int) Math.min(length, 2L * i));
            }
            collisions = hashed && i == Collisions.FIRST_COUNTED ? new Collisions() : collisions;
            elements[i] = hashed ? codec.readHashed(input, collisions) : codec.readAny(input);
        }
        return elements;
    }
}

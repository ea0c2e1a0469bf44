// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Writes and reads the contents of containers: the number of elements, then each element with its class. */
final class Elements {

    /* After an exception nothing calls leave(), because the codec is not used any more. */

    private static final int FIRST_CAPACITY = 10;

    /** Runs of fewer elements are not worth the code that has to be compiled for them. */
    private static final int LEAST_OF_RUNS = 8;

    private Elements() {}

    static void write(LaneCodec codec, FrameOutput output, Collection<?> elements) {
        int length = elements.size();
        output.writeVarInt(length, true);
        codec.enter(length);
        int written = 0;
        for (Object element : elements) {
            if (++written > length) {
                break;
            }
            codec.writeElement(output, element);
        }
        check(written, length);
        codec.leave();
    }

    /** Writes a list that finds elements by index as fast as an iterator does. An iterator is one more object. */
    static void writeIndexed(LaneCodec codec, FrameOutput output, List<?> list) {
        int length = list.size();
        output.writeVarInt(length, true);
        codec.enter(length);
        if (length < LEAST_OF_RUNS) {
            for (int i = 0; i < length; i++) {
                check(list.size(), length);
                codec.writeElement(output, list.get(i));
            }
        } else {
            for (int i = 0; i < length; ) {
                check(list.size(), length);
                i = codec.writeElements(output, list, i, length);
            }
        }
        check(list.size(), length);
        codec.leave();
    }

    /** Writes a map whose class is known: {@code forEach} is the map's own, and may hold its lock. */
    static void write(LaneCodec codec, FrameOutput output, Map<?, ?> map) {
        int length = map.size();
        output.writeVarInt(length, true);
        codec.enter(length);
        codec.entries().write(output, map, length);
        codec.leave();
    }

    /** Writes any other map, in the order of its iterator. */
    static void writeIterated(LaneCodec codec, FrameOutput output, Map<?, ?> map) {
        int length = map.size();
        output.writeVarInt(length, true);
        codec.enter(length);
        int written = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (++written > length) {
                break;
            }
            codec.writeElement(output, entry.getKey());
            codec.writeElement(output, entry.getValue());
        }
        check(written, length);
        codec.leave();
    }

    /** Writes a map that other threads may change meanwhile. */
    static void writeSnapshot(LaneCodec codec, FrameOutput output, Map<?, ?> map) {
        write(codec, output, map.entrySet().toArray(new Map.Entry<?, ?>[0]));
    }

    /**
     * As {@link #writeSnapshot}, with the values that the entries have now: a synchronised map holds its lock meanwhile.
     * The entries are not put into another map, because a sorted map might find some of them equal.
     */
    static void writeCopy(LaneCodec codec, FrameOutput output, Map<?, ?> map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>();
        map.forEach((key, value) -> entries.add(new AbstractMap.SimpleImmutableEntry<>(key, value)));
        write(codec, output, entries.toArray(new Map.Entry<?, ?>[0]));
    }

    private static void write(LaneCodec codec, FrameOutput output, Map.Entry<?, ?>[] entries) {
        output.writeVarInt(entries.length, true);
        codec.enter(entries.length);
        for (Map.Entry<?, ?> entry : entries) {
            codec.writeElement(output, entry.getKey());
            codec.writeElement(output, entry.getValue());
        }
        codec.leave();
    }

    static void check(int written, int length) {
        if (written != length) {
            throw new ConcurrentModificationException(
                    "A collection or map of " + length + " elements was changed while it was written");
        }
    }

    /** The first capacity of a container for {@code length} elements, each of which takes {@code slotBytes} of it. */
    static int capacity(FrameInput input, int length, int slotBytes) {
        return input.claim((long) length * slotBytes) ? length : Math.min(length, FIRST_CAPACITY);
    }

    static void readInto(LaneCodec codec, FrameInput input, int length, Collection<Object> target) {
        codec.enter(length);
        if (length < LEAST_OF_RUNS) {
            for (int i = 0; i < length; i++) {
                target.add(codec.readElement(input));
            }
        } else {
            for (int left = length; left > 0; ) {
                left = codec.readElements(input, target, left);
            }
        }
        codec.leave();
    }

    static void readInto(LaneCodec codec, FrameInput input, int length, Map<Object, Object> target) {
        codec.enter(length);
        for (int i = 0; i < length; i++) {
            Object key = codec.readElement(input);
            target.put(key, codec.readElement(input));
        }
        codec.leave();
    }

    /** As {@link #readInto}, for a target that asks each element for its hash code. */
    static void readHashedInto(LaneCodec codec, FrameInput input, int length, Collection<Object> target) {
        Collisions collisions = null;
        codec.enter(length);
        for (int i = 0; i < length; i++) {
            collisions = i == Collisions.FIRST_COUNTED ? new Collisions() : collisions;
            target.add(codec.readHashed(input, collisions));
        }
        codec.leave();
    }

    /** As {@link #readInto}, for a target that asks each key for its hash code. */
    static void readHashedInto(LaneCodec codec, FrameInput input, int length, Map<Object, Object> target) {
        Collisions collisions = null;
        codec.enter(length);
        for (int i = 0; i < length; i++) {
            collisions = i == Collisions.FIRST_COUNTED ? new Collisions() : collisions;
            Object key = codec.readHashed(input, collisions);
            target.put(key, codec.readElement(input));
        }
        codec.leave();
    }

    static Object[] read(LaneCodec codec, FrameInput input) {
        int length = input.readLength();
        Arriving arriving = new Arriving(input, length);
        readInto(codec, input, length, arriving);
        return arriving.elements;
    }

    static Object[] readHashed(LaneCodec codec, FrameInput input) {
        int length = input.readLength();
        Arriving arriving = new Arriving(input, length);
        readHashedInto(codec, input, length, arriving);
        return arriving.elements;
    }

    /** An array that is filled by adding. It is at most as long as what has been claimed, or twice what has arrived. */
    private static final class Arriving extends AbstractCollection<Object> {

        private final int length;
        private Object[] elements;
        private int count;

        Arriving(FrameInput input, int length) {
            this.length = length;
            this.elements = new Object[capacity(input, length, Long.BYTES)];
        }

        @Override
        public boolean add(Object element) {
            if (count == elements.length) {
                elements = Arrays.copyOf(elements, (int) Math.min(length, 2L * count));
            }
            elements[count++] = element;
            return true;
        }

        @Override
        public int size() {
            return count;
        }

        @Override
        public Iterator<Object> iterator() {
            throw new UnsupportedOperationException("only filled");
        }
    }
}

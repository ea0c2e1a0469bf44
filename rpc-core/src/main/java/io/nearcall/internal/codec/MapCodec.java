// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Writes and reads maps by their contents. */
abstract class MapCodec extends Serializer<Map<?, ?>> {

    /** What an entry costs a hash map in advance: its share of a sparse table whose length is a power of two. */
    static final int HASH_SLOT_BYTES = 12;

    /** How the entries are taken out of a map. */
    enum Way {
        /** By the map itself. For maps that nobody else uses meanwhile. */
        FOR_EACH,
        /** By an iterator. For views of maps of any class. */
        ITERATOR,
        /** All of them before the first is written. For maps that other threads may change meanwhile. */
        SNAPSHOT,
        /** As SNAPSHOT, but with copies of the entries. For synchronised maps, and for views of maps of any class. */
        COPY
    }

    private Way way = Way.FOR_EACH;

    @Override
    public void write(Kryo kryo, Output output, Map<?, ?> map) {
        if (way == Way.FOR_EACH) {
            Elements.write((LaneCodec) kryo, (FrameOutput) output, map);
        } else if (way == Way.ITERATOR) {
            Elements.writeIterated((LaneCodec) kryo, (FrameOutput) output, map);
        } else if (way == Way.SNAPSHOT) {
            Elements.writeSnapshot((LaneCodec) kryo, (FrameOutput) output, map);
        } else {
            Elements.writeCopy((LaneCodec) kryo, (FrameOutput) output, map);
        }
    }

    /** Makes this codec write maps in another way. Returns this codec. */
    final MapCodec by(Way chosen) {
        way = chosen;
        return this;
    }

    @Override
    public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
        return read((LaneCodec) kryo, (FrameInput) input);
    }

    abstract Map<?, ?> read(LaneCodec codec, FrameInput input);

    /** A codec for a map that can be made empty and then filled. The map may contain itself. */
    static MapCodec growing(IntFunction<Map<Object, Object>> withCapacity) {
        return new MapCodec() {
            @Override
            Map<?, ?> read(LaneCodec codec, FrameInput input) {
                int length = input.readLength();
                Map<Object, Object> map =
                        withCapacity.apply(hashCapacity(Elements.capacity(input, length, HASH_SLOT_BYTES)));
                codec.reference(map);
                Elements.readHashedInto(codec, input, length, map);
                return map;
            }
        };
    }

    /** As {@link #growing}, for a map that does not ask for hash codes. */
    static MapCodec unhashed(Supplier<Map<Object, Object>> maker) {
        return new MapCodec() {
            @Override
            Map<?, ?> read(LaneCodec codec, FrameInput input) {
                Map<Object, Object> map = maker.get();
                codec.reference(map);
                Elements.readInto(codec, input, input.readLength(), map);
                return map;
            }
        };
    }

    /** A codec for a map that is made of all its entries at once. */
    static MapCodec finished(Function<Map<Object, Object>, Map<?, ?>> maker) {
        return new MapCodec() {
            @Override
            Map<?, ?> read(LaneCodec codec, FrameInput input) {
                int length = input.readLength();
                Map<Object, Object> map =
                        new LinkedHashMap<>(hashCapacity(Elements.capacity(input, length, HASH_SLOT_BYTES)));
                Elements.readHashedInto(codec, input, length, map);
                return maker.apply(map);
            }
        };
    }

    /** A codec for a map with a comparator, which may be null and is written before the entries. */
    static MapCodec sorted(Function<Comparator<Object>, Map<Object, Object>> maker) {
        return sorted(maker, map -> map);
    }

    /** As above, for a map that only refers to the one with the entries: {@code wrapper} makes it of that one. */
    static <E extends Map<Object, Object>> MapCodec sorted(
            Function<Comparator<Object>, E> maker, Function<E, ? extends Map<?, ?>> wrapper) {
        return new MapCodec() {
            @Override
            public void write(Kryo kryo, Output output, Map<?, ?> map) {
                kryo.writeClassAndObject(output, ((SortedMap<?, ?>) map).comparator());
                super.write(kryo, output, map);
            }

            @Override
            @SuppressWarnings("unchecked")
            Map<?, ?> read(LaneCodec codec, FrameInput input) {
                E entries = maker.apply((Comparator<Object>) codec.readAny(input));
                Map<?, ?> map = wrapper.apply(entries);
                codec.reference(map);
                Elements.readInto(codec, input, input.readLength(), entries);
                return map;
            }
        };
    }

    /** The capacity with which a hash table does not have to grow for {@code length} entries. */
    static int hashCapacity(int length) {
        return (int) Math.min(1 << 30, length / 0.75 + 1);
    }
}

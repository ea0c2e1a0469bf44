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
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Writes and reads maps by their contents. */
abstract class MapCodec extends Serializer<Map<?, ?>> {

    /** What an entry costs a hash map in advance: its share of a sparse table whose length is a power of two. */
    static final int HASH_SLOT_BYTES = 12;

    private boolean iterated;

    @Override
    public void write(Kryo kryo, Output output, Map<?, ?> map) {
        if (iterated) {
            Elements.writeIterated((LaneCodec) kryo, (FrameOutput) output, map);
        } else {
            Elements.write((LaneCodec) kryo, (FrameOutput) output, map);
        }
    }

    /** Makes this codec iterate over maps, which are views of maps of any class. Returns this codec. */
    final MapCodec ofViews() {
        iterated = true;
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

    /** As {@link #growing}, for a map that other threads may change while it is written. */
    static MapCodec concurrent(IntFunction<Map<Object, Object>> withCapacity) {
        MapCodec growing = growing(withCapacity);
        return new MapCodec() {
            @Override
            public void write(Kryo kryo, Output output, Map<?, ?> map) {
                Elements.writeSnapshot((LaneCodec) kryo, (FrameOutput) output, map);
            }

            @Override
            Map<?, ?> read(LaneCodec codec, FrameInput input) {
                return growing.read(codec, input);
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
    static MapCodec sorted(Function<Comparator<Object>, SortedMap<Object, Object>> maker) {
        return new MapCodec() {
            @Override
            public void write(Kryo kryo, Output output, Map<?, ?> map) {
                kryo.writeClassAndObject(output, ((SortedMap<?, ?>) map).comparator());
                if (map.getClass() == TreeMap.class) {
                    super.write(kryo, output, map);
                } else {
                    Elements.writeSnapshot((LaneCodec) kryo, (FrameOutput) output, map);
                }
            }

            @Override
            @SuppressWarnings("unchecked")
            Map<?, ?> read(LaneCodec codec, FrameInput input) {
                Map<Object, Object> map = maker.apply((Comparator<Object>) codec.readAny(input));
                codec.reference(map);
                Elements.readInto(codec, input, input.readLength(), map);
                return map;
            }
        };
    }

    /** The capacity with which a hash table does not have to grow for {@code length} entries. */
    static int hashCapacity(int length) {
        return (int) Math.min(1 << 30, length / 0.75 + 1);
    }
}

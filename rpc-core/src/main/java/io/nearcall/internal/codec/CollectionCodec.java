// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Writes and reads collections by their contents. */
abstract class CollectionCodec extends Serializer<Collection<?>> {

    private boolean byIndex;
    private boolean bySnapshot;

    @Override
    public void write(Kryo kryo, Output output, Collection<?> collection) {
        if (byIndex) {
            Elements.writeIndexed((LaneCodec) kryo, (FrameOutput) output, (List<?>) collection);
        } else if (bySnapshot) {
            Elements.write((LaneCodec) kryo, (FrameOutput) output, Arrays.asList(collection.toArray()));
        } else {
            Elements.write((LaneCodec) kryo, (FrameOutput) output, collection);
        }
    }

    /**
     * Makes this codec write its collections without an iterator. This is for lists of the JDK that find an element by
     * its index at once. It is not for views: other threads may change the list below, and only an iterator may be a
     * snapshot of it.
     */
    final CollectionCodec byIndex() {
        byIndex = true;
        return this;
    }

    /**
     * Makes this codec take all elements out of a collection before it writes the first. This is for collections that
     * other threads may change meanwhile. A synchronised collection holds its lock while the elements are taken out.
     */
    final CollectionCodec bySnapshot() {
        bySnapshot = true;
        return this;
    }

    @Override
    public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        return read((LaneCodec) kryo, (FrameInput) input);
    }

    abstract Collection<?> read(LaneCodec codec, FrameInput input);

    /** A collection that is made empty and then filled, and so may contain itself. */
    static CollectionCodec growing(int slotBytes, IntFunction<? extends Collection<Object>> withCapacity) {
        return new CollectionCodec() {
            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                int length = input.readLength();
                Collection<Object> collection = withCapacity.apply(Elements.capacity(input, length, slotBytes));
                codec.reference(collection);
                Elements.readInto(codec, input, length, collection);
                return collection;
            }
        };
    }

    /** As {@link #growing}, for a hash table: it asks each element for its hash code. */
    static CollectionCodec hashed(IntFunction<? extends Collection<Object>> withCapacity) {
        return new CollectionCodec() {
            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                int length = input.readLength();
                int capacity = Elements.capacity(input, length, MapCodec.HASH_SLOT_BYTES);
                Collection<Object> collection = withCapacity.apply(MapCodec.hashCapacity(capacity));
                codec.reference(collection);
                Elements.readHashedInto(codec, input, length, collection);
                return collection;
            }
        };
    }

    /** As {@link #finished}, for a collection that asks each element for its hash code. */
    static CollectionCodec finishedHashed(Function<Object[], ? extends Collection<?>> maker) {
        return new CollectionCodec() {
            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                return maker.apply(Elements.readHashed(codec, input));
            }
        };
    }

    /** A collection that other threads may change while it is written. It is made from all its elements at once. */
    static CollectionCodec concurrent(Function<Collection<Object>, ? extends Collection<?>> maker) {
        return finished(elements -> maker.apply(Arrays.asList(elements))).bySnapshot();
    }

    /** A collection that is made from all its elements at once. */
    static CollectionCodec finished(Function<Object[], ? extends Collection<?>> maker) {
        return new CollectionCodec() {
            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                return maker.apply(Elements.read(codec, input));
            }
        };
    }

    /** A collection with a comparator, which goes before the elements and may be null. */
    static <C extends Collection<?>> CollectionCodec sorted(
            Function<C, Comparator<?>> comparator, Function<Comparator<Object>, Collection<Object>> maker) {
        return sorted(comparator, maker, collection -> collection);
    }

    /** As above, for a collection that only refers to the one with the elements: {@code wrapper} makes it of that one. */
    static <C extends Collection<?>, E extends Collection<Object>> CollectionCodec sorted(
            Function<C, Comparator<?>> comparator,
            Function<Comparator<Object>, E> maker,
            Function<E, ? extends Collection<?>> wrapper) {
        return new CollectionCodec() {
            @Override
            @SuppressWarnings("unchecked")
            public void write(Kryo kryo, Output output, Collection<?> collection) {
                kryo.writeClassAndObject(output, comparator.apply((C) collection));
                super.write(kryo, output, collection);
            }

            @Override
            @SuppressWarnings("unchecked")
            Collection<?> read(LaneCodec codec, FrameInput input) {
                E elements = maker.apply((Comparator<Object>) codec.readAny(input));
                Collection<?> collection = wrapper.apply(elements);
                codec.reference(collection);
                Elements.readInto(codec, input, input.readLength(), elements);
                return collection;
            }
        };
    }
}

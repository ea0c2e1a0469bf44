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
import java.util.function.Supplier;

/** Writes and reads collections by their contents. */
abstract class CollectionCodec extends Serializer<Collection<?>> {

    private boolean byIndex;

    @Override
    public void write(Kryo kryo, Output output, Collection<?> collection) {
        if (byIndex) {
            Elements.writeIndexed((LaneCodec) kryo, (FrameOutput) output, (List<?>) collection);
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

    /** As {@link #growing}, for a collection that asks each element for its hash code. */
    static CollectionCodec hashed(IntFunction<? extends Collection<Object>> withCapacity) {
        return new CollectionCodec() {
            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                int length = input.readLength();
                Collection<Object> collection =
                        withCapacity.apply(Elements.capacity(input, length, MapCodec.HASH_SLOT_BYTES));
                codec.reference(collection);
                Elements.readHashedInto(codec, input, length, collection);
                return collection;
            }
        };
    }

    /** As {@link #hashed}, for a collection that other threads may change while it is written. */
    static CollectionCodec concurrentHashed(Supplier<? extends Collection<Object>> maker) {
        CollectionCodec hashed = hashed(capacity -> maker.get());
        return new CollectionCodec() {
            @Override
            public void write(Kryo kryo, Output output, Collection<?> collection) {
                Elements.write((LaneCodec) kryo, (FrameOutput) output, Arrays.asList(collection.toArray()));
            }

            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                return hashed.read(codec, input);
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
        return new CollectionCodec() {
            @Override
            public void write(Kryo kryo, Output output, Collection<?> collection) {
                Elements.write((LaneCodec) kryo, (FrameOutput) output, Arrays.asList(collection.toArray()));
            }

            @Override
            Collection<?> read(LaneCodec codec, FrameInput input) {
                return maker.apply(Arrays.asList(Elements.read(codec, input)));
            }
        };
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
                Collection<Object> collection = maker.apply((Comparator<Object>) codec.readAny(input));
                codec.reference(collection);
                Elements.readInto(codec, input, input.readLength(), collection);
                return collection;
            }
        };
    }
}

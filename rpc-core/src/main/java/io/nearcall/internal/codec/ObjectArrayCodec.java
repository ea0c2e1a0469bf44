// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.Function;

/** Arrays of objects: the length, then the elements, with their classes unless only one class is possible. */
final class ObjectArrayCodec extends Serializer<Object[]> {

    private static final int FIRST_LENGTH = 10;

    private final Class<?> componentType;
    private final boolean exact;
    private final Function<Class<?>, Serializer<?>> serializers;

    ObjectArrayCodec(Class<?> componentType) {
        this(componentType, TravelRules.isExact(componentType), Serializers::of);
    }

    /**
     * For arrays that have another version on the other side.
     *
     * @param exact whether elements are written without their class
     * @param serializers gives the serialisers of such elements by class
     */
    ObjectArrayCodec(Class<?> componentType, boolean exact, Function<Class<?>, Serializer<?>> serializers) {
        this.componentType = componentType;
        this.exact = exact;
        this.serializers = serializers;
    }

    @Override
    public void write(Kryo kryo, Output output, Object[] array) {
        output.writeVarInt(array.length, true);
        if (componentType == String.class) {
            for (Object element : array) {
                output.writeString((String) element);
            }
        } else if (exact) {
            Serializer<?> serializer = array.length == 0 ? null : serializers.apply(componentType);
            for (Object element : array) {
                kryo.writeObjectOrNull(output, element, serializer);
            }
        } else {
            LaneCodec codec = (LaneCodec) kryo;
            codec.enter(array.length);
            for (Object element : array) {
                codec.writeElement((FrameOutput) output, element);
            }
            codec.leave();
        }
    }

    @Override
    public Object[] read(Kryo kryo, Input input, Class<? extends Object[]> ignored) {
        int length = ((FrameInput) input).readLength();
        if (((FrameInput) input).claim((long) length * Long.BYTES)) {
            Object[] array = (Object[]) Array.newInstance(componentType, length);
            kryo.reference(array);
            readElements(kryo, input, array, 0);
            return array;
        }
        // The length cannot be trusted before the elements have arrived, so the array grows with them. If it contains
        // itself, that reference finds nothing and is refused.
        Object[] array = (Object[]) Array.newInstance(componentType, Math.min(length, FIRST_LENGTH));
        for (int done = 0; done < length; ) {
            readElements(kryo, input, array, done);
            done = array.length;
            array = Arrays.copyOf(array, (int) Math.min(length, 2L * done));
        }
        return array;
    }

    private void readElements(Kryo kryo, Input input, Object[] array, int from) {
        if (componentType == String.class) {
            for (int i = from; i < array.length; i++) {
                array[i] = input.readString();
            }
        } else if (exact) {
            Serializer<?> serializer = from == array.length ? null : serializers.apply(componentType);
            for (int i = from; i < array.length; i++) {
                array[i] = kryo.readObjectOrNull(input, componentType, serializer);
            }
        } else {
            LaneCodec codec = (LaneCodec) kryo;
            codec.enter(array.length - from);
            for (int i = from; i < array.length; i++) {
                array[i] = codec.readElement((FrameInput) input);
            }
            codec.leave();
        }
    }
}

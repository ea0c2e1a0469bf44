// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.ImmutableSerializer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** Records: their components in order. Read through the canonical constructor, which checks the values. */
final class RecordCodec extends ImmutableSerializer<Object> {

    /** Above this, values go through an array: handles with many arguments are slow to build and limited to 255. */
    private static final int MAX_ARGUMENTS = 32;

    private final MethodHandle writer;
    private final MethodHandle reader;
    private final MethodHandle[] valueReaders;

    RecordCodec(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        List<MethodHandle> writers = new ArrayList<>();
        Class<?>[] types = new Class<?>[components.length];
        MethodHandle constructor;
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                writers.add(Steps.write(type.getDeclaredField(components[i].getName())));
            }
            constructor = Steps.constructor(type.getDeclaredConstructor(types));
        } catch (NoSuchFieldException | NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
        writer = Steps.inOrder(writers, Steps.WRITE);
        if (types.length <= MAX_ARGUMENTS) {
            valueReaders = null;
            reader = readThenConstruct(constructor, types);
        } else {
            valueReaders = new MethodHandle[types.length];
            for (int i = 0; i < types.length; i++) {
                valueReaders[i] =
                        Steps.read(types[i]).asType(methodType(Object.class, LaneCodec.class, FrameInput.class));
            }
            reader = constructor
                    .asSpreader(Object[].class, types.length)
                    .asType(methodType(Object.class, Object[].class));
        }
    }

    /** The fields of the components, in order. */
    static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                fields.add(type.getDeclaredField(component.getName()));
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
        }
        return fields;
    }

    /** Of type (codec, input)Object. Folding from the last argument to the first lets the first be read first. */
    private static MethodHandle readThenConstruct(MethodHandle constructor, Class<?>[] types) {
        MethodHandle handle = MethodHandles.dropArguments(constructor, types.length, LaneCodec.class, FrameInput.class);
        for (int i = types.length - 1; i >= 0; i--) {
            handle = MethodHandles.foldArguments(handle, i, Steps.read(types[i]));
        }
        return handle.asType(methodType(Object.class, LaneCodec.class, FrameInput.class));
    }

    @Override
    public void write(Kryo kryo, Output output, Object record) {
        try {
            writer.invokeExact((LaneCodec) kryo, (FrameOutput) output, record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        LaneCodec codec = (LaneCodec) kryo;
        FrameInput in = (FrameInput) input;
        try {
            if (valueReaders == null) {
                return (Object) reader.invokeExact(codec, in);
            }
            Object[] values = new Object[valueReaders.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = (Object) valueReaders[i].invokeExact(codec, in);
            }
            return (Object) reader.invokeExact(values);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }
}

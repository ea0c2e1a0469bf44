// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes and reads a class with fields: all that are neither static nor transient, those of superclasses first, by
 * name. The constructor without arguments makes the object, so that transient fields get their initial values. Without
 * such a constructor, the object is made without any.
 */
final class BeanCodec extends Serializer<Object> {

    private static final MethodType READ = methodType(void.class, LaneCodec.class, FrameInput.class, Object.class);

    private final MethodHandle writer;
    private final MethodHandle reader;
    private final MethodHandle constructor;
    private final ObjectInstantiator<?> instantiator;

    BeanCodec(Class<?> type) {
        List<MethodHandle> writers = new ArrayList<>();
        List<MethodHandle> readers = new ArrayList<>();
        for (Field field : fields(type)) {
            writers.add(Steps.write(field));
            readers.add(Steps.readInto(field));
        }
        writer = Steps.inOrder(writers, Steps.WRITE);
        reader = Steps.inOrder(readers, READ);
        constructor = constructor(type);
        instantiator = constructor != null ? null : new StdInstantiatorStrategy().newInstantiatorOf(type);
    }

    /** The fields that travel, in the order of the frame. */
    static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            List<Field> own = new ArrayList<>(Arrays.asList(owner.getDeclaredFields()));
            own.removeIf(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) != 0);
            own.sort((one, other) -> one.getName().compareTo(other.getName())); // comparing() makes one more lambda
            fields.addAll(0, own);
        }
        return fields;
    }

    static boolean hasConstructor(Class<?> type) {
        try {
            type.getDeclaredConstructor();
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    /** The constructor without arguments, as a handle of type ()Object; null if there is none. */
    static MethodHandle constructor(Class<?> type) {
        try {
            return Steps.constructor(type.getDeclaredConstructor()).asType(methodType(Object.class));
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Object bean) {
        try {
            writer.invokeExact((LaneCodec) kryo, (FrameOutput) output, bean);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        try {
            Object bean = constructor != null ? (Object) constructor.invokeExact() : instantiator.newInstance();
            kryo.reference(bean);
            reader.invokeExact((LaneCodec) kryo, (FrameInput) input, bean);
            return bean;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new KryoException(e);
        }
    }
}

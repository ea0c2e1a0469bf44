// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;

/** Records. Read through the canonical constructor, which checks the values. */
final class RecordCodec extends ReflectiveCodec {

    /** Above this, values go through an array: handles with many arguments are slow to build and limited to 255. */
    private static final int MAX_ARGUMENTS = 32;

    /**
     * Reads a record without an array, in which primitive values would be boxed. Null if not all members come in order,
     * or if they are too many. Otherwise the following are null.
     */
    private final MethodHandle reader;

    private final MethodHandle constructor;
    private final Object[] defaults;
    private final int[] indexes;
    private final MethodHandle[] valueReaders;

    RecordCodec(Class<?> type, List<CommonMember> members, List<String> missing) {
        super(type, members, missing);
        Class<?>[] types =
                TravelRules.members(type).stream().map(Field::getType).toArray(Class<?>[]::new);
        MethodHandle canonical = canonical(type, types);
        int[] from = members.stream().mapToInt(CommonMember::index).toArray();
        if (types.length <= MAX_ARGUMENTS && isInOrder(from, types.length)) {
            reader = readThenConstruct(canonical, members);
            constructor = null;
            defaults = null;
            indexes = null;
            valueReaders = null;
        } else {
            reader = null;
            constructor =
                    canonical.asSpreader(Object[].class, types.length).asType(methodType(Object.class, Object[].class));
            defaults = Stream.of(types)
                    .map(each -> Array.get(Array.newInstance(each, 1), 0))
                    .toArray();
            indexes = from;
            valueReaders = members.stream()
                    .map(each -> each.reader().asType(Steps.READ))
                    .toArray(MethodHandle[]::new);
        }
    }

    private static boolean isInOrder(int[] indexes, int count) {
        boolean inOrder = indexes.length == count;
        for (int i = 0; i < indexes.length; i++) {
            inOrder &= indexes[i] == i;
        }
        return inOrder;
    }

    private static MethodHandle canonical(Class<?> type, Class<?>[] types) {
        try {
            return Steps.constructor(type.getDeclaredConstructor(types));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of type {@link Steps#READ}. Folding from the last argument to the first lets the first be read first. */
    private static MethodHandle readThenConstruct(MethodHandle constructor, List<CommonMember> members) {
        MethodHandle handle =
                MethodHandles.dropArguments(constructor, members.size(), LaneCodec.class, FrameInput.class);
        for (int i = members.size() - 1; i >= 0; i--) {
            handle = MethodHandles.foldArguments(handle, i, members.get(i).reader());
        }
        return handle.asType(Steps.READ);
    }

    @Override
    Object read(LaneCodec codec, FrameInput in) throws Throwable {
        if (reader != null) {
            return (Object) reader.invokeExact(codec, in);
        }
        Object[] values = defaults.clone();
        for (int i = 0; i < indexes.length; i++) {
            values[indexes[i]] = (Object) valueReaders[i].invokeExact(codec, in);
        }
        try {
            return (Object) constructor.invokeExact(values);
        } catch (Throwable e) {
            throw refused(e);
        }
    }
}

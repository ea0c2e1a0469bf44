// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static java.lang.invoke.MethodType.methodType;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.List;
import java.util.function.Function;

/**
 * Builds method handles that write or read the fields of a class one after another. The whole sequence is one handle,
 * which the compiler inlines: no reflection, no boxing and no array per object.
 */
final class Steps {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** The type of a handle that writes one member, or all of them: codec, output, object. */
    static final MethodType WRITE = methodType(void.class, LaneCodec.class, FrameOutput.class, Object.class);

    /** The type of a handle that reads a value. */
    static final MethodType READ = methodType(Object.class, LaneCodec.class, FrameInput.class);

    /** The type of a handle that reads one member, or all of them, into an object: codec, input, object. */
    static final MethodType READ_INTO = methodType(void.class, LaneCodec.class, FrameInput.class, Object.class);

    private Steps() {}

    /** A handle of type {@link #WRITE} that writes the value of {@code field} with a writer of values. */
    static MethodHandle write(Field field, MethodHandle writer) {
        MethodHandle getter;
        try {
            getter = LOOKUP.unreflectGetter(opened(field, field.getDeclaringClass()));
        } catch (IllegalAccessException e) {
            throw inaccessible(field.getDeclaringClass(), e);
        }
        return MethodHandles.filterArguments(
                writer, 2, getter.asType(methodType(writer.type().parameterType(2), Object.class)));
    }

    /**
     * A handle of type (codec, output, value)void that writes a value of a declared type.
     *
     * @param serializers gives the serialisers of values that are written without their class
     */
    static MethodHandle writer(Class<?> type, Function<Class<?>, Serializer<?>> serializers) {
        if (type.isPrimitive() || type == String.class) {
            String name = "write" + suffix(type);
            Class<?> written = type == short.class ? int.class : type;
            MethodHandle write = virtual(FrameOutput.class, name, methodType(void.class, written));
            return MethodHandles.dropArguments(
                    write.asType(write.type().changeParameterType(1, type)), 0, LaneCodec.class);
        }
        return TravelRules.isExact(type)
                ? virtual(ExactValue.class, "write", WRITE).bindTo(new ExactValue(type, serializers))
                : anyWriter();
    }

    /** A handle of type {@link #WRITE} that writes the object, with its class. */
    static MethodHandle anyWriter() {
        return virtual(LaneCodec.class, "writeAny", methodType(void.class, FrameOutput.class, Object.class));
    }

    /** A handle of type (codec, input)type that reads what {@link #writer} writes. */
    static MethodHandle reader(Class<?> type, Function<Class<?>, Serializer<?>> serializers) {
        if (type.isPrimitive() || type == String.class) {
            return MethodHandles.dropArguments(
                    virtual(FrameInput.class, "read" + suffix(type), methodType(type)), 0, LaneCodec.class);
        }
        MethodHandle read = TravelRules.isExact(type)
                ? virtual(ExactValue.class, "read", READ).bindTo(new ExactValue(type, serializers))
                : virtual(LaneCodec.class, "readAny", methodType(Object.class, FrameInput.class));
        return read.asType(READ.changeReturnType(type));
    }

    /** A handle of type {@link #READ_INTO} that reads a value with {@code reader} and sets {@code field} to it. */
    static MethodHandle readInto(Field field, MethodHandle reader) {
        MethodHandle setter;
        try {
            setter = LOOKUP.unreflectSetter(opened(field, field.getDeclaringClass()));
        } catch (IllegalAccessException e) {
            throw inaccessible(field.getDeclaringClass(), e);
        }
        setter = setter.asType(setter.type().changeParameterType(0, Object.class));
        return MethodHandles.permuteArguments(MethodHandles.collectArguments(setter, 1, reader), READ_INTO, 2, 0, 1);
    }

    /** One handle that calls all {@code steps} in order. They have one type and return nothing. */
    static MethodHandle inOrder(List<MethodHandle> steps, MethodType type) {
        if (steps.isEmpty()) {
            return MethodHandles.empty(type);
        }
        if (steps.size() == 1) {
            return steps.get(0);
        }
        // Built from halves, so that the depth is the logarithm of their number.
        int middle = steps.size() / 2;
        return MethodHandles.foldArguments(
                inOrder(steps.subList(middle, steps.size()), type), inOrder(steps.subList(0, middle), type));
    }

    static MethodHandle constructor(Constructor<?> constructor) {
        try {
            return LOOKUP.unreflectConstructor(opened(constructor, constructor.getDeclaringClass()))
                    .asFixedArity(); // the last component of a record may be of variable arity
        } catch (IllegalAccessException e) {
            throw inaccessible(constructor.getDeclaringClass(), e);
        }
    }

    private static <T extends AccessibleObject> T opened(T member, Class<?> owner) {
        try {
            member.setAccessible(true);
            return member;
        } catch (InaccessibleObjectException e) {
            throw inaccessible(owner, e);
        }
    }

    private static ClassNotAllowed inaccessible(Class<?> type, Exception cause) {
        String module = type.getModule().getName();
        String owner = type.getPackageName();
        Module ours = Steps.class.getModule();
        ClassNotAllowed e = new ClassNotAllowed(
                type.getName(),
                "its fields are not accessible: add \"opens " + owner + (ours.isNamed() ? " to " + ours.getName() : "")
                        + ";\" to the module-info.java of " + module + ", or start the JVM with --add-opens " + module
                        + "/" + owner + "=" + (ours.isNamed() ? ours.getName() : "ALL-UNNAMED"));
        e.initCause(cause);
        return e;
    }

    static MethodHandle virtual(Class<?> owner, String name, MethodType type) {
        try {
            return LOOKUP.findVirtual(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String suffix(Class<?> type) {
        String name = type.getSimpleName();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** A value whose class follows from its place. Finds its serialiser on first use, because types may be cyclic. */
    private static final class ExactValue {

        private final Class<?> type;
        private final Function<Class<?>, Serializer<?>> serializers;
        private Serializer<?> serializer;

        ExactValue(Class<?> type, Function<Class<?>, Serializer<?>> serializers) {
            this.type = type;
            this.serializers = serializers;
        }

        void write(LaneCodec codec, FrameOutput output, Object value) {
            codec.writeObjectOrNull(output, value, serializer());
        }

        Object read(LaneCodec codec, FrameInput input) {
            return codec.readObjectOrNull(input, type, serializer());
        }

        private Serializer<?> serializer() {
            Serializer<?> known = serializer;
            if (known == null) {
                known = serializers.apply(type);
                serializer = known;
            }
            return known;
        }
    }
}

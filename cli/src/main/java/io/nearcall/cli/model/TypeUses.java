// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import io.nearcall.cli.model.TypeUse.Kind;
import io.nearcall.internal.codec.ReachableClasses;
import io.nearcall.internal.codec.RemoteTypes;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Finds out how other languages see types. */
final class TypeUses {

    private static final String NULLABLE = "Nullable";

    /** The kinds of containers. What peers write for a kind, such as an {@code ArrayList}, fits each of its types. */
    private static final Map<String, Kind> CONTAINERS = Map.ofEntries(
            Map.entry("java.lang.Iterable", Kind.LIST),
            Map.entry("java.util.Collection", Kind.LIST),
            Map.entry("java.util.List", Kind.LIST),
            Map.entry("java.util.ArrayList", Kind.LIST),
            Map.entry("java.util.Set", Kind.SET),
            Map.entry("java.util.HashSet", Kind.SET),
            Map.entry("java.util.LinkedHashSet", Kind.SET),
            Map.entry("java.util.Map", Kind.MAP),
            Map.entry("java.util.HashMap", Kind.MAP),
            Map.entry("java.util.LinkedHashMap", Kind.MAP),
            Map.entry("java.util.Map$Entry", Kind.ENTRY));

    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            Boolean.class, boolean.class,
            Byte.class, byte.class,
            Character.class, char.class,
            Short.class, short.class,
            Integer.class, int.class,
            Long.class, long.class,
            Float.class, float.class,
            Double.class, double.class);

    private static final Map<Class<?>, Class<?>> OF_PRIMITIVES = Map.of(
            OptionalInt.class, int.class,
            OptionalLong.class, long.class,
            OptionalDouble.class, double.class,
            IntStream.class, int.class,
            LongStream.class, long.class,
            DoubleStream.class, double.class);

    private final Set<Class<?>> extended;
    private final Set<Class<?>> known;
    private final Set<Class<?>> enums = new LinkedHashSet<>();

    /**
     * @param extended classes whose variables may hold objects of other classes that are reached
     * @param known the classes of values of the application that are described
     */
    TypeUses(Set<Class<?>> extended, Set<Class<?>> known) {
        this.extended = extended;
        this.known = known;
    }

    /** Returns all enums that were used. */
    List<Class<?>> enums() {
        return List.copyOf(enums);
    }

    /** The use by a parameter, result or member. Annotations of {@code declaration} may say that it may be null. */
    TypeUse declared(Type type, AnnotatedType annotated, AnnotatedElement declaration) {
        TypeUse use = argument(type, annotated);
        return use.orNull(use.kind() == Kind.BOX || isNullable(declaration));
    }

    /** The use within a container, future or stream. {@code annotated} is null if it is not known. */
    TypeUse argument(Type type, AnnotatedType annotated) {
        return of(type, annotated).orNull(annotated != null && isNullable(annotated));
    }

    /** The use by a parameter or result whose elements are fetched. */
    TypeUse streamed(Type type, AnnotatedType annotated, AnnotatedElement declaration) {
        Class<?> raw = ReachableClasses.erasure(type);
        Class<?> primitive = OF_PRIMITIVES.get(raw);
        TypeUse element = primitive != null
                ? TypeUse.of(Kind.PRIMITIVE, primitive)
                : of(argumentOf(type, 0), annotatedArgument(type, annotated, 0));
        Kind kind = raw == Flow.Publisher.class ? Kind.PUBLISHER : Kind.STREAM;
        return TypeUse.of(kind, raw, element).orNull(isNullable(declaration) || isNullable(annotated));
    }

    /** The use by a parameter or result that the method declares to be passed by reference. */
    TypeUse byReference(Type type, AnnotatedType annotated, AnnotatedElement declaration) {
        return TypeUse.of(Kind.REMOTE, ReachableClasses.erasure(type))
                .orNull(isNullable(declaration) || isNullable(annotated));
    }

    /** The use of a remote object that the method declares to be copied. */
    static TypeUse any(Class<?> raw) {
        return TypeUse.of(Kind.ANY, raw);
    }

    private TypeUse of(Type type, AnnotatedType annotated) {
        if (type instanceof TypeVariable<?> variable) {
            return of(ReachableClasses.erasure(variable), null);
        }
        if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], null);
        }
        Class<?> raw = ReachableClasses.erasure(type);
        if (raw.isArray()) {
            Type element = type instanceof GenericArrayType generic
                    ? generic.getGenericComponentType()
                    : raw.getComponentType();
            AnnotatedType of =
                    annotated instanceof AnnotatedArrayType array ? array.getAnnotatedGenericComponentType() : null;
            return TypeUse.of(Kind.ARRAY, raw, argument(element, of));
        }
        Kind container = CONTAINERS.get(raw.getName());
        if (container == Kind.MAP || container == Kind.ENTRY) {
            return TypeUse.of(container, raw, argumentAt(type, annotated, 0), argumentAt(type, annotated, 1));
        }
        if (container != null || raw == Optional.class) {
            Kind kind = container != null ? container : Kind.OPTIONAL;
            return TypeUse.of(kind, raw, argumentAt(type, annotated, 0));
        }
        return plain(raw);
    }

    private TypeUse plain(Class<?> raw) {
        if (raw == void.class || raw == Void.class) {
            return TypeUse.of(Kind.VOID, raw);
        }
        if (raw.isPrimitive()) {
            return TypeUse.of(Kind.PRIMITIVE, raw);
        }
        if (BOXES.containsKey(raw)) {
            return TypeUse.of(Kind.BOX, raw, TypeUse.of(Kind.PRIMITIVE, BOXES.get(raw)));
        }
        if (OF_PRIMITIVES.containsKey(raw)) {
            return TypeUse.of(Kind.OPTIONAL_PRIMITIVE, raw, TypeUse.of(Kind.PRIMITIVE, OF_PRIMITIVES.get(raw)));
        }
        return TypeUse.of(kind(raw), raw);
    }

    private Kind kind(Class<?> raw) {
        if (raw == String.class) {
            return Kind.STRING;
        }
        if (!known.contains(raw) && !TypeUse.isOfTheJdk(raw) && !RemoteTypes.isRemote(raw)) {
            return Kind.ANY; // a member of an allowed class: its own class must be allowed, too
        }
        if (raw.isEnum()) {
            enums.add(raw);
            return Kind.ENUM;
        }
        if (RemoteTypes.isRemote(raw)) {
            return Kind.REMOTE;
        }
        boolean open = raw.isInterface() || Modifier.isAbstract(raw.getModifiers()) || raw == Object.class;
        if (open || Throwable.class.isAssignableFrom(raw) || extended.contains(raw)) {
            return Kind.ANY;
        }
        return TypeUse.isOfTheJdk(raw) ? Kind.JDK_VALUE : Kind.VALUE;
    }

    static boolean isNullable(AnnotatedElement element) {
        return element != null
                && Arrays.stream(element.getAnnotations())
                        .anyMatch(annotation ->
                                annotation.annotationType().getSimpleName().equals(NULLABLE));
    }

    private TypeUse argumentAt(Type type, AnnotatedType annotated, int index) {
        return argument(argumentOf(type, index), annotatedArgument(type, annotated, index));
    }

    static Type argumentOf(Type type, int index) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[index] : Object.class;
    }

    /** Returns null where a super-interface declares the type with a variable in its place. */
    static AnnotatedType annotatedArgument(Type type, AnnotatedType annotated, int index) {
        boolean same = annotated instanceof AnnotatedParameterizedType
                && ReachableClasses.erasure(annotated.getType()) == ReachableClasses.erasure(type);
        return same ? ((AnnotatedParameterizedType) annotated).getAnnotatedActualTypeArguments()[index] : null;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import io.nearcall.cli.format.ValueOrder;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.TypeUse.Kind;
import java.util.Map;
import java.util.Set;

/** The C++ types for Java's types. peers/cpp/include/nearcall/wire.hpp and jdk.hpp convert them. */
final class CppTypes {

    private static final Map<Class<?>, String> PRIMITIVES = Map.of(
            boolean.class, "bool",
            byte.class, "std::int8_t",
            char.class, "char16_t",
            short.class, "std::int16_t",
            int.class, "std::int32_t",
            long.class, "std::int64_t",
            float.class, "float",
            double.class, "double");

    private static final Map<String, String> OF_THE_JDK = Map.of(
            "java.time.Instant", "::nearcall::instant",
            "java.time.Duration", "std::chrono::nanoseconds",
            "java.time.LocalDate", "std::chrono::year_month_day");

    private static final Set<Kind> ORDERED = Set.of(Kind.PRIMITIVE, Kind.BOX, Kind.STRING, Kind.ENUM);

    private static final String VALUE = "::nearcall::value";

    private final CppNames names;
    private final ValueOrder order;

    CppTypes(CppNames names, ValueOrder order) {
        this.names = names;
        this.order = order;
    }

    /** Returns the type of a struct's member. */
    String member(Class<?> owner, TypeUse use) {
        if (!order.needsPointer(owner, use)) {
            return of(owner, use);
        }
        return use.kind() == Kind.OPTIONAL
                ? "::nearcall::java_optional<" + member(owner, use.element()) + '>'
                : "std::shared_ptr<" + names.from(owner, use.raw()) + '>';
    }

    /** Returns the type of a stub's result or a skeleton's parameter, without a reference. */
    String received(Class<?> place, TypeUse use) {
        return isStream(use) ? orNull(use, "::nearcall::stream<" + of(place, use.element()) + '>') : of(place, use);
    }

    /** Returns the type of a stub's argument or a skeleton's result, without a reference. */
    String sent(Class<?> place, TypeUse use) {
        return isStream(use) ? orNull(use, "::nearcall::source") : of(place, use);
    }

    static boolean isStream(TypeUse use) {
        return use.kind() == Kind.STREAM || use.kind() == Kind.PUBLISHER;
    }

    /** Returns whether a parameter of the type is passed by value. */
    static boolean isSmall(TypeUse use) {
        return use.kind() == Kind.PRIMITIVE
                || use.kind() == Kind.BOX
                || use.kind() == Kind.ENUM
                || OF_THE_JDK.containsKey(use.raw().getName());
    }

    private String of(Class<?> place, TypeUse use) {
        return orNull(use, plain(place, use));
    }

    /** Makes a type optional. A value, and the result of a future without one, can be null themselves. */
    private static String orNull(TypeUse use, String type) {
        boolean wrapped = use.nullable() && !type.equals(VALUE) && use.kind() != Kind.VOID;
        return wrapped ? "std::optional<" + type + '>' : type;
    }

    private String plain(Class<?> place, TypeUse use) {
        return switch (use.kind()) {
            case VOID -> use.raw() == void.class ? "void" : "std::monostate";
            case PRIMITIVE -> PRIMITIVES.get(use.raw());
            case BOX -> PRIMITIVES.get(use.element().raw());
            case STRING -> "std::string";
            case ARRAY ->
                use.raw() == byte[].class ? "std::vector<std::byte>" : "std::vector<" + of(place, use.element()) + '>';
            case LIST -> "std::vector<" + of(place, use.element()) + '>';
            case SET -> isOrdered(use.element()) ? "std::set<" + of(place, use.element()) + '>' : VALUE;
            case MAP ->
                isOrdered(use.element())
                        ? "std::map<" + of(place, use.element()) + ", "
                                + of(place, use.arguments().get(1)) + '>'
                        : VALUE;
            case OPTIONAL -> "::nearcall::java_optional<" + of(place, use.element()) + '>';
            case OPTIONAL_PRIMITIVE ->
                "::nearcall::java_optional_primitive<"
                        + PRIMITIVES.get(use.element().raw()) + '>';
            case JDK_VALUE -> OF_THE_JDK.getOrDefault(use.raw().getName(), VALUE);
            case ENUM, VALUE, REMOTE -> names.from(place, use.raw());
            case ENTRY, ANY -> VALUE;
            case STREAM, PUBLISHER -> throw new IllegalArgumentException("use=" + use);
        };
    }

    private static boolean isOrdered(TypeUse use) {
        return ORDERED.contains(use.kind()) && !use.nullable();
    }

    /** Returns whether the type has an operator ==, if these structs have one. */
    boolean isComparable(Class<?> owner, TypeUse use, Set<Class<?>> comparable) {
        if (plainIsValue(owner, use) || use.kind() == Kind.REMOTE || order.needsPointer(owner, use)) {
            return false;
        }
        if (use.kind() == Kind.VALUE && !comparable.contains(use.raw())) {
            return false;
        }
        return use.arguments().stream().allMatch(each -> isComparable(owner, each, comparable));
    }

    private boolean plainIsValue(Class<?> owner, TypeUse use) {
        return plain(owner, use).equals(VALUE);
    }
}

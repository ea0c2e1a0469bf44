// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.internal.codec.ClassShape.Member;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which values fit a member whose type differs on the two sides, and converts them. */
final class MemberTypes {

    private static final Map<String, String> PRIMITIVES = Map.of(
            "java.lang.Boolean", "boolean",
            "java.lang.Character", "char",
            "java.lang.Byte", "byte",
            "java.lang.Short", "short",
            "java.lang.Integer", "int",
            "java.lang.Long", "long",
            "java.lang.Float", "float",
            "java.lang.Double", "double");

    private static final Set<String> NUMBERS = Set.of("byte", "short", "int", "long", "float", "double");

    private static final Map<String, Class<?>> BUILT_IN = BuiltInClasses.all().stream()
            .filter(type -> !type.isArray())
            .collect(Collectors.toUnmodifiableMap(Class::getName, type -> type, (one, other) -> one));

    private MemberTypes() {}

    /** Whether any value except null fits both types, as far as their names tell. */
    static boolean canFit(Member one, Member other) {
        String oneType = PRIMITIVES.getOrDefault(one.type(), one.type());
        String otherType = PRIMITIVES.getOrDefault(other.type(), other.type());
        if (oneType.equals(otherType) || NUMBERS.contains(oneType) && NUMBERS.contains(otherType)) {
            return true;
        }
        return !(one.exact() && other.exact()) && mayHold(one, other) && mayHold(other, one);
    }

    /** False if the first type only holds objects of one JDK class, and the second is no supertype of that class. */
    private static boolean mayHold(Member exact, Member other) {
        if (!exact.exact()) {
            return true;
        }
        Class<?> type = BUILT_IN.get(boxed(exact.type()));
        if (type == null) {
            return true;
        }
        for (Class<?> parent : TravelRules.supertypes(type)) {
            if (parent.getName().equals(other.type())) {
                return true;
            }
        }
        return false;
    }

    private static String boxed(String type) {
        for (Map.Entry<String, String> primitive : PRIMITIVES.entrySet()) {
            if (primitive.getValue().equals(type)) {
                return primitive.getKey();
            }
        }
        return type;
    }

    /**
     * Converts a value to another type. The result is the value itself, or the same number as another kind of number.
     *
     * @param type of a member of this side; may be primitive
     * @return {@link #UNFIT} if the value does not fit
     */
    static Object fit(Object value, Class<?> type) {
        if (value == null) {
            return type.isPrimitive() ? UNFIT : null;
        }
        Class<?> target = BUILT_IN.getOrDefault(boxed(type.getName()), type);
        if (target.isInstance(value)) {
            return value;
        }
        return value instanceof Number number && NUMBERS.contains(PRIMITIVES.get(target.getName()))
                ? number(number, target)
                : UNFIT;
    }

    /** Returned in place of a value that does not fit. */
    static final Object UNFIT = new Object();

    private static Object number(Number number, Class<?> target) {
        if (!NUMBERS.contains(PRIMITIVES.get(number.getClass().getName()))) {
            return UNFIT;
        }
        Number made = converted(number, target);
        return isEqual(number, made) ? made : UNFIT;
    }

    private static Number converted(Number number, Class<?> target) {
        if (target == Byte.class) {
            return number.byteValue();
        }
        if (target == Short.class) {
            return number.shortValue();
        }
        if (target == Integer.class) {
            return number.intValue();
        }
        if (target == Long.class) {
            return number.longValue();
        }
        return target == Float.class ? (Number) number.floatValue() : (Number) number.doubleValue();
    }

    private static boolean isEqual(Number one, Number other) {
        double a = one.doubleValue();
        double b = other.doubleValue();
        if (!Double.isFinite(a) || !Double.isFinite(b)) {
            return Double.compare(a, b) == 0;
        }
        return exactly(one).compareTo(exactly(other)) == 0;
    }

    private static BigDecimal exactly(Number number) {
        return number instanceof Float || number instanceof Double
                ? new BigDecimal(number.doubleValue())
                : BigDecimal.valueOf(number.longValue());
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Objects;
import java.util.StringJoiner;

/** Generic types that no class file contains. They are equal to the JDK's objects for the same types. */
final class ResolvedTypes {

    private ResolvedTypes() {}

    /** {@code List<Order>}. */
    record Parameterized(Type raw, Type owner, Type... arguments) implements ParameterizedType {

        @Override
        public Type[] getActualTypeArguments() {
            return arguments.clone();
        }

        @Override
        public Type getRawType() {
            return raw;
        }

        @Override
        public Type getOwnerType() {
            return owner;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ParameterizedType p
                    && raw.equals(p.getRawType())
                    && Objects.equals(owner, p.getOwnerType())
                    && Arrays.equals(arguments, p.getActualTypeArguments());
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(arguments) ^ Objects.hashCode(owner) ^ raw.hashCode();
        }

        @Override
        public String toString() {
            StringJoiner text = new StringJoiner(", ", raw.getTypeName() + "<", ">");
            for (Type argument : arguments) {
                text.add(argument.getTypeName());
            }
            return text.toString();
        }
    }

    /** {@code List<Order>[]}. */
    record ArrayOf(Type component) implements GenericArrayType {

        @Override
        public Type getGenericComponentType() {
            return component;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof GenericArrayType a && component.equals(a.getGenericComponentType());
        }

        @Override
        public int hashCode() {
            return component.hashCode();
        }

        @Override
        public String toString() {
            return component.getTypeName() + "[]";
        }
    }

    /** {@code ? extends Order}. */
    record Wildcard(Type[] upper, Type... lower) implements WildcardType {

        @Override
        public Type[] getUpperBounds() {
            return upper.clone();
        }

        @Override
        public Type[] getLowerBounds() {
            return lower.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof WildcardType w
                    && Arrays.equals(upper, w.getUpperBounds())
                    && Arrays.equals(lower, w.getLowerBounds());
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(lower) ^ Arrays.hashCode(upper);
        }

        @Override
        public String toString() {
            if (lower.length > 0) {
                return "? super " + lower[0].getTypeName();
            }
            return upper[0] == Object.class ? "?" : "? extends " + upper[0].getTypeName();
        }
    }
}

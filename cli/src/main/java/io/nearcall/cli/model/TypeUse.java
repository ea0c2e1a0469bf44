// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A type where a method or a class uses it.
 *
 * @param raw the class; for a stream, the class of its elements' source
 * @param arguments the elements, the key and the value, or what an optional holds
 * @param nullable whether Java says that the value may be null: by an annotation named Nullable, or because it is a box
 */
public record TypeUse(Kind kind, Class<?> raw, List<TypeUse> arguments, boolean nullable) {

    /** How another language sees a type. */
    public enum Kind {
        VOID,
        PRIMITIVE,
        /** {@code Integer} and the other boxes. */
        BOX,
        STRING,
        ARRAY,
        /** A {@code java.util.List}, or another type to which an {@code ArrayList} can be assigned. */
        LIST,
        /** A {@code java.util.Set}, or another type to which a {@code LinkedHashSet} can be assigned. */
        SET,
        /** A {@code java.util.Map}, or another type to which a {@code LinkedHashMap} can be assigned. */
        MAP,
        /** A {@code java.util.Map.Entry}. */
        ENTRY,
        OPTIONAL,
        /** {@code OptionalInt} and its relatives. */
        OPTIONAL_PRIMITIVE,
        /** Another value of the JDK. Most languages have a type of their own for it. */
        JDK_VALUE,
        ENUM,
        /** A record, or a class with fields, of the application. */
        VALUE,
        /** An interface whose objects are passed by reference. */
        REMOTE,
        /** An {@code Iterator} or a {@code Stream}. */
        STREAM,
        PUBLISHER,
        /** Any object: the declared type says too little, or exists only in Java. */
        ANY
    }

    public TypeUse {
        arguments = List.copyOf(arguments);
    }

    static TypeUse of(Kind kind, Class<?> raw, TypeUse... arguments) {
        return new TypeUse(kind, raw, List.of(arguments), false);
    }

    TypeUse orNull(boolean orNull) {
        return orNull && !raw.isPrimitive() ? new TypeUse(kind, raw, arguments, true) : this;
    }

    /** Returns whether the JDK has the class. */
    public static boolean isOfTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Returns the elements of a list, set, array or stream, or what an optional holds. */
    public TypeUse element() {
        return arguments.get(0);
    }

    /** Returns the type as Java writes it, with simple names. A box may be null without an annotation. */
    public String java() {
        String mark = nullable && kind != Kind.BOX ? "@Nullable " : "";
        return switch (kind) {
            case ARRAY -> element().java() + (mark.isEmpty() ? "[]" : ' ' + mark + "[]");
            case LIST, SET, MAP, ENTRY, OPTIONAL, STREAM, PUBLISHER -> mark + raw.getSimpleName() + javaArguments();
            default -> mark + raw.getSimpleName();
        };
    }

    private String javaArguments() {
        if (arguments.isEmpty() || arguments.get(0).raw().isPrimitive()) { // an IntStream has no argument
            return "";
        }
        return arguments.stream().map(TypeUse::java).collect(Collectors.joining(", ", "<", ">"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import static io.nearcall.cli.c.CNames.text;

import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.TypeUse.Kind;
import java.util.Map;

/** Declares, writes and reads arguments and results in C, according to their wire forms. */
final class CTypes {

    static final String VALUE = "const nearcall_value *";
    static final String TEXT = "const char *";

    private static final Map<Class<?>, String> PRIMITIVES = Map.of(
            boolean.class, "bool ",
            byte.class, "int8_t ",
            char.class, "uint16_t ",
            short.class, "int16_t ",
            int.class, "int32_t ",
            long.class, "int64_t ",
            float.class, "float ",
            double.class, "double ");

    private CTypes() {}

    static String primitive(Class<?> type) {
        return PRIMITIVES.get(type);
    }

    /** Returns a declaration, and one for the length of bytes. The names of outputs begin with stars. */
    static String declare(char form, TypeUse use, String name) {
        return switch (form) {
            case 'T' -> TEXT + name;
            case 'A' -> "const uint8_t *" + name + ", size_t " + name + "_length";
            case 'L', 'X', 'E', 'R' -> VALUE + name;
            default -> PRIMITIVES.get(use.raw()) + name;
        };
    }

    /** Returns the parameters for a result; empty if there is none. */
    static String declareResult(char form, TypeUse use) {
        return switch (form) {
            case 'V' -> "";
            case 'A' -> ", const uint8_t **result, size_t *result_length";
            default -> ", " + declare(form, use, "*result");
        };
    }

    /**
     * Returns the parameters for the result of a handler. An object of the program itself is handed over as an object.
     * It is released after it has been written, and a reference would not keep it.
     */
    static String declareServed(char form, TypeUse use) {
        if (form == 'E') {
            return ", nearcall_object **result";
        }
        return declareResult(form, use) + (use.kind() == Kind.REMOTE ? ", nearcall_object **own_result" : "");
    }

    /** Returns what is passed on for a parameter of that name. */
    static String pass(char form, String name) {
        return form == 'A' ? name + ", " + name + "_length" : name;
    }

    /** Returns a statement that writes. */
    static String put(String writer, char form, TypeUse use, String name) {
        return switch (form) {
            case 'T' -> "nearcall_put_string(" + writer + ", " + name + ");";
            case 'A' -> "nearcall_put_bytes(" + writer + ", " + name + ", " + name + "_length);";
            case 'L' -> "nearcall_put_value(" + writer + ", " + name + ");";
            case 'X' -> "nearcall_put_plain(" + writer + ", " + text(use.raw().getName()) + ", " + name + ");";
            case 'E' -> "nearcall_put_reference(" + writer + ", NEARCALL_STREAM, " + name + ");";
            case 'R' ->
                "nearcall_put_reference(" + writer + ", " + text(use.raw().getName()) + ", " + name + ");";
            default -> "nearcall_put_" + use.raw().getName() + "(" + writer + ", " + name + ");";
        };
    }

    /** Returns an expression that reads. {@code length} receives the length of bytes. */
    static String get(String reader, char form, TypeUse use, String length) {
        return switch (form) {
            case 'T' -> "nearcall_get_string(" + reader + ", NULL)";
            case 'A' -> "nearcall_get_bytes(" + reader + ", " + length + ")";
            case 'L' -> "nearcall_get_value(" + reader + ")";
            case 'X' -> "nearcall_get_plain(" + reader + ", " + text(use.raw().getName()) + ")";
            case 'E', 'R' -> "nearcall_get_reference(" + reader + ")";
            default -> "nearcall_get_" + use.raw().getName() + "(" + reader + ")";
        };
    }

    /** Returns a member of a struct. If C does not express its type, a comment has the Java declaration. */
    static String member(TypeUse use, String name, CNames names) {
        if (use.kind() == Kind.PRIMITIVE) {
            return PRIMITIVES.get(use.raw()) + name + ';';
        }
        if (use.kind() == Kind.STRING) {
            return TEXT + name + ';';
        }
        return use.kind() == Kind.ENUM
                ? "enum " + names.of(use.raw()) + ' ' + name + ';'
                : VALUE + name + "; /* " + use.java() + " */";
    }
}

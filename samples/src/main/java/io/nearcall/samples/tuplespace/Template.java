// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.io.Serializable;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Describes the tuples to look for. A tuple matches if it has as many fields, and each field equals the template's
 * field or is of the class in its place. A class stands for any value of that class, as {@code ?int} does in Linda.
 */
public record Template(List<Object> fields) implements Serializable {

    public Template {
        fields = List.copyOf(fields);
    }

    /** Makes a template, as in {@code Template.of("task", int.class, int.class)}. */
    public static Template of(Object... fields) {
        return new Template(Arrays.stream(fields).map(Template::boxed).toList());
    }

    /** Fields are objects: an int arrives as an Integer, so int.class must become Integer.class. */
    private static Object boxed(Object field) {
        return field instanceof Class<?> type
                ? MethodType.methodType(type).wrap().returnType()
                : field;
    }

    public boolean matches(Tuple tuple) {
        if (tuple.fields().size() != fields.size()) {
            return false;
        }
        for (int i = 0; i < fields.size(); i++) {
            if (!matches(fields.get(i), tuple.fields().get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean matches(Object wanted, Object field) {
        return wanted instanceof Class<?> type ? type.isInstance(field) : Objects.deepEquals(wanted, field);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Some values that belong together. The space reads them without knowing what they mean. So they must be of JDK classes
 * that may travel: the space has no other classes. The record implements {@link Serializable} because the comparison
 * with Java RMI sends tuples and templates too.
 */
public record Tuple(List<Object> fields) implements Serializable {

    public Tuple {
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("a tuple without fields");
        }
        fields = List.copyOf(fields);
    }

    /** Makes a tuple, as in {@code Tuple.of("task", 1, 1000)}. No field may be null. */
    public static Tuple of(Object... fields) {
        return new Tuple(List.of(fields));
    }

    /** Returns a text field. The first position is 0. */
    public String text(int index) {
        return (String) fields.get(index);
    }

    /** Returns a number field. The first position is 0. */
    public long number(int index) {
        return ((Number) fields.get(index)).longValue();
    }

    @Override
    public String toString() {
        return fields.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }
}

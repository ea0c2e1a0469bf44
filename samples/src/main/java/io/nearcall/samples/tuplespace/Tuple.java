// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Some values that belong together. The space looks at them without knowing what they mean: classes of the JDK that may
 * travel, since the space has no others. {@link Serializable} is there for the comparison with Java RMI, which sends tuples
 * and templates too.
 */
public record Tuple(List<Object> fields) implements Serializable {

    public Tuple {
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("a tuple without fields");
        }
        fields = List.copyOf(fields);
    }

    /** As in {@code Tuple.of("task", 1, 1000)}. None may be null. */
    public static Tuple of(Object... fields) {
        return new Tuple(List.of(fields));
    }

    /** The field at a position, from 0, which is a text. */
    public String text(int index) {
        return (String) fields.get(index);
    }

    /** The field at a position, from 0, which is a number. */
    public long number(int index) {
        return ((Number) fields.get(index)).longValue();
    }

    @Override
    public String toString() {
        return fields.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }
}

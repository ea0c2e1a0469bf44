// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tuples that lie in the space. They are indexed by length and first field, because the first field usually says
 * what a tuple is. Not thread-safe: the space's lock guards it.
 */
final class Shelves {

    private record Label(int length, Object first) {
        static Label of(List<Object> fields) {
            Object first = fields.get(0);
            return new Label(fields.size(), first instanceof String ? first : first.getClass());
        }
    }

    private final Map<Label, LinkedList<Tuple>> shelves = new HashMap<>();
    private int size;

    int size() {
        return size;
    }

    void add(Tuple tuple) {
        shelves.computeIfAbsent(Label.of(tuple.fields()), label -> new LinkedList<>())
                .add(tuple);
        size++;
    }

    /** Finds the oldest matching tuple of a shelf. */
    Optional<Tuple> find(Template template, boolean take) {
        if (template.fields().isEmpty() || !(template.fields().get(0) instanceof Class)) {
            return template.fields().isEmpty() ? Optional.empty() : find(Label.of(template.fields()), template, take);
        }
        for (Label label : List.copyOf(shelves.keySet())) { // any first field matches, so search all shelves
            Optional<Tuple> found = find(label, template, take);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Tuple> find(Label label, Template template, boolean take) {
        List<Tuple> shelf = shelves.getOrDefault(label, new LinkedList<>());
        for (Iterator<Tuple> tuples = shelf.iterator(); tuples.hasNext(); ) {
            Tuple tuple = tuples.next();
            if (template.matches(tuple)) {
                if (take) {
                    tuples.remove();
                    size--;
                    if (shelf.isEmpty()) {
                        shelves.remove(label);
                    }
                }
                return Optional.of(tuple);
            }
        }
        return Optional.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.TypeUse.Kind;
import io.nearcall.cli.model.ValueClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Orders structs, and finds members that have to be pointers because a struct cannot contain itself. */
public final class ValueOrder {

    private final Map<Class<?>, Set<Class<?>>> inside = new HashMap<>();
    private final Map<Class<?>, Set<Class<?>>> all = new HashMap<>();
    private final List<ValueClass> sorted = new ArrayList<>();

    public ValueOrder(Description description) {
        List<ValueClass> values =
                description.values().stream().filter(ValueClass::hasMembers).toList();
        for (ValueClass value : values) {
            Set<Class<?>> within = new LinkedHashSet<>();
            Set<Class<?>> every = new LinkedHashSet<>();
            for (ValueClass.Member member : value.members()) {
                collect(member.type(), true, within, every);
            }
            inside.put(value.type(), within);
            all.put(value.type(), every);
        }
        Set<ValueClass> done = new HashSet<>();
        values.forEach(value -> visit(value, description, done));
    }

    private static void collect(TypeUse use, boolean within, Set<Class<?>> inside, Set<Class<?>> all) {
        if (use.kind() == Kind.VALUE) {
            all.add(use.raw());
            if (within) {
                inside.add(use.raw());
            }
        }
        boolean holds = within && use.kind() == Kind.OPTIONAL;
        use.arguments().forEach(argument -> collect(argument, holds, inside, all));
    }

    /** Returns all records and classes with fields. Each comes after those that it contains. */
    public List<ValueClass> sorted() {
        return sorted;
    }

    /** Returns whether a member of that type makes its class contain itself, unless the member is a pointer. */
    public boolean needsPointer(Class<?> owner, TypeUse member) {
        TypeUse held = member;
        while (held.kind() == Kind.OPTIONAL) {
            held = held.element();
        }
        return held.kind() == Kind.VALUE && reaches(held.raw(), owner, inside);
    }

    private void visit(ValueClass value, Description description, Set<ValueClass> done) {
        if (!done.add(value)) {
            return;
        }
        for (Class<?> part : all.get(value.type())) {
            boolean cycle = reaches(part, value.type(), inside.get(value.type()).contains(part) ? inside : all);
            if (!cycle) {
                description.value(part).ifPresent(each -> visit(each, description, done));
            }
        }
        sorted.add(value);
    }

    private static boolean reaches(Class<?> from, Class<?> to, Map<Class<?>, Set<Class<?>>> edges) {
        Set<Class<?>> seen = new HashSet<>();
        List<Class<?>> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            Class<?> next = open.remove(open.size() - 1);
            if (next == to) {
                return true;
            }
            if (seen.add(next)) {
                open.addAll(edges.getOrDefault(next, Set.of()));
            }
        }
        return false;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import io.nearcall.cli.format.Macros;
import io.nearcall.cli.format.Names;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.ValueClass;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of Java's classes and members in C. */
final class CNames {

    /** Keywords of C11, macros of the standard headers, and parameters of generated functions. */
    private static final Set<String> RESERVED =
            Set.of(("auto break case char const continue default do double else enum extern"
                            + " float for goto if inline int long register restrict return short signed sizeof static struct switch"
                            + " typedef union unsigned void volatile while bool true false complex imaginary noreturn alignas alignof"
                            + " thread_local static_assert asm typeof unix linux NULL EOF TRUE FALSE NAN INFINITY errno assert stdin"
                            + " stdout stderr and or not xor class new delete this template namespace operator private public protected"
                            + " throw try catch virtual using typename friend explicit export mutable"
                            + " endpoint service options call begun chosen result result_length own_result error request context reader writer"
                            + " status handlers values from into made")
                    .split(" "));

    private static final Names NAMES = new Names(Macros.and(RESERVED));

    /** The names that are declared for each interface besides its methods. */
    static final Set<String> OF_INTERFACES =
            Set.of("signatures", "METHODS", "lookup", "bind", "methods", "export", "object_new");

    private static final Names METHODS =
            new Names(Stream.concat(RESERVED.stream(), OF_INTERFACES.stream()).collect(Collectors.toSet()));

    private static final Names CONSTANTS = new Names(Set.of("names", "read", "make"));

    private final Map<Class<?>, String> names = new HashMap<>();

    CNames(Description description) {
        Set<Class<?>> types = new LinkedHashSet<>();
        description.interfaces().stream().map(RemoteType::type).forEach(types::add);
        description.values().stream().map(ValueClass::type).forEach(types::add);
        types.addAll(description.exceptions());
        Map<String, String> prefixes = Names.prefixes(types);
        Map<Class<?>, String> simple = new Names(Set.of()).ofClasses(types);
        types.forEach(type -> names.put(type, full(prefixes.get(type.getPackageName()), simple.get(type))));
    }

    private static String full(String prefix, String simple) {
        return prefix.isEmpty() ? NAMES.of(simple) : prefix + simple;
    }

    String of(Class<?> type) {
        return names.get(type);
    }

    static String member(String javaName) {
        return NAMES.of(javaName);
    }

    static String method(String javaName) {
        return METHODS.of(javaName);
    }

    /** Returns the name of a constant. The name of its enum stands in front of it. */
    static String constant(String javaName) {
        return CONSTANTS.of(javaName);
    }

    static String text(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}

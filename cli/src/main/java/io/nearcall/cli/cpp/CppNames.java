// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import io.nearcall.cli.format.Macros;
import io.nearcall.cli.format.Names;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.ValueClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The names of Java's classes and members in C++. */
final class CppNames {

    /** Keywords of C++20, macros of the standard headers, and names that generated code uses. */
    private static final Set<String> RESERVED =
            Set.of(("alignas alignof and and_eq asm auto bitand bitor bool break case catch char"
                            + " char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast continue"
                            + " co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export"
                            + " extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr"
                            + " operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof"
                            + " static static_assert static_cast struct switch template this thread_local throw true try typedef typeid"
                            + " typename union unsigned using virtual void volatile wchar_t while xor xor_eq"
                            + " NULL EOF TRUE FALSE NAN INFINITY OVERFLOW UNDERFLOW DOMAIN RAND_MAX BUFSIZ errno assert stdin stdout"
                            + " stderr linux unix signals slots emit std interface offered own none"
                            + " stub call_ post_ async_ nearcall_stub FILE")
                    .split(" "));

    private static final Names NAMES = new Names(Macros.and(RESERVED));

    private final Map<Class<?>, String> simple;

    CppNames(Description description) {
        List<Class<?>> types = new ArrayList<>();
        description.interfaces().stream().map(RemoteType::type).forEach(types::add);
        description.values().stream()
                .map(ValueClass::type)
                .filter(type -> !type.isArray())
                .forEach(types::add);
        types.addAll(description.exceptions());
        simple = NAMES.ofClasses(types);
    }

    static String member(String javaName) {
        return NAMES.of(javaName);
    }

    /** Returns the name without its namespace. */
    String simple(Class<?> type) {
        return simple.computeIfAbsent(type, each -> NAMES.of(each.getSimpleName()));
    }

    static String namespace(Class<?> type) {
        return Arrays.stream(type.getPackageName().split("\\.")).map(NAMES::of).collect(Collectors.joining("::"));
    }

    /** Returns the name for code outside of all namespaces. */
    String full(Class<?> type) {
        String namespace = namespace(type);
        return namespace.isEmpty() ? simple(type) : namespace + "::" + simple(type);
    }

    /** Returns the name for code in the namespace of {@code place}, or outside of all namespaces if that is null. */
    String from(Class<?> place, Class<?> type) {
        boolean near = place != null && namespace(place).equals(namespace(type));
        return near ? simple(type) : "::" + full(type);
    }

    /** Returns the namespace of the constants of its methods. */
    String methods(Class<?> type) {
        return simple(type) + "_methods";
    }

    String skeleton(Class<?> type) {
        return simple(type) + "Skeleton";
    }

    static String text(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}

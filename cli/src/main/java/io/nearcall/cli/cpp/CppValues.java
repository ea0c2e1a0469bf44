// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import static io.nearcall.cli.cpp.CppNames.text;

import io.nearcall.cli.format.ValueOrder;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.TypeUse.Kind;
import io.nearcall.cli.model.ValueClass;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes enums, structs and exceptions, and what {@code nearcall::record} and {@code nearcall::enumeration} need. */
final class CppValues {

    private final Description description;
    private final CppNames names;
    private final CppTypes types;
    private final ValueOrder order;

    CppValues(Description description, CppNames names, CppTypes types, ValueOrder order) {
        this.description = description;
        this.names = names;
        this.types = types;
        this.order = order;
    }

    void enums(CppText out) {
        for (ValueClass type : enums()) {
            out.in(CppNames.namespace(type.type()));
            out.gap();
            out.line("/* %s */", type.type().getName());
            out.line("enum class %s { %s };", names.simple(type.type()), String.join(", ", declaredConstants(type)));
        }
        for (ValueClass type : enums()) {
            out.in("");
            out.gap();
            out.line("template <> struct nearcall::enumeration<%s> {", names.full(type.type()));
            out.line(
                    "    static constexpr const char* name = %s;",
                    text(type.type().getName()));
            if (!type.constants()
                    .equals(type.declaredConstants().stream().sorted().toList())) {
                out.line("    static constexpr const char* shape = %s;", text(type.section())); // with former names
            }
            if (type.constants().isEmpty()) {
                out.line(
                        "    static constexpr std::array<std::pair<::%s, const char*>, 0> constants{};",
                        names.full(type.type()));
            } else {
                out.line("    static constexpr auto constants = std::array{");
            }
            List<String> constants = type.declaredConstants().stream().sorted().toList();
            for (int i = 0; i < constants.size(); i++) {
                out.line(
                        "        std::pair{::%s::%s, %s}%s",
                        names.full(type.type()),
                        CppNames.member(constants.get(i)),
                        text(constants.get(i)),
                        i + 1 < constants.size() ? "," : "};");
            }
            out.line("};");
        }
    }

    private List<ValueClass> enums() {
        return description.values().stream().filter(ValueClass::isEnum).toList();
    }

    private static List<String> declaredConstants(ValueClass type) {
        return type.declaredConstants().stream().map(CppNames::member).toList();
    }

    void declarations(CppText out) {
        for (ValueClass type : order.sorted()) {
            out.in(CppNames.namespace(type.type()));
            out.line("struct %s;", names.simple(type.type()));
        }
    }

    void structs(CppText out) {
        Set<Class<?>> comparable = new HashSet<>();
        for (ValueClass type : order.sorted()) {
            boolean all = type.members().stream()
                    .allMatch(member -> types.isComparable(type.type(), member.type(), comparable));
            if (all) {
                comparable.add(type.type());
            }
            struct(type, all, out);
        }
        for (ValueClass type : order.sorted()) {
            record(type, out);
        }
    }

    private void struct(ValueClass type, boolean comparable, CppText out) {
        out.in(CppNames.namespace(type.type()));
        out.gap();
        out.line("/* %s */", type.type().getName());
        out.line("struct %s {", names.simple(type.type()));
        for (ValueClass.Member member : type.members()) {
            String cpp = types.member(type.type(), member.type());
            out.line(
                    "    %s %s%s;%s",
                    cpp,
                    CppNames.member(type.uniqueName(member)),
                    member.type().kind() == Kind.PRIMITIVE || member.type().kind() == Kind.ENUM ? "{}" : "",
                    cpp.contains("::nearcall::value") ? " /* " + member.type().java() + " */" : "");
        }
        if (comparable) {
            out.line("    bool operator==(const %s&) const = default;", names.simple(type.type()));
        }
        out.line("};");
    }

    private void record(ValueClass type, CppText out) {
        out.in("");
        out.gap();
        out.line("template <> struct nearcall::record<%s> {", names.full(type.type()));
        out.line("    static constexpr const char* name = %s;", text(type.type().getName()));
        if (!type.isRecord()) {
            out.line("    static constexpr const char* shape = %s;", text(type.head()));
        }
        if (type.members().isEmpty()) {
            out.line("    static constexpr auto members = std::tuple{};");
        } else {
            out.line("    static constexpr auto members = std::tuple{");
        }
        for (int i = 0; i < type.members().size(); i++) {
            ValueClass.Member member = type.members().get(i);
            out.line(
                    "        member{%s, &::%s::%s, %s}%s",
                    text(member.name()),
                    names.full(type.type()),
                    CppNames.member(type.uniqueName(member)),
                    text(member.line()),
                    i + 1 < type.members().size() ? "," : "};");
        }
        out.line("};");
    }

    void exceptions(CppText out) {
        for (Class<?> type : description.exceptions()) {
            String name = names.simple(type);
            out.in(CppNames.namespace(type));
            out.gap();
            out.line("/* %s */", type.getName());
            out.line("class %s : public ::nearcall::java_exception {", name);
            out.line("public:");
            out.line("    static constexpr const char* java_class = %s;", text(type.getName()));
            out.line(
                    "    explicit %s(std::optional<std::string> message = {}, std::optional<::nearcall::java_exception> cause = {})",
                    name);
            out.line("        : java_exception(java_class, std::move(message), std::move(cause))");
            out.line("    {");
            out.line("    }");
            out.line("    explicit %s(const ::nearcall::java_exception& from) : java_exception(from) {}", name);
            out.line("};");
        }
    }
}

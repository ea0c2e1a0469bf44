// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import static io.nearcall.cli.c.CNames.text;

import io.nearcall.cli.format.SourceText;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.ValueClass;
import java.util.List;

/** Writes enums, structs, names of exceptions, and the function that describes all classes. */
final class CValues {

    private final Description description;
    private final CNames names;

    CValues(Description description, CNames names) {
        this.description = description;
        this.names = names;
    }

    void write(SourceText out) {
        for (Class<?> type : description.exceptions()) {
            out.line("#define %s %s", names.of(type), text(type.getName()));
        }
        for (ValueClass type : description.values()) {
            if (type.isEnum()) {
                writeEnum(type, out);
            }
        }
        for (ValueClass type : description.values()) {
            if (type.hasMembers()) {
                writeStruct(type, out);
            }
        }
    }

    private void writeEnum(ValueClass type, SourceText out) {
        String name = names.of(type.type());
        out.gap();
        out.line("/* %s */", type.type().getName());
        out.line("enum %s {", name);
        out.line("    %s_null = -1,", name);
        List<String> constants = type.declaredConstants();
        for (int i = 0; i < constants.size(); i++) {
            out.line("    %s_%s%s", name, CNames.constant(constants.get(i)), i + 1 < constants.size() ? "," : "");
        }
        out.line("};");
        out.line("static const char *const %s_names[] = {", name);
        for (String constant : constants) {
            out.line("    %s,", text(constant));
        }
        if (constants.isEmpty()) {
            out.line("    NULL,");
        }
        out.line("};");
        out.gap();
        out.line("/* null for a value that is no constant of the enum. */");
        out.line("static inline enum %s %s_read(const nearcall_value *from)", name, name);
        out.line("{");
        out.line(
                "    const char *found = nearcall_value_kind(from) == NEARCALL_KIND_ENUM ? nearcall_value_text(from, NULL) : \"\";");
        out.line("    for (int i = 0; i < %d; i++) {", constants.size());
        out.line("        if (strcmp(found, %s_names[i]) == 0) {", name);
        out.line("            return (enum %s)i;", name);
        out.line("        }");
        out.line("    }");
        out.line("    return %s_null;", name);
        out.line("}");
        out.gap();
        out.line(
                "static inline nearcall_value *%s_make(nearcall_endpoint *endpoint, nearcall_values *values, enum %s from)",
                name, name);
        out.line("{");
        out.line("    return from < 0 || from >= %d ? NULL", constants.size());
        out.line(
                "                                  : nearcall_new_enum(endpoint, values, %s, %s_names[from]);",
                text(type.type().getName()), name);
        out.line("}");
    }

    private void writeStruct(ValueClass type, SourceText out) {
        String name = names.of(type.type());
        out.gap();
        out.line("/* %s */", type.type().getName());
        out.line("struct %s {", name);
        for (ValueClass.Member member : type.members()) {
            out.line("    %s", CTypes.member(member.type(), memberName(type, member), names));
        }
        if (type.members().isEmpty()) {
            out.line("    char unused; /* it has no members */");
        }
        out.line("};");
        out.gap();
        out.line("/* False for null, and for an object of another class. */");
        out.line("static inline bool %s_read(const nearcall_value *from, struct %s *into)", name, name);
        out.line("{");
        out.line("    if (!nearcall_is_instance(from, %s)) {", text(type.type().getName()));
        out.line("        return false;");
        out.line("    }");
        for (ValueClass.Member member : type.members()) {
            out.line("    into->%s = %s;", memberName(type, member), read(member));
        }
        if (type.members().isEmpty()) {
            out.line("    into->unused = 0;");
        }
        out.line("    return true;");
        out.line("}");
        out.gap();
        out.line(
                "static inline nearcall_value *%s_make(nearcall_endpoint *endpoint, nearcall_values *values, const struct %s *from)",
                name, name);
        out.line("{");
        out.line(
                "    nearcall_value *made = nearcall_new_instance(endpoint, values, %s);",
                text(type.type().getName()));
        out.line("    if (made != NULL) {");
        for (ValueClass.Member member : type.members()) {
            out.line(
                    "        nearcall_value_set(made, %s, %s);",
                    text(member.name()), make(member.type(), "from->" + memberName(type, member)));
        }
        if (type.members().isEmpty()) {
            out.line("        (void)from;");
        }
        out.line("    }");
        out.line("    return made;");
        out.line("}");
    }

    private static String memberName(ValueClass type, ValueClass.Member member) {
        return CNames.member(type.uniqueName(member));
    }

    private String read(ValueClass.Member member) {
        String found = "nearcall_value_member(from, " + text(member.name()) + ")";
        TypeUse use = member.type();
        return switch (use.kind()) {
            case PRIMITIVE -> {
                String type = CTypes.primitive(use.raw()).strip();
                boolean real = use.raw() == float.class || use.raw() == double.class;
                yield "(" + type + ")nearcall_value_" + (real ? "real" : "integer") + "(" + found + ")";
            }
            case STRING -> "nearcall_value_text(" + found + ", NULL)";
            case ENUM -> names.of(use.raw()) + "_read(" + found + ")";
            default -> found;
        };
    }

    private String make(TypeUse use, String from) {
        return switch (use.kind()) {
            case PRIMITIVE -> "nearcall_new_" + use.raw().getName() + "(values, " + from + ")";
            case STRING -> "nearcall_new_string(values, " + from + ")";
            case ENUM -> names.of(use.raw()) + "_make(endpoint, values, " + from + ")";
            default -> from;
        };
    }

    void describe(String name, SourceText out) {
        out.gap();
        out.line("/* Describes the classes of this header. Looking up, exporting and making objects do so, too. */");
        out.line("static inline int describe_%s(nearcall_endpoint *endpoint, nearcall_error *error)", name);
        out.line("{");
        out.line("    static const char *const classes[][2] = {");
        for (ValueClass type : description.values()) {
            if (type.isDescribed()) {
                out.line("        {%s, %s},", text(type.type().getName()), text(type.section()));
            }
        }
        for (RemoteType type : description.interfaces()) {
            if (type.markedRemote()) {
                out.line("        {%s, \"remote interface\"},", text(type.type().getName()));
            }
        }
        out.line("        {NULL, NULL},");
        out.line("    };");
        out.line("    int status = NEARCALL_OK;");
        out.line("    for (size_t i = 0; classes[i][0] != NULL && status == NEARCALL_OK; i++) {");
        out.line("        status = nearcall_add_class(endpoint, classes[i][0], classes[i][1], error);");
        out.line("    }");
        out.line("    return status;");
        out.line("}");
    }
}

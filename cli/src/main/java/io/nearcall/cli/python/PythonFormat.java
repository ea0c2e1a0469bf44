// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.python;

import io.nearcall.cli.format.Format;
import io.nearcall.cli.format.Names;
import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.format.SourceText;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.Refusal;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.TypeUse.Kind;
import io.nearcall.cli.model.ValueClass;
import io.nearcall.codegen.RemoteMethod;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes one module for {@code peers/python}, with a class for each interface, record, bean, enum and exception. */
public final class PythonFormat implements Format {

    private static final String KEYWORDS =
            "False None True and as assert async await break class continue def del elif else except"
                    + " finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";

    /** The names of modules and types that generated modules use. */
    private static final String USED =
            " self int float str bytes bool list set dict tuple Any Annotated Future dataclass method"
                    + " nearcall enum datetime decimal uuid";

    private static final Names NAMES = new Names(Set.of((KEYWORDS + USED).split(" ")));

    /**
     * Annotations do not look for types among the methods of a class, so methods may have these names. Decorators do.
     */
    private static final Names METHODS = new Names(Set.of((KEYWORDS + " method nearcall").split(" ")));

    /** Modules that the package imports, directly or indirectly. A file of such a name would be imported instead. */
    private static final Set<String> MODULES = Set.of(
            ("nearcall array ast bisect calendar collections concurrent contextlib copy ctypes dataclasses datetime decimal"
                            + " dis enum fractions functools heapq importlib inspect io itertools keyword linecache locale logging math"
                            + " numbers opcode operator os platform queue random re reprlib select selectors signal socket stat string"
                            + " struct subprocess sys tempfile threading time token tokenize traceback types typing uuid warnings weakref")
                    .split(" "));

    /** The attributes that each enum.Enum has. */
    private static final Set<String> OF_ENUMS = Set.of("mro", "name", "value");

    @Override
    public List<Document> write(Description description, List<String> notes) {
        PeerRules.check(description, "Python", notes);
        String name = description.name();
        if (MODULES.contains(name) || METHODS.isReserved(name)) {
            throw new Refusal(
                    "A module of Python cannot be called " + name + ": it is a keyword, or the name of a module that"
                            + " Python's library or nearcall has. Choose another with --name.");
        }
        return new Module(description).write();
    }

    static String constant(String javaName) {
        return OF_ENUMS.contains(javaName) ? javaName + '_' : NAMES.of(javaName);
    }

    static String member(String javaName) {
        return NAMES.of(javaName);
    }

    static String method(RemoteCall call) {
        return METHODS.of(call.javaName());
    }

    /** The module of one description. */
    private static final class Module {

        private final Description description;
        private final Map<Class<?>, String> names;
        private final PythonTypes types;
        private final SourceText out = new SourceText();

        Module(Description description) {
            this.description = description;
            List<Class<?>> all = new ArrayList<>();
            description.interfaces().stream().map(RemoteType::type).forEach(all::add);
            description.values().stream().map(ValueClass::type).forEach(all::add);
            all.addAll(description.exceptions());
            names = NAMES.ofClassesInOneScope(
                    all.stream().filter(type -> !type.isArray()).toList());
            PythonScopes.check(description, names);
            types = new PythonTypes(description, names);
        }

        List<Document> write() {
            for (ValueClass type : description.values()) {
                if (type.isEnum()) {
                    writeEnum(type);
                } else if (type.hasMembers()) {
                    writeDataclass(type);
                }
            }
            description.exceptions().forEach(this::writeException);
            description.interfaces().forEach(this::writeInterface);
            String name = description.name();
            return List.of(new Document(name + ".py", head() + out.finish()));
        }

        /** Returns the head, which is written last, because the classes determine the imports. */
        private String head() {
            SourceText head = new SourceText();
            String named = description.named().stream()
                    .map(RemoteType::type)
                    .map(Class::getName)
                    .collect(Collectors.joining(" "));
            head.line("# Made by %s. Changes are lost when it is made again.", description.command("python"));
            head.line("\"\"\"The Java interface %s and the types that it reaches.\"\"\"", named.replace(" ", ", "));
            head.gap();
            head.line("from __future__ import annotations");
            head.gap();
            types.modules().add("enum");
            types.modules().forEach(module -> head.line("import %s", module));
            head.line("from concurrent.futures import Future");
            head.line("from dataclasses import dataclass");
            if (!types.typing().isEmpty()) {
                head.line("from typing import %s", String.join(", ", types.typing()));
            }
            head.gap();
            head.line("import nearcall");
            head.line("from nearcall import method");
            return head.finish();
        }

        private void twoGaps() {
            out.line("");
            out.line("");
        }

        private void writeEnum(ValueClass type) {
            twoGaps();
            decorate(type, type.constants());
            out.line("class %s(enum.Enum):", names.get(type.type()));
            for (String constant : type.declaredConstants()) {
                out.line("    %s = %s", constant(constant), text(constant));
            }
            if (type.declaredConstants().isEmpty()) {
                out.line("    pass");
            }
        }

        private void decorate(ValueClass type, List<String> lines) {
            out.line("@nearcall.java(");
            out.line("    %s,", text(type.type().getName()));
            out.line("    %s,", text(type.head()));
            lines.forEach(line -> out.line("    %s,", text(line)));
            out.line(")");
        }

        /** Writes a dataclass. A bean can be made without arguments, as in Java. */
        private void writeDataclass(ValueClass type) {
            twoGaps();
            decorate(
                    type,
                    type.members().stream()
                            .map(member -> member.name() + ' ' + member.line())
                            .toList());
            out.line("@dataclass(%s)", type.isRecord() ? "frozen=True" : "eq=False");
            out.line("class %s:", names.get(type.type()));
            for (ValueClass.Member member : type.members()) {
                String hint = types.declared(member.type());
                String name = member(type.uniqueName(member));
                if (type.isRecord()) {
                    out.line("    %s: %s", name, hint);
                } else {
                    out.line("    %s: %s = %s", name, orNone(hint, member.type()), first(member.type()));
                }
            }
            if (type.members().isEmpty()) {
                out.line("    pass");
            }
        }

        private static String orNone(String hint, TypeUse use) {
            boolean open = use.kind() == Kind.PRIMITIVE || hint.equals("Any") || hint.endsWith(" | None");
            return open ? hint : hint + " | None";
        }

        private static String first(TypeUse use) {
            if (use.kind() != Kind.PRIMITIVE) {
                return "None";
            }
            return switch (use.raw().getName()) {
                case "boolean" -> "False";
                case "char" -> "\"\\0\"";
                case "float", "double" -> "0.0";
                default -> "0";
            };
        }

        private void writeException(Class<?> type) {
            twoGaps();
            out.line("@nearcall.java(%s)", text(type.getName()));
            out.line("class %s(nearcall.JavaException):", names.get(type));
            out.line("    pass");
        }

        private void writeInterface(RemoteType type) {
            twoGaps();
            String service = type.named() ? ", service=" + text(type.serviceName()) : "";
            out.line(
                    "class %s(nearcall.Interface, java=%s%s):",
                    names.get(type.type()), text(type.type().getName()), service);
            boolean first = true;
            for (RemoteCall call : type.calls()) {
                if (!first) {
                    out.gap();
                }
                first = false;
                writeMethod(call);
            }
            if (type.calls().isEmpty()) {
                out.line("    pass");
            }
        }

        private void writeMethod(RemoteCall call) {
            StringBuilder options = new StringBuilder();
            if (call.kind() == RemoteMethod.Kind.ONE_WAY) {
                options.append(", one_way=True");
            }
            if (call.deadlineNs().isPresent()) {
                options.append(", deadline=").append(seconds(call.deadlineNs().getAsLong()));
            }
            String thrown = call.thrown().stream()
                    .filter(description.exceptions()::contains)
                    .map(names::get)
                    .collect(Collectors.joining(", "));
            if (!thrown.isEmpty()) {
                options.append(", throws=[").append(thrown).append(']');
            }
            out.line("    @method(%s%s)", text(call.signature()), options);
            StringBuilder parameters = new StringBuilder("self");
            for (Parameter parameter : call.parameters()) {
                parameters
                        .append(", ")
                        .append(member(parameter.name()))
                        .append(": ")
                        .append(types.declared(parameter.type()));
            }
            String result = call.kind() == RemoteMethod.Kind.ASYNC
                    ? "Future[" + types.held(call.result()) + ']'
                    : types.declared(call.result());
            out.line("    def %s(%s) -> %s:", method(call), parameters, result);
            out.line("        raise NotImplementedError");
        }

        private static String seconds(long ns) {
            return ns == Long.MAX_VALUE
                    ? "float(\"inf\")"
                    : BigDecimal.valueOf(ns, 9).stripTrailingZeros().toPlainString();
        }

        private static String text(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.ValueClass;
import io.nearcall.codegen.RemoteMethod.Kind;
import io.nearcall.codegen.RemoteValue;
import io.nearcall.internal.codec.TypeMarks;
import io.nearcall.internal.context.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/** Writes descriptions for people: the interfaces in Java, then the types that they reach. */
public final class JavaFormat implements Format {

    @Override
    public List<Document> write(Description description, List<String> notes) {
        StringBuilder text = new StringBuilder();
        description.interfaces().forEach(type -> append(text, type));
        for (ValueClass type : description.values()) {
            if (!type.type().isArray()) {
                append(text, type);
            }
        }
        for (Class<?> type : description.exceptions()) {
            text.append("class ").append(type.getCanonicalName()).append(" extends ");
            text.append(type.getSuperclass().getCanonicalName()).append("\n\n");
        }
        text.setLength(text.length() - 1);
        String name = description.name();
        return List.of(new Document(name + ".txt", text.toString()));
    }

    private static void append(StringBuilder text, RemoteType type) {
        if (TypeMarks.has(type.type(), RemoteService.class)) {
            text.append("@RemoteService(\"").append(type.serviceName()).append("\")\n");
        } else if (TypeMarks.has(type.type(), RemoteObject.class)) {
            text.append("@RemoteObject\n");
        }
        text.append(deadline(type.deadlineNs()));
        text.append("interface ").append(type.type().getCanonicalName()).append(" {\n");
        for (RemoteCall call : type.calls()) {
            if (!call.deadlineNs().equals(type.deadlineNs())) {
                text.append("    ").append(deadline(call.deadlineNs()));
            }
            if (call.method().isRepeatable()) {
                text.append("    @Idempotent\n");
            }
            if (call.kind() == Kind.ONE_WAY) {
                text.append("    @OneWay\n");
            }
            if (!call.formerNames().isEmpty()) {
                text.append("    @FormerName(")
                        .append(quoted(call.formerNames()))
                        .append(")\n");
            }
            text.append("    ").append(declaration(call)).append(";\n");
        }
        text.append("}\n\n");
    }

    private static String deadline(OptionalLong ns) {
        return ns.isPresent() ? "@Deadline(\"" + DurationText.format(ns.getAsLong()) + "\")\n" : "";
    }

    /** Returns the declaration as in Java, with simple names. */
    public static String declaration(RemoteCall call) {
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < call.parameters().size(); i++) {
            TypeUse type = call.parameters().get(i).type();
            parameters.add(mark(call.method().parameters().get(i))
                    + type.java()
                    + ' '
                    + call.parameters().get(i).name());
        }
        String result = call.result().java();
        if (call.kind() == Kind.ASYNC) {
            result = call.method().method().getReturnType().getSimpleName() + '<' + result + '>';
        }
        String thrown = call.thrown().stream().map(Class::getSimpleName).collect(Collectors.joining(", "));
        return mark(call.method().result())
                + result
                + ' '
                + call.name()
                + '('
                + String.join(", ", parameters)
                + ')'
                + (thrown.isEmpty() ? "" : " throws " + thrown);
    }

    private static String mark(RemoteValue value) {
        return value.isByReference() ? "@ByRef " : value.isByValue() ? "@ByValue " : "";
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", "));
    }

    private static void append(StringBuilder text, ValueClass type) {
        String name = type.type().getCanonicalName();
        if (type.isEnum()) {
            text.append("enum ").append(name).append(" { ");
            text.append(String.join(", ", type.declaredConstants())).append(" }\n\n");
            return;
        }
        List<String> members = type.members().stream()
                .map(member -> member.type().java() + ' ' + member.name().replace('$', '.'))
                .toList();
        if (type.isRecord()) {
            text.append("record ")
                    .append(name)
                    .append('(')
                    .append(String.join(", ", members))
                    .append(")\n\n");
            return;
        }
        String head = type.head().replaceFirst("class", "class " + Matcher.quoteReplacement(name));
        text.append(head.replace(" extends java.lang.Object", "").replace('$', '.'));
        if (members.isEmpty()) {
            text.append("\n\n");
        } else {
            text.append(" {\n    ").append(String.join(";\n    ", members)).append(";\n}\n\n");
        }
    }
}

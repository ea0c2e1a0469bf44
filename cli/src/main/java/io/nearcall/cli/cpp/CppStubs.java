// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import static io.nearcall.cli.cpp.CppNames.text;

import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.codegen.RemoteMethod.Kind;
import java.util.List;
import java.util.stream.Collectors;

/** The classes that call an interface. Their methods are defined after the structs that they return. */
final class CppStubs {

    private final Description description;
    private final CppNames names;
    private final CppTypes types;

    CppStubs(Description description, CppNames names, CppTypes types) {
        this.description = description;
        this.names = names;
        this.types = types;
    }

    void declarations(CppText out) {
        for (RemoteType type : description.interfaces()) {
            out.in(CppNames.namespace(type.type()));
            out.line("class %s;", names.simple(type.type()));
            out.line("class %s;", names.skeleton(type.type()));
        }
    }

    /** Writes the constants for the methods, and their interfaces. */
    void methods(RemoteType type, CppText out) {
        String namespace = CppNames.namespace(type.type());
        out.in((namespace.isEmpty() ? "" : namespace + "::") + names.methods(type.type()));
        for (RemoteCall call : type.calls()) {
            out.line(
                    "inline constexpr ::nearcall::method<%s> %s;",
                    text(call.signature()), CppNames.member(call.javaName()));
        }
        interfaceOf("interface", type, type.calls(), out);
        List<RemoteCall> offered =
                type.calls().stream().filter(PeerRules::canServe).toList();
        if (offered.size() == type.calls().size()) {
            out.line("using offered = interface;");
        } else {
            interfaceOf("offered", type, offered, out);
        }
    }

    private static void interfaceOf(String name, RemoteType type, List<RemoteCall> calls, CppText out) {
        String methods = calls.stream()
                .map(call -> ", " + CppNames.member(call.javaName()))
                .collect(Collectors.joining());
        out.line(
                "using %s = ::nearcall::interface<%s%s>;",
                name, text(type.type().getName()), methods);
    }

    void classes(CppText out) {
        for (RemoteType type : description.interfaces()) {
            methods(type, out);
            String name = names.simple(type.type());
            String base = "::nearcall::stub<" + names.methods(type.type()) + "::interface, "
                    + names.skeleton(type.type()) + ">";
            out.in(CppNames.namespace(type.type()));
            out.gap();
            out.line("/* %s, called. */", type.type().getName());
            out.line("class %s : public %s {", name, base);
            out.line("public:");
            out.line("    using stub::stub;");
            for (RemoteCall call : type.calls()) {
                if (PeerRules.canCall(call)) {
                    out.line(
                            "    %s %s(%s) const;%s",
                            result(call), member(type, call), parameters(call), comment(call));
                }
            }
            out.line("};");
        }
    }

    void definitions(CppText out) {
        for (RemoteType type : description.interfaces()) {
            for (RemoteCall call : type.calls()) {
                if (PeerRules.canCall(call)) {
                    out.in(CppNames.namespace(type.type()));
                    define(type, call, out);
                }
            }
        }
    }

    private void define(RemoteType type, RemoteCall call, CppText out) {
        String arguments = call.parameters().stream()
                .map(parameter -> ", " + CppNames.member(parameter.name()))
                .collect(Collectors.joining());
        String method = names.methods(type.type()) + "::" + CppNames.member(call.javaName());
        String deadline = deadline(call);
        out.gap();
        out.line(
                "inline %s %s::%s(%s) const",
                result(call), names.simple(type.type()), member(type, call), parameters(call));
        out.line("{");
        switch (call.kind()) {
            case ONE_WAY -> out.line("    post_(%s, %s%s);", deadline, method, arguments);
            case ASYNC ->
                out.line(
                        "    return async_<%s>(%s, %s%s);", received(call, call.result()), deadline, method, arguments);
            default ->
                out.line(
                        "    return call_<%s>(::nearcall::throws<%s>(), %s, %s%s);",
                        received(call, call.result()), thrown(call), deadline, method, arguments);
        }
        out.line("}");
    }

    private String received(RemoteCall call, TypeUse use) {
        return types.received(call.owner(), use);
    }

    private String result(RemoteCall call) {
        String result = received(call, call.result());
        return call.kind() == Kind.ASYNC ? "::nearcall::future<" + result + '>' : result;
    }

    /** Returns the method's name, with its types if another method of that name has the same types in C++. */
    String member(RemoteType type, RemoteCall call) {
        boolean unique = type.calls().stream()
                        .filter(other ->
                                other.name().equals(call.name()) && types(other).equals(types(call)))
                        .count()
                == 1;
        return CppNames.member(unique ? call.name() : call.javaName());
    }

    private List<String> types(RemoteCall call) {
        return call.parameters().stream()
                .map(parameter -> types.sent(call.owner(), parameter.type()))
                .toList();
    }

    private String parameters(RemoteCall call) {
        return call.parameters().stream()
                .map(parameter -> passed(parameter.type(), types.sent(call.owner(), parameter.type()))
                        + ' '
                        + CppNames.member(parameter.name()))
                .collect(Collectors.joining(", "));
    }

    static String passed(TypeUse use, String type) {
        return CppTypes.isSmall(use) ? type : "const " + type + '&';
    }

    private String thrown(RemoteCall call) {
        return call.thrown().stream()
                .filter(description.exceptions()::contains)
                .map(type -> names.from(call.owner(), type))
                .collect(Collectors.joining(", "));
    }

    private static String deadline(RemoteCall call) {
        if (call.deadlineNs().isEmpty()) {
            return "none()";
        }
        long ns = call.deadlineNs().getAsLong();
        return ns == Long.MAX_VALUE ? "none(-1)" : "none(" + ns + ')';
    }

    /** Returns a comment with what the C++ types do not express. */
    String comment(RemoteCall call) {
        StringBuilder comment = new StringBuilder();
        if (call.kind() == Kind.ONE_WAY) {
            comment.append(" one-way");
        }
        for (Parameter parameter : call.parameters()) {
            String type = types.sent(call.owner(), parameter.type());
            if (type.contains("::nearcall::value") || type.contains("::nearcall::source")) {
                comment.append(comment.isEmpty() ? " " : "; ")
                        .append(CppNames.member(parameter.name()))
                        .append(": ")
                        .append(parameter.type().java());
            }
        }
        String result = types.sent(call.owner(), call.result());
        if (result.contains("::nearcall::value") || result.contains("::nearcall::source")) {
            comment.append(comment.isEmpty() ? " " : "; ")
                    .append("result: ")
                    .append(call.result().java());
        }
        return comment.isEmpty() ? "" : " /*" + comment + " */";
    }
}

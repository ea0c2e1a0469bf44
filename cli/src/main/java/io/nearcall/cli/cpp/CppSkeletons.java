// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import static io.nearcall.cli.cpp.CppNames.text;

import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.ValueClass;
import java.util.List;
import java.util.stream.Collectors;

/** The classes that a program extends to offer an interface, and what {@code nearcall::generated} must know of them. */
final class CppSkeletons {

    private final Description description;
    private final CppNames names;
    private final CppTypes types;
    private final CppStubs stubs;

    CppSkeletons(Description description, CppNames names, CppTypes types, CppStubs stubs) {
        this.description = description;
        this.names = names;
        this.types = types;
        this.stubs = stubs;
    }

    void classes(CppText out) {
        for (RemoteType type : description.interfaces()) {
            out.in(CppNames.namespace(type.type()));
            String name = names.skeleton(type.type());
            out.gap();
            out.line("/* %s, offered. */", type.type().getName());
            out.line("class %s {", name);
            out.line("public:");
            out.line("    using nearcall_stub = %s;", names.simple(type.type()));
            out.line("    virtual ~%s() = default;", name);
            for (RemoteCall call : offered(type)) {
                String parameters = call.parameters().stream()
                        .map(parameter -> passed(call, parameter) + ' ' + CppNames.member(parameter.name()))
                        .collect(Collectors.joining(", "));
                out.line(
                        "    virtual %s %s(%s) = 0;%s",
                        types.sent(call.owner(), call.result()),
                        stubs.member(type, call),
                        parameters,
                        stubs.comment(call));
            }
            out.line("};");
        }
    }

    private static List<RemoteCall> offered(RemoteType type) {
        return type.calls().stream().filter(PeerRules::canServe).toList();
    }

    /** Passes a stream by value, because it has one reader. */
    private String passed(RemoteCall call, Parameter parameter) {
        TypeUse use = parameter.type();
        String type = types.received(call.owner(), use);
        return CppTypes.isStream(use) ? type : CppStubs.passed(use, type);
    }

    /** Writes the function that describes all classes. A program may call it more than once for an endpoint. */
    void describe(String name, CppText out) {
        out.in("");
        out.gap();
        out.line("/* Describes the classes of this header. nearcall::lookup(), serve() and share() do so, too. */");
        out.line("inline void describe_%s(const nearcall::endpoint& endpoint)", name);
        out.line("{");
        for (ValueClass type : description.values()) {
            if (type.isDescribed() && type.type().isArray()) {
                out.line("    endpoint.describe(%s, %s);", text(type.type().getName()), text(type.head()));
            } else if (type.isDescribed()) {
                out.line("    endpoint.describe<%s>();", names.full(type.type()));
            }
        }
        for (RemoteType type : description.interfaces()) {
            if (type.markedRemote()) {
                out.line(
                        "    endpoint.describe(%s, \"remote interface\");",
                        text(type.type().getName()));
            }
        }
        if (out.endsWith("{\n")) {
            out.line("    (void)endpoint;");
        }
        out.line("}");
    }

    void traits(String name, CppText out) {
        for (RemoteType type : description.interfaces()) {
            String methods = namespaced(type, names.methods(type.type()));
            out.in("");
            out.gap();
            out.line("template <> struct nearcall::generated<%s> {", names.full(type.type()));
            out.line("    using interface = %s::interface;", methods);
            out.line("    using offered = %s::offered;", methods);
            out.line("    using skeleton = %s;", namespaced(type, names.skeleton(type.type())));
            out.line("    static constexpr const char* service_name = %s;", text(type.serviceName()));
            out.line("    static void describe(const endpoint& endpoint) { describe_%s(endpoint); }", name);
            out.line("    template <class Own, class Function> static auto handlers(Own own, Function function)");
            out.line("    {");
            List<RemoteCall> calls = offered(type);
            if (calls.isEmpty()) {
                out.line("        return (void)own, function();");
            } else {
                out.line("        return function(");
            }
            for (int i = 0; i < calls.size(); i++) {
                handler(type, calls.get(i), i + 1 < calls.size() ? "," : ");", out);
            }
            out.line("    }");
            out.line("};");
        }
    }

    private void handler(RemoteType type, RemoteCall call, String end, CppText out) {
        StringBuilder parameters = new StringBuilder();
        StringBuilder arguments = new StringBuilder();
        for (Parameter parameter : call.parameters()) {
            String name = CppNames.member(parameter.name());
            String separator = parameters.isEmpty() ? "" : ", ";
            parameters
                    .append(separator)
                    .append(types.received(null, parameter.type()))
                    .append(' ')
                    .append(name);
            arguments.append(separator).append(CppTypes.isStream(parameter.type()) ? "std::move(" + name + ')' : name);
        }
        out.line(
                "            on(%s::%s, [own](%s) { return own->%s(%s); })%s",
                namespaced(type, names.methods(type.type())),
                CppNames.member(call.javaName()),
                parameters,
                stubs.member(type, call),
                arguments,
                end);
    }

    private static String namespaced(RemoteType type, String name) {
        String namespace = CppNames.namespace(type.type());
        return "::" + (namespace.isEmpty() ? "" : namespace + "::") + name;
    }
}

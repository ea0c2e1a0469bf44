// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import static io.nearcall.cli.c.CNames.text;

import io.nearcall.cli.format.JavaFormat;
import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.format.SourceText;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.codegen.RemoteMethod.Kind;

/** The functions that call an interface. */
final class CStubs {

    private final CNames names;

    CStubs(CNames names) {
        this.names = names;
    }

    void write(RemoteType type, String file, SourceText out) {
        String name = names.of(type.type());
        out.gap();
        out.line("/* ---- %s, called. The methods by number: */", type.type().getName());
        out.line("enum {");
        type.calls().forEach(call -> out.line("    %s_%s_METHOD,", name, member(call)));
        out.line("    %s_METHODS", name);
        out.line("};");
        out.line("static const char *const %s_signatures[] = {", name);
        type.calls().forEach(call -> out.line("    %s,", text(call.signature())));
        if (type.calls().isEmpty()) {
            out.line("    NULL,");
        }
        out.line("};");
        find(type, name, file, out);
        for (RemoteCall call : type.calls()) {
            if (PeerRules.canCall(call)) {
                writeArguments(name, call, out);
                readResult(name, call, out);
                call(name, call, out);
            }
        }
    }

    private static void find(RemoteType type, String name, String file, SourceText out) {
        String interfaceName = text(type.type().getName());
        out.gap();
        out.line("/* address: NULL for %s. */", text(type.serviceName()));
        out.line(
                "static inline int %s_lookup(nearcall_endpoint *endpoint, const char *address, nearcall_service **service,",
                name);
        out.line("    nearcall_error *error)");
        out.line("{");
        out.line("    int status = describe_%s(endpoint, error);", file);
        out.line("    return status != NEARCALL_OK ? status");
        out.line(
                "        : nearcall_lookup(endpoint, address == NULL ? %s : address, %s,",
                text(type.serviceName()), interfaceName);
        out.line("              %s_signatures, %s_METHODS, service, error);", name, name);
        out.line("}");
        out.gap();
        out.line("/* Of a reference. request: the request that has brought it, or NULL. */");
        out.line("static inline int %s_bind(nearcall_request *request, const nearcall_value *reference,", name);
        out.line("    nearcall_service **service, nearcall_error *error)");
        out.line("{");
        String rest =
                "reference, " + interfaceName + ", " + name + "_signatures, " + name + "_METHODS, service, error)";
        out.line("    return request == NULL ? nearcall_bind(%s", rest);
        out.line("        : nearcall_request_bind(request, %s;", rest);
        out.line("}");
    }

    static String member(RemoteCall call) {
        return CNames.method(call.javaName());
    }

    private static String parameters(RemoteCall call) {
        StringBuilder all = new StringBuilder();
        for (Parameter parameter : call.parameters()) {
            all.append(", ")
                    .append(CTypes.declare(parameter.form(), parameter.type(), CNames.member(parameter.name())));
        }
        return all.toString();
    }

    private static String passed(RemoteCall call) {
        StringBuilder all = new StringBuilder();
        for (Parameter parameter : call.parameters()) {
            all.append(", ").append(CTypes.pass(parameter.form(), CNames.member(parameter.name())));
        }
        return all.toString();
    }

    private static void writeArguments(String name, RemoteCall call, SourceText out) {
        out.gap();
        out.line("/* %s */", JavaFormat.declaration(call));
        out.line("static inline void %s_%s_write(nearcall_call *call%s)", name, member(call), parameters(call));
        out.line("{");
        out.line("    nearcall_writer *writer = nearcall_call_arguments(call);");
        for (Parameter parameter : call.parameters()) {
            out.line(
                    "    %s",
                    CTypes.put("writer", parameter.form(), parameter.type(), CNames.member(parameter.name())));
        }
        if (call.parameters().isEmpty()) {
            out.line("    (void)writer;");
        }
        out.line("}");
    }

    private static void readResult(String name, RemoteCall call, SourceText out) {
        if (call.kind() == Kind.ONE_WAY) {
            return;
        }
        out.line(
                "static inline int %s_%s_read(nearcall_call *call%s, nearcall_error *error)",
                name, member(call), CTypes.declareResult(call.resultForm(), call.result()));
        out.line("{");
        if (call.resultForm() != 'V') {
            out.line(
                    "    *result = %s;",
                    CTypes.get("nearcall_call_result(call)", call.resultForm(), call.result(), "result_length"));
        }
        out.line("    return nearcall_read_status(call, %s, error);", text(call.place()));
        out.line("}");
    }

    private static void call(String name, RemoteCall call, SourceText out) {
        String kind = switch (call.kind()) {
            case SYNC -> "NEARCALL_SYNC";
            case ASYNC -> "NEARCALL_FUTURE";
            case ONE_WAY -> "NEARCALL_POST";
        };
        boolean waits = call.kind() == Kind.SYNC;
        String result = waits ? CTypes.declareResult(call.resultForm(), call.result()) : "";
        String handle = call.kind() == Kind.ONE_WAY ? "" : ", nearcall_call **call";
        out.line(
                "static inline int %s_%s(nearcall_service *service, const nearcall_call_options *options%s%s%s,",
                name, member(call), parameters(call), handle, result);
        out.line("    nearcall_error *error)");
        out.line("{");
        out.line("    nearcall_call_options chosen = nearcall_chosen_options(options, %s, %s);", kind, deadline(call));
        out.line("    nearcall_call *begun = NULL;");
        out.line(
                "    int status = nearcall_call_begin(service, %s_%s_METHOD, &chosen, &begun, error);",
                name, member(call));
        out.line("    if (status == NEARCALL_OK) {");
        out.line("        %s_%s_write(begun%s);", name, member(call), passed(call));
        out.line("        status = nearcall_call_%s(begun, error);", waits ? "invoke" : "send");
        out.line("    }");
        if (waits) {
            String into =
                    call.resultForm() == 'V' ? "" : call.resultForm() == 'A' ? ", result, result_length" : ", result";
            out.line("    if (status == NEARCALL_OK) {");
            out.line("        status = %s_%s_read(begun%s, error);", name, member(call), into);
            out.line("    }");
        }
        out.line("    return nearcall_hand_out(begun, %s, status);", handle.isEmpty() ? "NULL" : "call");
        out.line("}");
    }

    private static String deadline(RemoteCall call) {
        if (call.deadlineNs().isEmpty()) {
            return "0";
        }
        long ns = call.deadlineNs().getAsLong();
        return ns == Long.MAX_VALUE ? "-1" : "INT64_C(" + ns + ")";
    }
}

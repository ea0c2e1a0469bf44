// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import static io.nearcall.cli.c.CNames.text;

import io.nearcall.cli.format.JavaFormat;
import io.nearcall.cli.format.PeerRules;
import io.nearcall.cli.format.SourceText;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.TypeUse.Kind;
import java.util.List;

/** The struct of functions with which a program offers an interface. */
final class CHandlers {

    private final CNames names;

    CHandlers(CNames names) {
        this.names = names;
    }

    void write(RemoteType type, String file, SourceText out) {
        String name = names.of(type.type());
        List<RemoteCall> calls =
                type.calls().stream().filter(PeerRules::canServe).toList();
        out.gap();
        out.line(
                "/* ---- %s, offered. A method whose function is NULL is not offered. */",
                type.type().getName());
        out.line("struct %s_handlers {", name);
        out.line("    void *context; /* given to each function */");
        for (RemoteCall call : calls) {
            out.line("    /* %s */", JavaFormat.declaration(call));
            out.line(
                    "    int (*%s)(void *context, nearcall_request *request%s%s);",
                    CStubs.member(call), parameters(call), CTypes.declareServed(call.resultForm(), call.result()));
        }
        out.line("};");
        calls.forEach(call -> adapt(name, call, out));
        table(name, calls, out);
        export(type, name, file, out);
    }

    private static String parameters(RemoteCall call) {
        StringBuilder all = new StringBuilder();
        for (Parameter parameter : call.parameters()) {
            all.append(", ")
                    .append(CTypes.declare(parameter.form(), parameter.type(), CNames.member(parameter.name())));
        }
        return all.toString();
    }

    private static void adapt(String name, RemoteCall call, SourceText out) {
        out.gap();
        out.line("static inline int %s_%s_serve(nearcall_request *request, void *context)", name, CStubs.member(call));
        out.line("{");
        out.line("    const struct %s_handlers *handlers = (const struct %s_handlers *)context;", name, name);
        StringBuilder passed = new StringBuilder();
        for (Parameter parameter : call.parameters()) {
            String local = CNames.member(parameter.name());
            String length = local + "_length";
            if (parameter.form() == 'A') {
                out.line("    size_t %s;", length);
            }
            String declared = parameter.form() == 'A'
                    ? "const uint8_t *" + local
                    : CTypes.declare(parameter.form(), parameter.type(), local);
            out.line(
                    "    %s = %s;",
                    declared,
                    CTypes.get(
                            "nearcall_request_arguments(request)", parameter.form(), parameter.type(), '&' + length));
            passed.append(", ").append(CTypes.pass(parameter.form(), local));
        }
        out.line("    int status = nearcall_request_start(request);");
        out.line("    if (status != NEARCALL_OK) {");
        out.line("        return status;");
        out.line("    }");
        answer(call, passed.toString(), out);
        out.line("    return nearcall_handled(status);");
        out.line("}");
    }

    private static void answer(RemoteCall call, String passed, SourceText out) {
        char form = call.resultForm();
        boolean stream = form == 'E';
        boolean own = stream || call.result().kind() == Kind.REMOTE;
        String into = form == 'V' ? "" : stream ? ", &own_result" : ", &result";
        if (form == 'A') {
            out.line("    const uint8_t *result = NULL;");
            out.line("    size_t result_length = 0;");
            into += ", &result_length";
        } else if (form != 'V') {
            out.line("    %s = 0;", CTypes.declare(form, call.result(), "result"));
        }
        if (own) {
            out.line("    nearcall_object *own_result = NULL;");
            into += stream ? "" : ", &own_result";
        }
        out.line("    status = handlers->%s(handlers->context, request%s%s);", CStubs.member(call), passed, into);
        if (own) {
            out.line("    if (own_result != NULL) {");
            out.line("        result = nearcall_new_reference(nearcall_request_values(request), own_result);");
            out.line("    }");
        }
        if (form != 'V') {
            out.line("    if (status == NEARCALL_OK) {");
            out.line("        %s", CTypes.put("nearcall_request_result(request)", form, call.result(), "result"));
            out.line("    }");
        }
        if (own) {
            out.line("    nearcall_object_release(own_result);");
        }
    }

    private static void table(String name, List<RemoteCall> calls, SourceText out) {
        out.gap();
        out.line(
                "static inline size_t %s_methods(const struct %s_handlers *handlers, nearcall_method into[%s_METHODS + 1])",
                name, name, name);
        out.line("{");
        out.line("    size_t count = 0;");
        if (calls.isEmpty()) {
            out.line("    (void)handlers, (void)into;");
        }
        for (RemoteCall call : calls) {
            String member = CStubs.member(call);
            out.line("    if (handlers->%s != NULL) {", member);
            out.line("        into[count].signature = %s_signatures[%s_%s_METHOD];", name, name, member);
            out.line("        into[count++].handler = %s_%s_serve;", name, member);
            out.line("    }");
        }
        out.line("    return count;");
        out.line("}");
    }

    private static void export(RemoteType type, String name, String file, SourceText out) {
        String interfaceName = text(type.type().getName());
        out.gap();
        out.line("/* address: NULL for %s. */", text(type.serviceName()));
        out.line("static inline int %s_export(nearcall_endpoint *endpoint, const char *address,", name);
        out.line("    struct %s_handlers *handlers, nearcall_exported **exported, nearcall_error *error)", name);
        out.line("{");
        out.line("    nearcall_method methods[%s_METHODS + 1];", name);
        out.line("    size_t count = %s_methods(handlers, methods);", name);
        out.line("    int status = describe_%s(endpoint, error);", file);
        out.line("    return status != NEARCALL_OK ? status");
        out.line(
                "        : nearcall_export(endpoint, address == NULL ? %s : address, %s,",
                text(type.serviceName()), interfaceName);
        out.line("              methods, count, handlers, exported, error);");
        out.line("}");
        out.gap();
        out.line(
                "/* nearcall_value_own_object() returns the handlers when the object comes home. unreferenced gets them, too. */");
        out.line(
                "static inline int %s_object_new(nearcall_endpoint *endpoint, struct %s_handlers *handlers,",
                name, name);
        out.line("    void (*unreferenced)(void *handlers), nearcall_object **object, nearcall_error *error)");
        out.line("{");
        out.line("    nearcall_method methods[%s_METHODS + 1];", name);
        out.line("    size_t count = %s_methods(handlers, methods);", name);
        out.line("    int status = describe_%s(endpoint, error);", file);
        out.line("    return status != NEARCALL_OK ? status");
        out.line(
                "        : nearcall_object_new(endpoint, %s, methods, count, handlers, unreferenced, object, error);",
                interfaceName);
        out.line("}");
    }
}

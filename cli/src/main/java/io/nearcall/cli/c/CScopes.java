// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.c;

import io.nearcall.cli.format.NameScopes;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.ValueClass;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names that a header declares. */
final class CScopes {

    private static final String FILE = "file";
    private static final String TAGS = "tags";

    private final CNames names;
    private final NameScopes scopes = new NameScopes("C");
    private final Set<String> macros = new HashSet<>();

    private CScopes(CNames names) {
        this.names = names;
    }

    static void check(Description description, CNames names) {
        CScopes all = new CScopes(names);
        for (Class<?> type : description.exceptions()) {
            all.scopes.declare(FILE, names.of(type), type.getName());
            all.macros.add(names.of(type));
        }
        description.values().stream()
                .filter(type -> type.isEnum() || type.hasMembers())
                .forEach(all::declare);
        description.interfaces().forEach(all::declare);
        all.scopes.check();
    }

    private void declare(String scope, String name, String place) {
        scopes.declare(scope, name, place);
        if (macros.contains(name)) {
            scopes.refuse(place, "an exception without a package has that name, which becomes a macro");
        }
    }

    private void declare(ValueClass type) {
        String name = names.of(type.type());
        String place = type.type().getName();
        scopes.declare(TAGS, name, place);
        List.of("_read", "_make").forEach(end -> scopes.declare(FILE, name + end, place));
        if (type.isEnum()) {
            List.of("_null", "_names").forEach(end -> scopes.declare(FILE, name + end, place));
            for (String constant : type.declaredConstants()) {
                scopes.declare(FILE, name + '_' + CNames.constant(constant), place + '.' + constant);
            }
        }
        for (ValueClass.Member member : type.members()) {
            declare("struct " + name, CNames.member(type.uniqueName(member)), place + '.' + member.simpleName());
        }
    }

    private void declare(RemoteType type) {
        String name = names.of(type.type());
        String place = type.type().getName();
        scopes.declare(TAGS, name + "_handlers", place);
        CNames.OF_INTERFACES.forEach(end -> scopes.declare(FILE, name + '_' + end, place));
        for (RemoteCall call : type.calls()) {
            String method = name + '_' + CStubs.member(call);
            String where = NameScopes.place(call);
            List.of("", "_METHOD", "_write", "_read", "_serve")
                    .forEach(end -> scopes.declare(FILE, method + end, where));
            for (Parameter parameter : call.parameters()) {
                String local = CNames.member(parameter.name());
                declare(method, local, where + ", parameter " + parameter.name());
                if (parameter.form() == 'A') {
                    scopes.declare(method, local + "_length", where + ", parameter " + parameter.name());
                }
            }
        }
    }
}

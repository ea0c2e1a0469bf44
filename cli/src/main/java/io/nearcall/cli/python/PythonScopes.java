// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.python;

import io.nearcall.cli.format.NameScopes;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.ValueClass;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The names that a module declares. Names in a class hide those of the module. */
final class PythonScopes {

    private final Set<String> classes;
    private final NameScopes scopes = new NameScopes("Python");

    private PythonScopes(Set<String> classes) {
        this.classes = classes;
    }

    static void check(Description description, Map<Class<?>, String> names) {
        PythonScopes all = new PythonScopes(new HashSet<>(names.values()));
        names.forEach((type, name) -> all.scopes.declare("module", name, type.getName()));
        description.values().forEach(all::declare);
        description.interfaces().forEach(all::declare);
        all.scopes.check();
    }

    private void declare(ValueClass type) {
        String place = type.type().getName();
        for (String constant : type.isEnum() ? type.declaredConstants() : Set.<String>of()) {
            String name = PythonFormat.constant(constant);
            scopes.declare(place, name, place + '.' + constant);
            if (name.startsWith("__") || name.startsWith("_") && name.endsWith("_")) {
                scopes.refuse(place + '.' + constant, "enum.Enum has other uses for names such as " + name);
            }
        }
        for (ValueClass.Member member : type.members()) {
            declare(place, PythonFormat.member(type.uniqueName(member)), place + '.' + member.simpleName());
        }
    }

    private void declare(RemoteType type) {
        String place = type.type().getName();
        for (RemoteCall call : type.calls()) {
            String where = NameScopes.place(call);
            declare(place, PythonFormat.method(call), where);
            for (Parameter parameter : call.parameters()) {
                scopes.declare(
                        place + '.' + call.signature(),
                        PythonFormat.member(parameter.name()),
                        where + ", parameter " + parameter.name());
            }
        }
    }

    private void declare(String scope, String name, String place) {
        scopes.declare(scope, name, place);
        if (classes.contains(name)) {
            scopes.refuse(place, "its name is that of a class of the module");
        } else if (name.startsWith("__")) {
            scopes.refuse(place, "Python changes names that begin with two underscores");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

import io.nearcall.cli.format.NameScopes;
import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.Parameter;
import io.nearcall.cli.model.RemoteCall;
import io.nearcall.cli.model.RemoteType;
import io.nearcall.cli.model.ValueClass;
import java.util.HashSet;
import java.util.Set;

/** The names that a header declares. Within a class, a name of its namespace must keep one meaning. */
final class CppScopes {

    private final CppNames names;
    private final NameScopes scopes = new NameScopes("C++");
    private final Set<String> types = new HashSet<>();

    private CppScopes(CppNames names) {
        this.names = names;
    }

    static void check(Description description, CppNames names) {
        CppScopes all = new CppScopes(names);
        for (RemoteType type : description.interfaces()) {
            all.declareType(type.type(), names.simple(type.type()));
            all.declareType(type.type(), names.skeleton(type.type()));
            all.declareType(type.type(), names.methods(type.type()));
        }
        description.values().stream()
                .filter(type -> type.isEnum() || type.hasMembers())
                .forEach(type -> all.declareType(type.type(), names.simple(type.type())));
        description.exceptions().forEach(type -> all.declareType(type, names.simple(type)));
        description.values().forEach(all::declareMembers);
        description.interfaces().forEach(all::declareMethods);
        all.scopes.check();
    }

    private void declareType(Class<?> type, String name) {
        String namespace = CppNames.namespace(type);
        types.add(namespace + "::" + name);
        scopes.declare("namespace " + namespace, name, type.getName());
    }

    private void declareMembers(ValueClass type) {
        String place = type.type().getName();
        for (String constant : type.isEnum() ? type.declaredConstants() : Set.<String>of()) {
            scopes.declare(place, CppNames.member(constant), place + '.' + constant);
        }
        for (ValueClass.Member member : type.members()) {
            declare(type.type(), place, type.uniqueName(member), place + '.' + member.simpleName());
        }
    }

    private void declareMethods(RemoteType type) {
        String place = type.type().getName();
        for (RemoteCall call : type.calls()) {
            String where = NameScopes.place(call);
            declare(type.type(), place, call.javaName(), where);
            refuseTypes(type.type(), call.name(), where);
            for (Parameter parameter : call.parameters()) {
                String local = where + ", parameter " + parameter.name();
                declare(type.type(), place + '.' + call.signature(), parameter.name(), local);
            }
        }
    }

    private void declare(Class<?> owner, String scope, String javaName, String place) {
        scopes.declare(scope, CppNames.member(javaName), place);
        refuseTypes(owner, javaName, place);
    }

    private void refuseTypes(Class<?> owner, String javaName, String place) {
        String name = CppNames.member(javaName);
        if (types.contains(CppNames.namespace(owner) + "::" + name)) {
            scopes.refuse(place, "its name is that of a type");
        }
    }
}

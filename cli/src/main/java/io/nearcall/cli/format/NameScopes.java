// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

import io.nearcall.cli.model.Refusal;
import io.nearcall.cli.model.RemoteCall;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The names that each scope of a generated file declares. Two names of Java may become one name there. */
public final class NameScopes {

    private final String language;
    private final Map<String, Map<String, String>> scopes = new HashMap<>();
    private final Set<String> pairs = new HashSet<>();
    private final Set<String> faults = new LinkedHashSet<>();

    public NameScopes(String language) {
        this.language = language;
    }

    /**
     * Records a name.
     *
     * @param scope any text that identifies the scope
     * @param place what has the name in Java
     */
    public void declare(String scope, String name, String place) {
        String other = scopes.computeIfAbsent(scope, each -> new HashMap<>()).putIfAbsent(name, place);
        if (other != null && pairs.add(place + '\n' + other)) { // the endings of a method collide too: report once
            refuse(place, "it becomes " + name + ", as does " + other);
        }
    }

    /** Records that a name is not possible. {@code why} continues the text after the place and a colon. */
    public void refuse(String place, String why) {
        faults.add(place + ": " + why + ". Rename it.");
    }

    /** @throws Refusal if names collide; the message lists all of them */
    public void check() {
        if (!faults.isEmpty()) {
            throw Refusal.of("This cannot be expressed in " + language, List.copyOf(faults));
        }
    }

    /** Returns a method with the types that distinguish it from its overloads. */
    public static String place(RemoteCall call) {
        return call.parameters().stream()
                .map(parameter -> parameter.type().java())
                .collect(Collectors.joining(", ", call.place() + '(', ")"));
    }
}

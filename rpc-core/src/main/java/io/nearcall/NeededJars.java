// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.util.ArrayList;
import java.util.List;

/** Checks that the jars that Nearcall needs are present. Otherwise, a missing jar shows as an error of some class. */
final class NeededJars {

    /** A class of each jar, which opening an endpoint loads anyway, and the coordinates of the jar. */
    private static final String[][] NEEDED = {
        {"io.nearcall.ipc.host.Host", "io.nearcall:nearcall-ipc-native"},
        {"io.nearcall.codegen.Stub", "io.nearcall:nearcall-codegen"},
        {"com.esotericsoftware.kryo.kryo5.io.Output", "com.esotericsoftware.kryo:kryo5"},
    };

    private NeededJars() {}

    /** @throws IllegalStateException if a jar is missing */
    static void require() {
        List<String> missing = new ArrayList<>();
        for (String[] each : NEEDED) {
            try {
                Class.forName(each[0], false, NeededJars.class.getClassLoader());
            } catch (ClassNotFoundException | NoClassDefFoundError e) { // the latter: its superclass is missing
                missing.add(each[1]);
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "The class path lacks jars that Nearcall needs: " + String.join(", ", missing)
                            + ". Depend on io.nearcall:nearcall-rpc-core, which brings them. Or run 'mvn"
                            + " dependency:copy-dependencies' on a project that does, and put all those jars on the class path.");
        }
    }
}

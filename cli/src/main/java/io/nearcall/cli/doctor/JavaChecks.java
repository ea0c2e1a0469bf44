// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import java.util.List;

/** Checks the JVM that runs the command. Usually programs run on the same JVM. */
final class JavaChecks {

    private static final int FIRST_THAT_WARNS = 24;
    private static final int LAST_TESTED = 25;
    private static final List<String> TESTED = List.of("amd64", "x86_64", "aarch64", "arm64");

    private JavaChecks() {}

    static List<Finding> all() {
        int feature = Runtime.version().feature();
        return List.of(
                nativeAccess(feature, isNativeAccessEnabled(JavaChecks.class.getModule())),
                java(feature, System.getProperty("os.arch")));
    }

    /** Checks for JEP 472. {@code enabled} says whether this JVM was told to allow native access. */
    static Finding nativeAccess(int feature, boolean enabled) {
        if (feature < FIRST_THAT_WARNS) {
            return Finding.ok("D04", "native access: Java " + feature + " asks for no option");
        }
        return enabled
                ? Finding.ok(
                        "D04",
                        "native access: allowed here. Other programs on Java " + feature
                                + " print a warning unless they have --enable-native-access")
                : Finding.warn(
                        "D04",
                        "native access: Java " + feature
                                + " prints a warning, and a later one will forbid it (JEP 472)",
                        "Start programs with --enable-native-access=ALL-UNNAMED, or name io.nearcall.ipc if Nearcall is on"
                                + " the module path. In a jar's manifest: Enable-Native-Access: ALL-UNNAMED.");
    }

    static Finding java(int feature, String processor) {
        String what = "Java " + Runtime.version() + " of " + System.getProperty("java.vendor") + " on " + processor;
        if (!TESTED.contains(processor)) {
            return Finding.warn(
                    "D16",
                    what + ": Nearcall has no native library for this processor",
                    "Build it with mvn package, or use nearcall-ipc-ffm on a JDK 22 or newer.");
        }
        return feature > LAST_TESTED
                ? Finding.warn(
                        "D16",
                        what + ": Nearcall is tested with 17, 21 and 25",
                        "Use one of these if something is odd.")
                : Finding.ok("D16", what);
    }

    /** Calls a method that exists since JDK 22. */
    private static boolean isNativeAccessEnabled(Module module) {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (ReflectiveOperationException e) {
            return true; // older JVMs do not ask for permission
        }
    }
}

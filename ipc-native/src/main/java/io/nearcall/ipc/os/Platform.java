// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.util.Locale;

/**
 * The build of the library that this JVM needs, as the name of the directory below {@code META-INF/native}. The C
 * library is not part of the name. The library of a release is one file for glibc and musl. The library of a build from
 * source is for the machine that built it. Windows has its release in the name, as in {@code windows_10-x86_64}; its
 * library, which is the same for all releases, is loaded under another name.
 */
public final class Platform {

    private Platform() {}

    /** Whether this JVM runs on Windows. */
    public static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }

    /** Returns the name, such as {@code linux-x86_64}. */
    public static String current() {
        return name(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String name(String system, String architecture) {
        String machine = switch (architecture) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> architecture;
        };
        return system.toLowerCase(Locale.ROOT).replace(' ', '_') + "-" + machine;
    }
}

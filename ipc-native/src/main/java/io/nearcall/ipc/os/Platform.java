// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Which build of the library this JVM needs: the directory's name below {@code META-INF/native}. */
final class Platform {

    private Platform() {}

    /** Such as {@code linux-x86_64-gnu}. */
    static String current() {
        return name(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static String name(String system, String architecture) {
        String machine = switch (architecture) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch64";
            default -> architecture;
        };
        String kernel = system.toLowerCase(Locale.ROOT).replace(' ', '_');
        return kernel.equals("linux") ? kernel + "-" + machine + "-" + libc() : kernel + "-" + machine;
    }

    /** The C library that this very JVM runs on: some hosts have both. */
    private static String libc() {
        try (BufferedReader maps = new BufferedReader(new FileReader("/proc/self/maps", StandardCharsets.UTF_8))) {
            String line;
            while ((line = maps.readLine()) != null) {
                if (line.contains("/ld-musl-")) {
                    return "musl";
                }
            }
            return "gnu";
        } catch (IOException e) {
            return "gnu";
        }
    }
}

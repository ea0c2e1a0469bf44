// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

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
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.anyMatch(line -> line.contains("/ld-musl-")) ? "musl" : "gnu";
        } catch (IOException e) {
            return "gnu";
        }
    }
}

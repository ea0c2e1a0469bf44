// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Which build of the library this JVM needs: the directory's name below {@code META-INF/native}. */
final class Platform {

    private static final int START_BYTES = 1024;

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
        try (FileInputStream program = new FileInputStream("/proc/self/exe")) {
            String start =
                    text(program.readNBytes(START_BYTES)); // names the dynamic linker, unless somebody changed that
            if (start.contains("/ld-linux")) {
                return "gnu";
            }
        } catch (IOException e) {
            // The maps tell it, too.
        }
        try (FileInputStream maps = new FileInputStream("/proc/self/maps")) {
            return text(maps.readAllBytes()).contains("/ld-musl-") ? "musl" : "gnu";
        } catch (IOException e) {
            return "gnu";
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}

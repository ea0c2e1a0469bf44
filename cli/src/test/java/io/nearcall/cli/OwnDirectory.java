// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A runtime directory for each test, on a tmpfs: that of this process, its commands, and the JVMs that it starts. */
final class OwnDirectory implements BeforeEachCallback, AfterEachCallback {

    static final String PROPERTY = "io.nearcall.dir";

    private Path path;
    private String former;

    Path path() {
        return path;
    }

    @Override
    public void beforeEach(ExtensionContext test) throws IOException {
        path = Files.createTempDirectory(Path.of("/dev/shm"), "nearcall-test"); // with mode 0700
        former = System.getProperty(PROPERTY);
        System.setProperty(PROPERTY, path.toString());
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        if (former == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, former);
        }
        while (Files.exists(path)) { // the last look at the waits may just be shown
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            path.toFile().delete();
        }
    }

    /** A JVM with the classes of this one that starts soon. @param arguments further options, the main class, and its arguments */
    ProcessBuilder java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-D" + PROPERTY + "=" + path,
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** What a command is expected to print. */
    static String golden(String name) throws IOException {
        try (InputStream in = OwnDirectory.class.getResourceAsStream("look/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

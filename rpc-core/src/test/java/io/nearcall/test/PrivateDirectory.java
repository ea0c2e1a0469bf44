// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Gives each test a directory of its own to meet in, here and in the JVMs that it starts. */
public final class PrivateDirectory implements BeforeEachCallback, AfterEachCallback {

    private static final String PROPERTY = "io.nearcall.dir";

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        Path directory = Files.createTempDirectory(
                "nearcall-test", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        System.setProperty(PROPERTY, directory.toString());
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Path directory = path();
        System.clearProperty(PROPERTY);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The current test's directory. */
    public static Path path() {
        return Path.of(System.getProperty(PROPERTY));
    }

    /** Names of the sockets that lie there. */
    public static List<String> sockets() throws IOException {
        try (Stream<Path> files = Files.list(path())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sock"))
                    .toList();
        }
    }
}

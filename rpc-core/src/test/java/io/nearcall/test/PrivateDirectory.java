// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.ipc.host.Host;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/** Gives each test a directory of its own to meet in, here and in the JVMs that it starts. */
public final class PrivateDirectory implements TestInstancePreConstructCallback, BeforeEachCallback, AfterEachCallback {

    private static final String PROPERTY = "io.nearcall.dir";
    private static final long PATIENCE_NS = 30_000_000_000L;

    /** Before the fields of the test, which may be endpoints. */
    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context)
            throws IOException {
        beforeEach(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (System.getProperty(PROPERTY) != null) {
            return;
        }
        // By the host, which Windows has other permissions for. Random numbers of the JDK end a JVM of Java 25 under
        // Wine.
        String name = "nearcall-test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        String directory = Path.of(System.getProperty("java.io.tmpdir"), name).toString();
        Host.current().makeDirectory(directory, 0700);
        System.setProperty(PROPERTY, directory);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Path directory = path();
        System.clearProperty(PROPERTY);
        // Endpoints that are just ending may still sweep a dead server's names.
        long startNs = System.nanoTime();
        while (!isGone(directory)) {
            if (System.nanoTime() - startNs
                    > PATIENCE_NS) { // a server goes on that the test has left, and restores them
                throw new AssertionError("files in " + directory + ": "
                        + Arrays.toString(directory.toFile().list()));
            }
            Thread.onSpinWait();
        }
    }

    private static boolean isGone(Path directory) throws IOException {
        String[] names = directory.toFile().list();
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(SysVLeftovers.RECORDS)) {
                SysVLeftovers.remove(directory.resolve(name));
            }
            Files.deleteIfExists(directory.resolve(name));
        }
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (FileSystemException e) { // not empty; on Windows also while somebody looks through it
            return false;
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

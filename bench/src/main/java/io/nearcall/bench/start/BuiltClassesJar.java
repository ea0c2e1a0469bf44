// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.build.BuiltFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** Makes a jar of the classes that a build generates for interfaces. It must stand first on the class path. */
final class BuiltClassesJar {

    private static final String OURS = "io.nearcall.bench.";

    private BuiltClassesJar() {}

    /**
     * Writes the jar: the stubs, the skeletons, the codecs, and the classes that name their codecs as nest mates.
     *
     * @return {@code jar}, absolute
     */
    static Path of(List<Class<?>> remoteInterfaces, Path jar) throws IOException {
        BuiltFiles files = BuiltFiles.of(remoteInterfaces, BuiltClassesJar::classFile);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> each : files.classFiles().entrySet()) {
                out.putNextEntry(new JarEntry(pathOf(each.getKey())));
                out.write(each.getValue());
                out.closeEntry();
            }
        }
        return jar.toAbsolutePath();
    }

    /** Returns null for a class that this build has not compiled. */
    private static byte[] classFile(String name) {
        if (!name.startsWith(OURS)) {
            return null;
        }
        try (InputStream file = BuiltClassesJar.class.getClassLoader().getResourceAsStream(pathOf(name))) {
            return file == null ? null : file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String pathOf(String className) {
        return className.replace('.', '/') + ".class";
    }
}

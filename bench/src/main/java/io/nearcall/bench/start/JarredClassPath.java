// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Makes a class path without directories, like that of a user's program. The JVM archives nothing from a directory. */
final class JarredClassPath {

    private JarredClassPath() {}

    /**
     * Returns the same class path with a jar in place of each directory.
     *
     * @param place the directory of those jars; it exists
     */
    static String of(String classPath, Path place) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            entries.add(
                    (Files.isDirectory(path) ? jar(path, place.resolve(entries.size() + ".jar")) : path).toString());
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(Path directory, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : files) {
                out.putNextEntry(new JarEntry(directory.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar.toAbsolutePath();
    }
}

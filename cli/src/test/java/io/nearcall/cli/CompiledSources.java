// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Java sources, compiled into a directory. */
final class CompiledSources {

    static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();

    private CompiledSources() {}

    /** Compiles all sources of a directory of the repository. */
    static Path ofDirectory(String directory, Path classes) throws IOException {
        try (Stream<Path> files = Files.list(REPOSITORY.resolve(directory))) {
            return compile(
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java"))
                            .map(Path::toString)
                            .toList(),
                    classes);
        }
    }

    /** Compiles one source of the repository and all that it needs. @param root of the packages that it needs */
    static Path ofProgram(String root, String source, Path classes) throws IOException {
        Path sources = REPOSITORY.resolve(root);
        return compile(
                List.of(
                        "-sourcepath",
                        sources.toString(),
                        sources.resolve(source).toString()),
                classes);
    }

    /** Compiles one source. @param name of its class, with its package */
    static Path of(String name, String source, Path directory) throws IOException {
        return compile(List.of(write(name, source, directory)), directory.resolve("classes"));
    }

    /** As {@link #of}, of a source that names classes of a library. */
    static Path against(Path library, String name, String source, Path directory) throws IOException {
        return compile(List.of(write(name, source, directory)), directory.resolve("classes"), library);
    }

    private static String write(String name, String source, Path directory) throws IOException {
        Path file = directory.resolve("src").resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, source).toString();
    }

    private static Path compile(List<String> files, Path classes, Path... libraries) throws IOException {
        StringBuilder classPath = new StringBuilder(System.getProperty("java.class.path"));
        for (Path library : libraries) {
            classPath.append(File.pathSeparator).append(library);
        }
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of(
                "-parameters",
                "-proc:none",
                "-encoding",
                "UTF-8",
                "-cp",
                classPath.toString(),
                "-d",
                classes.toString()));
        arguments.addAll(files);
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
        return classes;
    }
}

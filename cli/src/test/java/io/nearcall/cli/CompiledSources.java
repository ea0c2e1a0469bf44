// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
        Path file = directory.resolve("src").resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        return compile(List.of(file.toString()), directory.resolve("classes"));
    }

    private static Path compile(List<String> files, Path classes) throws IOException {
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of(
                "-parameters",
                "-proc:none",
                "-encoding",
                "UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
        arguments.addAll(files);
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
        return classes;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The compilers of other languages accept the output for an interface with every permitted feature. */
@Timeout(120)
class CompiledOutputIT {

    private static final String SOURCES = "cli/src/test/resources/io/nearcall/cli/odd";

    @TempDir
    private static Path directory;

    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        classes = CompiledSources.ofDirectory(SOURCES, directory.resolve("classes"));
    }

    private static Path write(String format, String file) {
        CommandRun run = CommandRun.of(
                "describe", "odd.Odd", "-c", classes.toString(), "-f", format, "-o", directory.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        return directory.resolve(file);
    }

    private static void shouldCompile(String... command) throws IOException, InterruptedException {
        assumeTrue(isThere(command[0]), command[0] + " is not installed");
        Path output = directory.resolve("compiler");
        int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        assertThat(status).as(Files.readString(output)).isZero();
    }

    private static boolean isThere(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private static String peers(String directory) {
        return "-I" + CompiledSources.REPOSITORY.resolve("peers").resolve(directory);
    }

    @Test
    void shouldWriteC() throws Exception {
        String header = write("c", "odd.h").toString();
        shouldCompile(
                "cc",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-pedantic",
                "-Werror",
                peers("c/include"),
                "-fsyntax-only",
                "-x",
                "c",
                header);
    }

    @Test
    void shouldWriteCpp() throws Exception {
        Path header = write("c++", "odd.hpp");
        Path program = directory.resolve("odd.cpp");
        // What is a template is looked at only where it is used.
        Files.write(
                program,
                List.of(
                        "#include \"" + header.getFileName() + '"',
                        "void use(nearcall::endpoint& endpoint, std::shared_ptr<odd::OddSkeleton> own) {",
                        "    (void)nearcall::serve(endpoint, own);",
                        "    (void)nearcall::lookup<odd::Odd>(endpoint);",
                        "}"));
        shouldCompile(
                "c++",
                "-std=c++20",
                "-Wall",
                "-Wextra",
                "-pedantic",
                "-Werror",
                peers("cpp/include"),
                peers("c/include"),
                "-fsyntax-only",
                program.toString());
    }

    @Test
    void shouldWritePython() throws Exception {
        shouldCompile("python3", "-m", "py_compile", write("python", "odd.py").toString());
    }
}

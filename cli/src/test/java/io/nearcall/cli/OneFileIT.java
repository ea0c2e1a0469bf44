// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.cli.LiveServer.Run;
import io.nearcall.grpc.GrpcTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The command in one file, on the JDK at hand. */
@Timeout(400)
class OneFileIT {

    private static final Path FILE = CompiledSources.REPOSITORY.resolve("cli/target/nearcall");
    private static final Path LIBRARY = FILE.resolveSibling("nearcall-grpc.jar");

    @TempDir
    private Path directory;

    private Run run(LiveServer server, String... arguments) throws IOException, InterruptedException {
        return run(server, directory.resolve("a file"), arguments);
    }

    private Run run(LiveServer server, Path copy, String... arguments) throws IOException, InterruptedException {
        if (!Files.exists(copy)) {
            Files.copy(FILE, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        ProcessBuilder command = server.command(arguments);
        // As most people start it: the archive must not depend on the directory in which the command was started.
        command.directory(copy.getParent().toFile()).command().set(0, "./" + copy.getFileName());
        return Run.of(command, directory);
    }

    @Test
    void shouldCallWithoutAWarningOfTheJvm() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            assertThat(run(server, "call", "market.greet", "world")).isEqualTo(new Run(0, "\"Hello, world\"\n", ""));
            assertThat(run(server, "version").out()).startsWith("nearcall 0.").endsWith(Runtime.version() + "\n");
        }
    }

    private static Stream<Path> javas() {
        Stream<Path> others = Stream.of("java21.jvm", "java25.jvm")
                .map(property -> System.getProperty(property, "none"))
                .filter(jvm -> !jvm.equals("none"))
                .map(jvm -> Path.of(jvm).getParent().getParent());
        return Stream.concat(Stream.of(Path.of(System.getProperty("java.home"))), others);
    }

    /** With a service on the JDK at hand. */
    @ParameterizedTest
    @MethodSource("javas")
    void shouldRunOnEachJava(Path home) throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            for (String[] line : new String[][] {{"call", "market.greet", "world"}, {"ls", "--json", "nobody"}}) {
                ProcessBuilder command = server.command(line);
                command.command().set(0, FILE.toString());
                command.environment().put("JAVA_HOME", home.toString());
                String printed = line[0].equals("call") ? "\"Hello, world\"\n" : "";
                assertThat(Run.of(command, directory)).isEqualTo(new Run(0, printed, ""));
            }
        }
    }

    /** gRPC is in the file beside it, which is larger. */
    @Test
    void shouldStaySmall() throws IOException {
        assertThat(Files.size(FILE)).isLessThan(9 << 20);
        assertThat(Files.size(LIBRARY)).isLessThan(9 << 20);
    }

    @Test
    void shouldReachOtherHostsIfTheFileForThatIsBesideIt() throws Exception {
        GrpcTransport door = GrpcTransport.builder().listen(0).build();
        try (LiveServer server = LiveServer.start(directory);
                Endpoint endpoint = Endpoint.builder().transport(door).open()) {
            endpoint.export(LookIT.Till.class, new LookIT.Closed(), "till");
            String[] line = {"ls", "--host", "localhost:" + door.port()};
            Run without = run(server, line);
            assertThat(without.exitCode()).isEqualTo(ExitCodes.USAGE);
            assertThat(without.err()).startsWith("nearcall: --host needs nearcall-grpc.jar beside the file");

            Files.copy(LIBRARY, directory.resolve(LIBRARY.getFileName()));
            Run with = run(server, line);
            assertThat(with.err()).isEmpty();
            assertThat(with.out().lines()).hasSize(2).anyMatch(row -> row.startsWith("till "));
        }
    }

    @Test
    void shouldHaveTheChecksumBesideIt() throws Exception {
        ProcessBuilder check = new ProcessBuilder("sha256sum", "--strict", "-c", "nearcall.sha256");
        check.directory(FILE.getParent().toFile());
        assertThat(Run.of(check, directory)).isEqualTo(new Run(0, "nearcall: OK\nnearcall-grpc.jar: OK\n", ""));
    }

    /** Under a name without blanks: a JDK 17 looks for no class in an archive if the jar's path has one. */
    @Test
    void shouldTakeItsClassesFromAnArchiveThatItHasWritten() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            Path command = directory.resolve("nearcall");
            Path archive = directory.resolve("nearcall.jsa");
            Run written = run(server, command, "archive");
            assertThat(written.err()).isEmpty();
            assertThat(written.exitCode()).isZero();
            assertThat(written.out()).matches("wrote " + archive + ", [0-9]+ KiB\n");
            assertThat(run(server, command, "call", "market.add", "2", "3")).isEqualTo(new Run(0, "5\n", ""));
            assertThat(readFromJar(server, command, "ls")).isLessThan(8); // and some 50 without the archive
            assertThat(readFromJar(server, command, "errors")).isLessThan(8);

            Files.delete(archive); // read-only
            Files.writeString(archive, "of another Java");
            assertThat(run(server, command, "call", "market.add", "2", "3")).isEqualTo(new Run(0, "5\n", ""));
        }
        assertThat(CommandRun.of("archive").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(CommandRun.of("archive").err()).contains("Only the command in one file");
    }

    /** How many of its own classes the JVM reads from the jar, with the options that the script gives to it. */
    private long readFromJar(LiveServer server, Path file, String... arguments) throws Exception {
        Path log = directory.resolve("loaded");
        Path java = Files.createDirectories(directory.resolve("logging/bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                for each; do
                    shift
                    set -- "$@" "$each"
                    [ "$each" != -Xlog:disable ] || set -- "$@" -Xlog:class+load:file=%s
                done
                exec %s/bin/java "$@"
                """.formatted(log, System.getProperty("java.home")));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        ProcessBuilder command = server.command(arguments);
        command.command().set(0, file.toString());
        command.environment().put("JAVA_HOME", directory.resolve("logging").toString());
        Process process =
                command.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        assertThat(process.waitFor(170, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        List<String> own = Files.readAllLines(log).stream()
                .filter(line -> line.contains(" io.nearcall."))
                .toList();
        assertThat(own).isNotEmpty();
        return own.stream()
                .filter(line -> !line.contains("source: shared objects file"))
                .count();
    }

    @Test
    void shouldHaveAManualOfAllVerbs() throws Exception {
        List<String> lines = Files.readAllLines(FILE.resolveSibling("nearcall.1"));
        assertThat(lines.get(0)).startsWith(".TH NEARCALL 1");
        assertThat(lines)
                .anyMatch(line -> line.startsWith(".B nearcall call ") && line.endsWith("SERVICE.METHOD [JSON...]"))
                .contains(".SS nearcall call", ".SS nearcall doctor", ".SH EXIT STATUS", ".B 130")
                .noneMatch(line -> line.contains("${") || line.contains("@|"));
    }
}

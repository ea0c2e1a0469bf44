// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.nearcall.cli.LiveServer.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The doctor and the cleaner beside a server that lives, is stopped, or is dead. */
@Timeout(400)
class DoctorIT {

    @TempDir
    private Path directory;

    private Path runtime;

    @BeforeEach
    void findDirectory() {
        runtime = directory.resolve("run");
    }

    private static List<String> lines(Run run, String check) {
        return run.out()
                .lines()
                .filter(line -> line.matches("[a-zA-Z]+ +" + check + " .*"))
                .toList();
    }

    @Test
    void shouldFindNothingWhereAllIsWell() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            Run run = server.run("doctor");
            assertThat(run.exitCode()).as(run.out()).isZero();
            assertThat(run.out().lines())
                    .allMatch(line -> line.startsWith("ok ") || line.startsWith("WARN ") || line.startsWith("   "));
            assertThat(lines(run, "D01")).singleElement().asString().contains(runtime.toString());
            assertThat(lines(run, "D20")).containsExactly("ok    D20 channel shm: a call came back");
            assertThat(lines(run, "D30")).hasSize(2).allMatch(line -> line.contains("process " + server.pid()));
            Run json = server.run("doctor", "--json");
            assertThat(json.out().lines()).hasSizeGreaterThan(12).allSatisfy(line -> {
                SchemasTest.assertFits(line, "doctor");
                assertThat(JsonParser.parseString(line)
                                .getAsJsonObject()
                                .get("state")
                                .getAsString())
                        .isIn("ok", "warn");
            });
            assertThat(names()).allMatch(name -> name.contains("market"));
        }
    }

    /**
     * Without statistics pages and waits: their place depends on the file system, and those of dead processes are kept.
     */
    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(runtime)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".stats") && !name.contains(".waits"))
                    .toList();
        }
    }

    @Test
    void shouldFailForADirectoryThatIsOpenToOthers() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwxrwxrwx"));
            Run run = server.run("doctor");
            assertThat(run.exitCode()).isEqualTo(7);
            assertThat(lines(run, "D01")).singleElement().asString().startsWith("FAIL");
            assertThat(run.out()).contains("mode 0700");
            for (String verb : List.of("ls", "top", "errors", "clean", "bench")) {
                Run refused = server.run(verb, "--json");
                assertThat(refused.exitCode()).as(verb).isEqualTo(2);
                assertThat(refused.err().lines()).as(verb).hasSize(1);
                SchemasTest.assertFits(refused.err(), "error");
            }
        }
    }

    @Test
    void shouldFindAndRemoveTheNamesOfTheDead() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            server.kill();
            assertThat(names()).contains("market.lock", "market.sock");
            Run run = server.run("doctor");
            assertThat(lines(run, "D02"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("market, old.market");
            assertThat(run.out()).contains("nearcall clean");
        }
        try (LiveServer server = LiveServer.start(directory)) {
            server.kill();
            Run clean = server.run("clean", "--json");
            assertThat(clean.out().lines())
                    .hasSizeGreaterThan(1)
                    .allSatisfy(line -> SchemasTest.assertFits(line, "clean"));
        }
        try (LiveServer server = LiveServer.start(directory)) {
            server.kill();
            Run clean = server.run("clean");
            assertThat(clean.exitCode()).isZero();
            assertThat(clean.out()).contains("removed the name market\n", "removed the name old.market\n");
            assertThat(names()).isEmpty();
            assertThat(server.run("clean").out()).isEmpty();
        }
    }

    @Test
    void shouldFindAndRemoveWhatKilledCallsHaveLeft() throws Exception {
        try (LiveServer server =
                LiveServer.start(directory, "-Dio.nearcall.inspect=call", "-Dio.nearcall.channel=sysvshm")) {
            ProcessBuilder command = server.command("call", "market.slow", "100000");
            command.environment().put("NEARCALL_CHANNEL", "sysvshm");
            Process call =
                    command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
            awaitRunning(server, call);
            // Stopped first, because each would remove the files of the other one.
            new ProcessBuilder("kill", "-STOP", Long.toString(server.pid()))
                    .start()
                    .waitFor();
            call.destroyForcibly().waitFor();
            server.kill();
            Path fifo = runtime.resolve(".fifo-" + call.pid() + "-0123456789abcdef-0");
            makeFifo(fifo);
            Run run = server.run("doctor");
            assertThat(lines(run, "D10"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains(fifo.getFileName().toString(), ".sysv-");
            // The doctor's calls over all channels have removed them, as those of any program do.
            assertThat(names())
                    .doesNotContain(fifo.getFileName().toString())
                    .noneMatch(name -> name.startsWith(".sysv-"));
            makeFifo(fifo);
            assertThat(server.run("clean").out()).contains("removed 1 FIFOs, sockets or System V objects of dead");
            assertThat(lines(server.run("doctor"), "D10"))
                    .containsExactly("ok    D10 no FIFOs, sockets or System V objects of dead processes");
        }
    }

    private static void makeFifo(Path path) throws Exception {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor())
                .isZero();
    }

    /** A call that runs has its lanes. Before, there may be a record of objects that are only a trial. */
    private void awaitRunning(LiveServer server, Process call) throws Exception {
        while (!server.run("top", "--once", "--json").out().contains("\"inFlight\":1")) {
            assertThat(call.isAlive()).isTrue();
        }
        assertThat(names()).anyMatch(name -> name.startsWith(".sysv-"));
    }

    @Test
    void shouldNameServicesInOtherDirectories() throws Exception {
        Path other = Files.createDirectory(
                directory.resolve("other"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (LiveServer server = LiveServer.start(directory)) {
            ProcessBuilder command = server.command("doctor");
            command.environment().put("NEARCALL_DIR", other.toString());
            Run run = run(command);
            assertThat(lines(run, "D19"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("market, old.market in " + runtime);
            assertThat(lines(server.run("doctor"), "D19"))
                    .singleElement()
                    .asString()
                    .doesNotContain(" in " + runtime);
        }
    }

    @Test
    void shouldLeaveTheLivingAlone() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            Run clean = server.run("clean", "--json");
            assertThat(clean.exitCode()).isZero();
            assertThat(clean.out()).isEmpty();
            assertThat(server.run("describe", "market").exitCode()).isZero();
        }
    }

    @Test
    void shouldFailForAServiceThatDoesNotAnswer() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            new ProcessBuilder("kill", "-STOP", Long.toString(server.pid()))
                    .start()
                    .waitFor();
            Run run = server.run("doctor");
            assertThat(run.exitCode()).isEqualTo(7);
            assertThat(lines(run, "D30"))
                    .hasSize(2)
                    .allMatch(line -> line.startsWith("FAIL") && line.contains("does not answer"));
            assertThat(run.out()).contains("state T");
        }
    }

    @Test
    void shouldFailWithoutTheNativeLibrary() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            ProcessBuilder command = server.command("doctor");
            command.environment().put("JAVA_TOOL_OPTIONS", "-Dio.nearcall.native.library=/none/lib.so");
            Run run = run(command);
            assertThat(run.exitCode()).isEqualTo(7);
            assertThat(lines(run, "D03"))
                    .singleElement()
                    .asString()
                    .startsWith("FAIL")
                    .contains("/none/lib.so");
            assertThat(lines(run, "D20"))
                    .singleElement()
                    .asString()
                    .startsWith("FAIL")
                    .contains("channel shm");
            assertThat(lines(run, "D22")).containsExactly("ok    D22 channel unix: a call came back");
            assertThat(lines(run, "D25")).singleElement().asString().startsWith("WARN");
        }
    }

    @Test
    void shouldWarnOfFewFilesAndOneProcessor() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            ProcessBuilder command = server.command("doctor");
            command.command().addAll(0, List.of("sh", "-c", "ulimit -n 512; exec \"$@\"", "sh"));
            command.environment().put("JAVA_TOOL_OPTIONS", "-XX:ActiveProcessorCount=1 -XX:-MaxFDLimit");
            Run run = run(command);
            assertThat(lines(run, "D05"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("512");
            assertThat(run.out()).contains("ulimit -n 4096");
            assertThat(lines(run, "D06"))
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("processors: 1");
        }
    }

    private Run run(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(170, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), Files.readString(directory.resolve("out")), "");
    }
}

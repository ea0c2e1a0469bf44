// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code trace} shows of the recordings of two JVMs. */
@Timeout(120)
public final class TraceIT {

    private static final String SLOW = "50ms";

    @TempDir
    private Path directory;

    public interface Oven {
        int bake(int ms) throws InterruptedException;

        void burn();
    }

    /** Offers an oven until its input ends. */
    static final class Bakery {
        private Bakery() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.open()) {
                endpoint.export(
                        Oven.class,
                        new Oven() {
                            @Override
                            public int bake(int ms) throws InterruptedException {
                                Thread.sleep(ms); // a method that takes its time
                                return ms;
                            }

                            @Override
                            public void burn() {
                                throw new IllegalStateException("black");
                            }
                        },
                        "oven");
                System.out.println("ready");
                System.in.read();
            }
            System.exit(0);
        }
    }

    /** Uses it twice. */
    static final class Baker {
        private Baker() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.open()) {
                Oven oven = endpoint.lookup(Oven.class, "shm:oven");
                oven.bake(100);
                try {
                    oven.burn();
                } catch (IllegalStateException e) {
                    oven.bake(100);
                }
            }
            System.exit(0);
        }
    }

    private Process start(Class<?> main, String recording) throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dio.nearcall.dir=" + directory,
                "-XX:StartFlightRecording:filename=" + directory.resolve(recording) + ",settings="
                        + directory.resolve("nearcall.jfc"),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String golden() throws IOException {
        try (InputStream in = TraceIT.class.getResourceAsStream("look/trace.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldJoinTheRecordingsOfTwoProcesses() throws Exception {
        Files.writeString(
                directory.resolve("nearcall.jfc"),
                CommandRun.of("trace", "--settings").out());
        Process bakery = start(Bakery.class, "bakery.jfr");
        long baker;
        try (BufferedReader out = bakery.inputReader()) {
            String line;
            do {
                line = out.readLine();
            } while (line != null && !line.equals("ready")); // JFR prints a line, too
            assertThat(line).isEqualTo("ready");
            Process caller = start(Baker.class, "baker.jfr");
            baker = caller.pid();
            assertThat(caller.waitFor()).isZero();
            bakery.getOutputStream().close();
            assertThat(bakery.waitFor()).isZero();
        } finally {
            bakery.destroyForcibly();
        }
        String callers = directory.resolve("baker.jfr").toString();
        String services = directory.resolve("bakery.jfr").toString();
        shouldShow(callers, services, baker, bakery.pid());
        CommandRun one = CommandRun.of("trace", "--json", "--slow", SLOW, callers);
        assertThat(one.out().lines()).hasSize(3).allMatch(line -> line.contains("\"serviceNs\":0,"));
    }

    private static void shouldShow(String callers, String services, long baker, long bakery) throws Exception {
        CommandRun run = CommandRun.of("trace", "--json", "--slow", SLOW, callers, services);
        assertThat(run.err()).isEmpty();
        for (String line : run.out().lines().toList()) {
            SchemasTest.assertFits(line, "trace");
        }
        assertThat(run.out()
                        .replaceAll("\"time\":\"[0-9TZ:.-]+\"", "\"time\":\"TIME\"")
                        .replaceAll("\"callerPid\":" + baker + "\\b", "\"callerPid\":BAKER")
                        .replaceAll("\"servicePid\":" + bakery + "\\b", "\"servicePid\":BAKERY")
                        .replaceAll("\"(callerNs|serviceNs)\":[0-9]+", "\"$1\":ANY")
                        .replaceAll("\"connection\":\"[0-9a-f]{16}\"", "\"connection\":\"ID\"")
                        .replaceAll("\"(lane|call)\":[0-9]+", "\"$1\":ANY"))
                .isEqualTo(golden());
        assertThat(run.out().lines().filter(line -> line.contains("bake")))
                .allMatch(line -> line.matches(".*\"callerNs\":[0-9]{8,},\"serviceNs\":[0-9]{8,},.*"));
        CommandRun table = CommandRun.of("trace", "--slow", SLOW, callers, services);
        assertThat(table.out().lines().toList()).hasSize(4);
        assertThat(table.out()).contains("METHOD", "oven.bake", "oven.burn", "RAN", "java.lang.IllegalStateException");
    }

    @Test
    void shouldSayWhatIsNoRecording() throws IOException {
        Path file = Files.writeString(directory.resolve("text"), "none");
        assertThat(CommandRun.of("trace", file.toString()).err()).contains("is not a flight recording");
        assertThat(CommandRun.of("trace", "/nowhere").err()).contains("/nowhere cannot be read");
        CommandRun wrong = CommandRun.of("trace", "--slow", "soon", file.toString());
        assertThat(wrong.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(wrong.err()).contains("\"soon\" is not a duration");
        assertThat(CommandRun.of("trace").err()).contains("Name a service, a process");
    }
}

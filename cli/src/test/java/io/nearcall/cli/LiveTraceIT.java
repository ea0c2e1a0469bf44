// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.Endpoint;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code trace} shows of a service in another JVM, which has no JFR, is stopped, and is killed. */
@Timeout(120)
public final class LiveTraceIT {

    private static final String PROPERTY = "io.nearcall.dir";
    private static final String WITHOUT_JFR = "--limit-modules=java.base,java.logging,jdk.unsupported";

    public interface Kiosk {
        int sell(int ms) throws InterruptedException;

        void refuse();
    }

    /** Offers a kiosk until it is killed. */
    static final class Stand {
        private Stand() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.builder().name("stand").open()) {
                endpoint.export(
                        Kiosk.class,
                        new Kiosk() {
                            @Override
                            public int sell(int ms) throws InterruptedException {
                                Thread.sleep(ms); // a method that takes its time
                                return ms;
                            }

                            @Override
                            public void refuse() {
                                throw new IllegalStateException("sold out");
                            }
                        },
                        "kiosk");
                System.out.println(ModuleLayer.boot().findModule("jdk.jfr").isPresent());
                endpoint.awaitClose();
            }
        }
    }

    /** A run of the command in this process, on a thread of its own. */
    private static final class LiveRun {
        private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final StringWriter err = new StringWriter();
        private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        private final Thread thread;

        LiveRun(String... arguments) {
            PrintWriter out = new PrintWriter(new Writer() {
                @Override
                public void write(char[] buffer, int offset, int length) {
                    lines.addAll(new String(buffer, offset, length).lines().toList());
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            });
            thread = new Thread(() -> exitCode.complete(Nearcall.run(out, new PrintWriter(err, true), arguments)));
            thread.start();
        }

        JsonObject next() throws Exception {
            String line = lines.take();
            SchemasTest.assertFits(line, "trace-live");
            return JsonParser.parseString(line).getAsJsonObject();
        }

        /** To the line about that state. */
        void await(String state) throws Exception {
            while (!next().get("state").getAsString().equals(state)) {
                // what was shown before
            }
        }
    }

    private Path directory;
    private Process stand;
    private Endpoint customer;
    private Kiosk kiosk;

    @BeforeEach
    void buy() throws Exception {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "nearcall-test");
        System.setProperty(PROPERTY, directory.toString());
        stand = java(Stand.class.getName()).start();
        assertThat(stand.inputReader().readLine()).isEqualTo("false");
        customer = Endpoint.builder().name("customer").channel("shm").open();
        kiosk = customer.lookup(Kiosk.class, "kiosk");
        assertThat(kiosk.sell(0)).isZero();
    }

    @AfterEach
    void end() throws Exception {
        customer.close();
        stand.destroyForcibly().waitFor();
        System.clearProperty(PROPERTY);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private ProcessBuilder java(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT", // a build in the background ignores it
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                WITHOUT_JFR,
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-D" + PROPERTY + "=" + directory,
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private static void signal(String name, Process to) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(to.pid()))
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Returns when the run is looking: it shows that the service is stopped, and that it goes on. */
    private void awaitLooking(LiveRun run) throws Exception {
        signal("STOP", stand);
        run.await("stopped");
        signal("CONT", stand);
        run.await("open");
    }

    private void refuse() {
        assertThatThrownBy(kiosk::refuse).isInstanceOf(IllegalStateException.class);
    }

    /** The number of the last event on the page of the service. */
    private int lastNumber() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            PageView page = files.filter(file -> file.getFileName().toString().startsWith(stand.pid() + "-"))
                    .map(file -> PageReader.read(file.toString()))
                    .findFirst()
                    .orElseThrow();
            return page.events().get(page.events().size() - 1).number();
        }
    }

    private String golden() throws IOException {
        try (InputStream in = LiveTraceIT.class.getResourceAsStream("look/trace-live.jsonl")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String withoutWhatDiffers(JsonObject line) {
        return line.toString()
                .replaceAll("\"time\":\"[0-9TZ:.-]+\"", "\"time\":\"TIME\"")
                .replaceAll("([pP])id\":" + stand.pid() + "\\b", "$1id\":STAND")
                .replaceAll("([pP])id\":" + ProcessHandle.current().pid() + "\\b", "$1id\":CUSTOMER")
                .replaceAll("\"ns\":[1-9][0-9]{8,}", "\"ns\":LONG");
    }

    @Test
    void shouldShowWhatHappensToAServiceWhileItHappens() throws Exception {
        LiveRun run = new LiveRun("trace", "kiosk", "--json");
        awaitLooking(run);
        refuse();
        assertThat(kiosk.sell(300)).isEqualTo(300);
        List<String> shown = new ArrayList<>();
        while (shown.size() < 3) { // the failure at both sides, and the wait
            JsonObject line = run.next();
            boolean slowMachine = line.get("event").getAsString().equals("slow")
                    && line.get("method").getAsString().equals("refuse");
            if (!slowMachine) {
                shown.add(withoutWhatDiffers(line));
            }
        }
        signal("KILL", stand);
        JsonObject last = run.next();
        while (!last.get("state").getAsString().equals("dead")) {
            last = run.next(); // whatever the service has noticed before
        }
        shown.add(withoutWhatDiffers(last));
        assertThat(shown.stream().sorted().collect(Collectors.joining("\n", "", "\n")))
                .isEqualTo(golden());
        shouldShowTheServiceThatHasComeBack(run);
        assertThat(run.exitCode).isNotDone();
        run.thread.interrupt();
        assertThat(run.exitCode.join()).isZero();
        assertThat(run.err.toString()).isEmpty();
    }

    private void shouldShowTheServiceThatHasComeBack(LiveRun run) throws Exception {
        stand = java(Stand.class.getName()).start();
        assertThat(stand.inputReader().readLine()).isEqualTo("false");
        run.await("open");
        customer.close();
        customer = Endpoint.builder().name("next customer").channel("shm").open();
        kiosk = customer.lookup(Kiosk.class, "kiosk");
        refuse();
        JsonObject line = run.next();
        while (!line.get("event").getAsString().equals("failed")
                || line.get("pid").getAsLong() != stand.pid()) {
            line = run.next();
        }
    }

    @Test
    void shouldSayHowManyEventsItHasMissed() throws Exception {
        LiveRun run = new LiveRun("trace", Long.toString(stand.pid()), "--json");
        int before = lastNumber();
        awaitLooking(run);
        int shown = 0;
        int lost = 0;
        while (lost == 0) {
            for (int i = 0; i < 500; i++) { // more than a page keeps
                refuse();
            }
            for (String line = run.lines.poll(); line != null; line = run.lines.poll()) {
                boolean gap = line.contains("\"event\":\"lost\"");
                int count = JsonParser.parseString(line)
                        .getAsJsonObject()
                        .get("count")
                        .getAsInt();
                lost += gap ? count : 0;
                shown += gap ? 0 : count;
            }
        }
        int happened = lastNumber() - before;
        while (shown + lost < happened) {
            JsonObject line = run.next();
            int count = line.get("count").getAsInt();
            boolean gap = line.get("event").getAsString().equals("lost");
            lost += gap ? count : 0;
            shown += gap ? 0 : count;
        }
        assertThat(shown + lost).isEqualTo(happened);
        stand.destroyForcibly().waitFor();
        assertThat(run.exitCode.join()).isZero(); // with the process
        assertThat(run.lines.toString()).contains("\"state\":\"dead\"");
    }

    @Test
    void shouldEndWithCtrlCInAJvmWithoutJfr() throws Exception {
        Process run = java("io.nearcall.cli.Main", "trace", "kiosk").start();
        try (BufferedReader out = run.inputReader()) {
            while (!out.ready()) {
                refuse();
            }
            signal("INT", run);
            List<String> lines = out.lines().toList();
            assertThat(lines)
                    .filteredOn(line -> !line.endsWith("events were overwritten before they were read"))
                    .isNotEmpty()
                    .allMatch(line -> line.matches(
                            "[0-9-]{10} [0-9:.]{12}  [0-9]+ +(caller |service)  kiosk.refuse failed, with process [0-9]+:"
                                    + " java.lang.IllegalStateException"));
            assertThat(run.waitFor()).isEqualTo(130);
        } finally {
            run.destroyForcibly();
        }
    }

    @Test
    void shouldEndAfterTheTimeThatIsAskedFor() {
        CommandRun run = CommandRun.of("trace", "kiosk", "--for", "10ms");
        assertThat(run).isEqualTo(new CommandRun(ExitCodes.DONE, "", ""));
    }

    @Test
    void shouldRefuseWhatCannotBeWatched() throws Exception {
        assertThat(CommandRun.of("trace", "nobody").err())
                .contains("No endpoint here shows calls of a service \"nobody\"");
        CommandRun none = CommandRun.of("trace", "2147483646");
        assertThat(none.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(none.err()).contains("Nothing is known of process 2147483646");
        assertThat(CommandRun.of("trace", "kiosk", "--for", "ever").err()).contains("\"ever\" is no duration");
        assertThat(CommandRun.of("trace", "a.jfr", "--for", "1s").err()).contains("--for is for one service");
        customer.close();
        stand.destroyForcibly().waitFor();
        assertThat(CommandRun.of("trace", Long.toString(stand.pid())).err())
                .contains("Process " + stand.pid() + " is dead. nearcall dump " + stand.pid());
    }
}

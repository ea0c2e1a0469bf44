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
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code trace} shows of a service in another JVM, which has no JFR, is stopped, and is killed. */
@Timeout(120)
public final class LiveTraceIT {

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
                // earlier events
            }
        }
    }

    @RegisterExtension
    final OwnDirectory directory = new OwnDirectory();

    private Process stand;
    private Endpoint customer;
    private Kiosk kiosk;

    @BeforeEach
    void buy() throws Exception {
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
    }

    private ProcessBuilder java(String... arguments) {
        ProcessBuilder java = directory.java(arguments);
        // A build in the background ignores SIGINT.
        java.command().addAll(0, List.of("env", "--default-signal=INT"));
        java.command().add(3, WITHOUT_JFR);
        return java;
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
        stop(stand);
        run.await("stopped");
        signal("CONT", stand);
        run.await("open");
    }

    private void refuse() {
        assertThatThrownBy(kiosk::refuse).isInstanceOf(IllegalStateException.class);
    }

    /** The number of the last event on the page of the service. */
    private int lastNumber() throws IOException {
        try (Stream<Path> files = Files.list(directory.path())) {
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

    /** The command is stopped meanwhile, so that it is late for sure. */
    @Test
    void shouldSayHowManyEventsItHasMissed() throws Exception {
        int calls = 500; // a page keeps 256 events
        Process run = java("io.nearcall.cli.Main", "trace", Long.toString(stand.pid()), "--json")
                .start();
        try (BufferedReader out = run.inputReader()) {
            stop(stand);
            readTo("stopped", out);
            signal("CONT", stand);
            readTo("open", out);
            stop(run);
            int before = lastNumber();
            for (int i = 0; i < calls; i++) {
                refuse();
            }
            int happened = lastNumber() - before;
            assertThat(happened).isGreaterThanOrEqualTo(calls);
            signal("CONT", run);
            int shown = 0;
            int lost = 0;
            while (shown + lost < happened) {
                JsonObject line = JsonParser.parseString(out.readLine()).getAsJsonObject();
                boolean gap = line.get("event").getAsString().equals("lost");
                lost += gap ? line.get("count").getAsInt() : 0;
                shown += gap ? 0 : 1;
            }
            assertThat(shown + lost).isEqualTo(happened);
            assertThat(lost).isGreaterThanOrEqualTo(calls - 256);
            stand.destroyForcibly().waitFor();
            readTo("dead", out);
            assertThat(out.readLine()).isNull(); // it ends with the process
            assertThat(run.waitFor()).isZero();
        } finally {
            run.destroyForcibly();
        }
    }

    private static void readTo(String state, BufferedReader out) throws IOException {
        String line = out.readLine();
        while (!line.contains("\"state\":\"" + state + "\"")) {
            line = out.readLine();
        }
    }

    /** Returns when none of its threads runs any more. */
    private static void stop(Process process) throws Exception {
        signal("STOP", process);
        while (!Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"))
                .contains(") T")) {
            Thread.sleep(1);
        }
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
        assertThat(CommandRun.of("trace", "kiosk", "--for", "ever").err()).contains("\"ever\" is not a duration");
        assertThat(CommandRun.of("trace", "a.jfr", "--for", "1s").err()).contains("--for is for one service");
        customer.close();
        stand.destroyForcibly().waitFor();
        assertThat(CommandRun.of("trace", Long.toString(stand.pid())).err())
                .contains("Process " + stand.pid() + " is dead. nearcall dump " + stand.pid());
    }
}

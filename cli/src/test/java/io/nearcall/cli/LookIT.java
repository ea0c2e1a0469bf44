// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ls} and {@code top} show of a server in another JVM, which runs, is stopped, or has been killed. */
@Timeout(60)
public final class LookIT {

    public interface Till {
        int add(int a, int b);

        void refuse();
    }

    static final class Closed implements Till {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void refuse() {
            throw new IllegalStateException("closed for today");
        }
    }

    /** Offers a till until it is killed. */
    static final class Shop {
        private Shop() {}

        public static void main(String[] arguments) throws Exception {
            try (Endpoint endpoint = Endpoint.builder().name("shop").open()) {
                endpoint.export(Till.class, new Closed(), "till");
                System.out.println("ready");
                endpoint.awaitClose();
            }
        }
    }

    @RegisterExtension
    private final OwnDirectory directory = new OwnDirectory();

    private Process shop;
    private Endpoint cashier;

    @BeforeEach
    void callTheTill() throws Exception {
        shop = directory.java(Shop.class.getName()).start();
        BufferedReader out = shop.inputReader();
        assertThat(out.readLine()).isEqualTo("ready");
        cashier = Endpoint.builder().name("cashier").channel("shm").open();
        Till till = cashier.lookup(Till.class, "till");
        for (int i = 0; i < 3; i++) {
            till.add(i, i);
        }
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(till::refuse).isInstanceOf(IllegalStateException.class);
        }
        while (!CommandRun.of("ls", "--json").out().contains("\"calls\":5,\"failures\":2")) {
            Thread.sleep(10); // the last call is counted behind its answer
        }
    }

    @AfterEach
    void end() throws Exception {
        cashier.close();
        shop.destroyForcibly().waitFor();
    }

    /** The output of the command, without the parts that differ from run to run. */
    private String shown(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        return withoutWhatDiffers(run.out());
    }

    private String withoutWhatDiffers(String out) {
        return out.replaceAll(directory.path() + "/[0-9]+-[0-9]+[.]stats", "PAGE")
                .replaceAll("\"openedAt\":\"[0-9TZ:.-]+\"", "\"openedAt\":\"TIME\"")
                .replaceAll("\"java\":\"[^\"]+\"", "\"java\":\"JAVA\"")
                .replaceAll("\"(timed|p50Ns|p99Ns|maxNs)\":[1-9][0-9]*", "\"$1\":SOME")
                .replaceAll("\"bytesOut\":[0-9]{4,}", "\"bytesOut\":SOME") // with a stack in them
                .replaceAll("\"(waits(Spun|Yielded|Slept))\":[0-9]+", "\"$1\":SOME")
                .replaceAll("\"pid\":[0-9]+", "\"pid\":PID");
    }

    /** As above for a table. The widths of its columns depend on the parts that differ. */
    private String table(String... arguments) {
        return shown(arguments)
                .replaceAll(" *\\b" + shop.pid() + "\\b", " PID")
                .replaceAll("PID +[0-9]+s\\b", "PID  UP")
                .replaceAll("[0-9.]+(us|ms)\\b", "TIME")
                .replaceAll("\\b[0-9]+:[0-9]+\\b", "SPIN")
                .replaceAll("(?m)  +", "  ");
    }

    private static String goldenTable(String name) throws IOException {
        return OwnDirectory.golden(name).replaceAll("  +", "  ").replaceAll(" +PID", " PID");
    }

    private String heading(String table) {
        return table.replaceAll(" +PID", " PID");
    }

    @Test
    void shouldListServices() throws Exception {
        assertThat(heading(table("ls"))).isEqualTo(goldenTable("ls.txt"));
        assertThat(heading(table("ls", "^ti"))).isEqualTo(goldenTable("ls.txt"));
        assertThat(shown("ls", "--json")).isEqualTo(OwnDirectory.golden("ls.jsonl"));
        assertThat(shown("ls", "--json", "other")).isEmpty();
    }

    @Test
    void shouldListClients() throws Exception {
        assertThat(shown("ls", "--clients", "--json")).isEqualTo(OwnDirectory.golden("ls-clients.jsonl"));
        assertThat(shown("ls", "--clients")).contains("cashier", "till");
    }

    @Test
    void shouldShowMethods() throws Exception {
        assertThat(heading(table("top", "--once", "--interval", "20"))).isEqualTo(goldenTable("top.txt"));
        assertThat(shown("top", "--once", "--interval", "20", "--json", "till"))
                .isEqualTo(OwnDirectory.golden("top.jsonl"));
        assertThat(shown("top", "--once", "--interval", "20", "--json", "other"))
                .isEmpty();
    }

    @Test
    void shouldListWhatHasFailedOnBothSides() throws Exception {
        assertThat(shown("errors", "--json").lines().map(LookIT::withoutStack))
                .containsExactlyInAnyOrderElementsOf(
                        OwnDirectory.golden("errors.jsonl").lines().toList());
        assertThat(shown("errors")).contains("till.refuse", "caller", "service", "java.lang.IllegalStateException");
        assertThat(shown("errors", "--stack"))
                .contains("2 x till.refuse, service", "IllegalStateException: closed for today", "at io.nearcall.cli");
        assertThat(shown("errors", "--json", "other")).isEmpty();
    }

    private static String withoutStack(String line) {
        return line.replaceAll("\"(first|last)\":\"[0-9TZ:.-]+\"", "\"$1\":\"TIME\"")
                .replaceAll("\"stack\":\\[\".*\"]", "\"stack\":[]");
    }

    @Test
    void shouldDumpWhatAKilledProcessHasLeft() throws Exception {
        String pid = Long.toString(shop.pid());
        shop.destroyForcibly().waitFor();
        String dump = CommandRun.of("dump", pid).out();
        assertThat(dump)
                .contains(
                        "endpoint \"shop\" of process " + pid + ", dead",
                        "till.add     service      3       0",
                        "till.refuse  service      2       2",
                        "2 x till.refuse, service",
                        "IllegalStateException: closed for today",
                        "connected with process " + ProcessHandle.current().pid(),
                        "till.refuse failed, with process ");
        while (!CommandRun.of("dump", Long.toString(ProcessHandle.current().pid()))
                .out()
                .contains("has died")) {
            Thread.sleep(10); // the monitor of this process's endpoint has still to notice it
        }
        String page = CommandRun.of("dump", pid)
                .out()
                .lines()
                .filter(line -> line.startsWith("  page "))
                .findFirst()
                .orElseThrow()
                .substring("  page ".length());
        assertThat(CommandRun.of("dump", page).out()).contains("endpoint \"shop\" of process " + pid + ", dead");
    }

    @Test
    void shouldSayWhenNothingIsKept() {
        CommandRun run = CommandRun.of("dump", "2147483646");
        assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(run.err()).contains("Nothing is kept of process 2147483646");
        assertThat(CommandRun.of("dump", "/dev/zero").err()).contains("is not a statistics page");
    }

    @Test
    void shouldShowWhatIsCalledNow() throws Exception {
        Till till = cashier.lookup(Till.class, "till");
        Thread caller = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                till.add(1, 2);
            }
        });
        caller.start();
        try {
            String first = CommandRun.of("top", "--once", "--interval", "200", "--json")
                    .out()
                    .lines()
                    .findFirst()
                    .orElseThrow();
            JsonObject busiest = JsonParser.parseString(first).getAsJsonObject();
            assertThat(busiest.get("method").getAsString()).isEqualTo("add");
            assertThat(busiest.get("callsPerSecond").getAsDouble()).isPositive();
        } finally {
            caller.interrupt();
            caller.join();
        }
    }

    @Test
    void shouldShowAStoppedProcess() throws Exception {
        signal("STOP");
        assertThat(shown("ls")).contains("stopped");
        assertThat(shown("ls", "--json"))
                .isEqualTo(OwnDirectory.golden("ls.jsonl").replace("\"open\"", "\"stopped\""));
        assertThat(shown("top", "--once", "--interval", "20")).contains("refuse", "stopped");
    }

    @Test
    void shouldShowAKilledProcess() throws Exception {
        cashier.close();
        shop.destroyForcibly().waitFor();
        assertThat(heading(table("ls")).replaceAll("shm +[01]", "shm  1").replaceAll("-  - +0", "-  shm  1"))
                .isEqualTo(goldenTable("ls-dead.txt"));
        assertThat(shown("top", "--once", "--interval", "20")).contains("refuse", "dead");
    }

    private void signal(String name) throws Exception {
        Path stat = Path.of("/proc", Long.toString(shop.pid()), "stat");
        new ProcessBuilder("kill", "-" + name, Long.toString(shop.pid()))
                .inheritIO()
                .start()
                .waitFor();
        while (!Files.readString(stat).contains(") T")) {
            Thread.sleep(1);
        }
    }

    @Test
    void shouldFollowTheSchemas() throws Exception {
        checkSchema(
                "dump",
                CommandRun.of("dump", Long.toString(shop.pid()), "--json").out());
        checkSchema(
                "dump",
                CommandRun.of("dump", Long.toString(ProcessHandle.current().pid()), "--json")
                        .out());
        checkSchema("errors", CommandRun.of("errors", "--json").out());
        checkSchema("ls", CommandRun.of("ls", "--json").out());
        checkSchema("ls-clients", CommandRun.of("ls", "--clients", "--json").out());
        checkSchema(
                "top",
                CommandRun.of("top", "--once", "--interval", "20", "--json").out());
    }

    private static void checkSchema(String name, String lines) throws Exception {
        assertThat(lines).isNotEmpty();
        for (String line : lines.lines().toList()) {
            SchemasTest.assertFits(line, name);
        }
    }

    /**
     * The start of the JVM takes most of the time of {@code ls}, and the loading of classes takes most of the start.
     */
    @ParameterizedTest
    @CsvSource({"ls, table", "ls ^ti, table", "ls --json, ls.jsonl", "ls --clients --json, ls-clients.jsonl"})
    void shouldLoadFewClassesToList(String arguments, String golden) throws Exception {
        Path log = directory.path().resolve("loaded.txt");
        Path out = directory.path().resolve("out");
        List<String> command = new ArrayList<>(List.of("-Xlog:class+load:file=" + log, "io.nearcall.cli.Main"));
        command.addAll(List.of(arguments.split(" ")));
        Process listing = directory
                .java(command.toArray(String[]::new))
                .redirectOutput(out.toFile())
                .start();
        assertThat(listing.waitFor()).isZero();
        assertThat(Files.readString(out).lines()).hasSize(golden.equals("table") ? 2 : 1);
        if (!golden.equals("table")) {
            assertThat(withoutWhatDiffers(Files.readString(out))).isEqualTo(OwnDirectory.golden(golden));
        }
        List<String> loaded = Files.readAllLines(log).stream()
                .filter(line -> line.contains(" source: "))
                .toList();
        assertThat(loaded).anyMatch(line -> line.contains(" io.nearcall.cli.look.Listing "));
        assertThat(loaded).noneMatch(line -> line.matches(".* (picocli|com[.]google|com[.]esotericsoftware|net)[.].*"));
        assertThat(loaded).noneMatch(line -> line.matches(".* io[.](grpc|nearcall[.]grpc|nearcall[.]cli[.]live)[.].*"));
        if (arguments.equals("ls")) { // the others have a pattern, or a time whose text the JDK writes with one
            assertThat(loaded).noneMatch(line -> line.contains(" java.util.regex."));
        }
        assertThat(loaded.stream().filter(line -> line.contains(" io.nearcall.")))
                .hasSizeLessThan(75);
        // For a program that does nothing, a JDK 17 loads some 440 classes, and a newer one more.
        assertThat(loaded).hasSizeLessThan(Runtime.version().feature() < 21 ? 900 : 1200);
    }

    @Test
    void shouldSayWhereItHasLookedAndWhatToTry() throws Exception {
        CommandRun none = CommandRun.of("ls", "nobody");
        assertThat(none.out()).isEmpty();
        assertThat(none.err())
                .startsWith("nearcall: there are no services with a name that matches nobody in " + directory.path()
                        + ".\n");
        Path other = Files.createDirectory(directory.path().resolve("other"));
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
        System.setProperty(OwnDirectory.PROPERTY, other.toString());
        try {
            CommandRun elsewhere = CommandRun.of("ls");
            assertThat(elsewhere.exitCode()).isZero();
            assertThat(elsewhere.out()).isEmpty();
            assertThat(elsewhere.err())
                    .startsWith("nearcall: there are no services in " + other + ".\n")
                    .contains("Elsewhere: till. Try NEARCALL_DIR=" + directory.path() + " nearcall ls\n");
            assertThat(CommandRun.of("ls", "^ti").err()).contains("Elsewhere: till. ");
            assertThat(CommandRun.of("ls", "nobody").err()).doesNotContain("Elsewhere", "till");
            assertThat(CommandRun.of("ls", "--json").err()).isEmpty();
            assertThat(CommandRun.of("ls", "--clients").err())
                    .startsWith("nearcall: no client has called a service in ");
        } finally {
            System.setProperty(OwnDirectory.PROPERTY, directory.path().toString());
            Files.delete(other);
        }
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThat(CommandRun.of("ls", "[").exitCode()).isEqualTo(ExitCodes.USAGE);
        assertThat(CommandRun.of("ls", "[").err()).contains("regular expression");
        assertThat(CommandRun.of("top", "--interval", "0").exitCode()).isEqualTo(ExitCodes.USAGE);
    }
}

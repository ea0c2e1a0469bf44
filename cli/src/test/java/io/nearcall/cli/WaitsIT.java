// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What {@code waits} shows of two JVMs that wait for each other, also when one of them is stopped or has been killed. */
@Timeout(120)
public final class WaitsIT {

    public interface Till {
        /** Needs the drawer. */
        void open();
    }

    /** A till that shares a drawer with others. */
    record OneDrawer(Object drawer) implements Till {
        @Override
        public void open() {
            synchronized (drawer) {
                return;
            }
        }
    }

    /** Offers a till, and opens the other one while it has its own drawer. */
    static final class Shop {
        private Shop() {}

        public static void main(String[] arguments) throws Exception {
            Object drawer = new Object();
            try (Endpoint endpoint =
                    Endpoint.builder().name("shop").noDeadline().open()) {
                endpoint.export(Till.class, new OneDrawer(drawer), "till");
                Till other = endpoint.lookup(Till.class, "other-till");
                synchronized (drawer) {
                    System.out.println("ready");
                    other.open();
                }
            }
        }
    }

    @RegisterExtension
    private final OwnDirectory directory = new OwnDirectory();

    private Process shop;
    private Endpoint cashier;
    private Thread caller;

    @BeforeEach
    void waitForEachOther() throws Exception {
        cashier = Endpoint.builder().name("cashier").noDeadline().open();
        Object drawer = new Object();
        cashier.export(Till.class, new OneDrawer(drawer), "other-till");
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Till> till = new CompletableFuture<>();
        caller = new Thread(() -> openBoth(drawer, held, till), "cashier's thread");
        caller.setDaemon(true);
        caller.start();
        held.await();
        shop = directory.java(Shop.class.getName()).start();
        BufferedReader out = shop.inputReader();
        assertThat(out.readLine()).isEqualTo("ready");
        till.complete(cashier.lookup(Till.class, "till"));
    }

    private static void openBoth(Object drawer, CountDownLatch held, CompletableFuture<Till> till) {
        synchronized (drawer) {
            held.countDown();
            till.join().open();
        }
    }

    @AfterEach
    void end() throws Exception {
        shop.destroyForcibly().waitFor();
        cashier.close();
    }

    private CommandRun awaitCycle() throws InterruptedException {
        CommandRun run = CommandRun.of("waits", "--cycles");
        while (run.exitCode() != ExitCodes.WAIT_CYCLE) {
            assertThat(run.exitCode()).isEqualTo(ExitCodes.DONE);
            Thread.sleep(50);
            run = CommandRun.of("waits", "--cycles");
        }
        return run;
    }

    /** The lines, without the parts that differ from run to run. */
    private List<String> normal(String lines) {
        return lines.lines()
                .map(line -> line.replaceAll("([pP]id\":)" + shop.pid() + "\\b", "$1SHOP")
                        .replaceAll("([pP]id\":)" + ProcessHandle.current().pid() + "\\b", "$1CASHIER")
                        .replaceAll("\"since\":\"[0-9TZ:.-]+\"", "\"since\":\"TIME\"")
                        .replaceAll("Object@[0-9a-f]+", "Object@LOCK")
                        .replaceAll("nearcall-lane-(\\w+)-[0-9]+", "LANE-$1")
                        .replaceAll("\"stack\":\\[\".*\"]", "\"stack\":[]"))
                .toList();
    }

    @Test
    void shouldShowWhoWaitsForWhom() throws Exception {
        CommandRun cycles = awaitCycle();
        assertThat(cycles.err()).isEmpty();
        assertThat(cycles.out())
                .startsWith("cycle 1:\n")
                .contains(
                        "  thread \"cashier's thread\" of process "
                                + ProcessHandle.current().pid() + " waits for till.open, which thread \"",
                        "  thread \"main\" of process " + shop.pid() + " waits for other-till.open, which thread \"",
                        "      at io.nearcall.cli.WaitsIT.openBoth",
                        "      at io.nearcall.cli.WaitsIT$Shop.main",
                        "      at io.nearcall.cli.WaitsIT$OneDrawer.open");
        CommandRun table = CommandRun.of("waits");
        assertThat(table.exitCode()).isEqualTo(ExitCodes.WAIT_CYCLE);
        assertThat(table.out()).contains("PID  THREAD ", "cashier's thread", "other-till.open", "alive", "cycle 1:");
        CommandRun json = CommandRun.of("waits", "--json");
        assertThat(json.exitCode()).isEqualTo(ExitCodes.WAIT_CYCLE);
        assertThat(normal(json.out()))
                .containsExactlyInAnyOrderElementsOf(
                        OwnDirectory.golden("waits.jsonl").lines().toList());
        for (String line : json.out().lines().toList()) {
            SchemasTest.assertFits(line, "waits");
        }
        assertThat(CommandRun.of("waits", "--json", "--cycles", "till").out().lines())
                .containsExactlyInAnyOrderElementsOf(json.out().lines().toList());
        CommandRun none = CommandRun.of("waits", "--json", "other"); // a part of a name matches no service
        assertThat(none.exitCode()).isZero();
        assertThat(none.out()).isEmpty();
    }

    @Test
    void shouldEndWithEightInAShell(@TempDir Path scratch) throws Exception {
        awaitCycle();
        LiveServer.Run run = LiveServer.Run.of(LiveServer.command(directory.path(), "waits", "--cycles"), scratch);
        assertThat(run.exitCode()).isEqualTo(8);
        assertThat(run.out()).startsWith("cycle 1:\n");
    }

    @Test
    void shouldShowAStoppedAndAKilledProcess() throws Exception {
        awaitCycle();
        new ProcessBuilder("kill", "-STOP", Long.toString(shop.pid()))
                .inheritIO()
                .start()
                .waitFor();
        CommandRun stopped = CommandRun.of("waits");
        while (!stopped.out().contains("stopped")) { // the signal has been sent, but not yet taken
            stopped = CommandRun.of("waits");
        }
        assertThat(stopped.exitCode()).isEqualTo(ExitCodes.WAIT_CYCLE);
        assertThat(stopped.out()).contains("alive");
        shop.destroyForcibly().waitFor();
        caller.join();
        CommandRun dead = CommandRun.of("waits");
        while (dead.exitCode() != ExitCodes.DONE || dead.out().contains("alive")) {
            Thread.sleep(20);
            dead = CommandRun.of("waits");
        }
        assertThat(dead.out()).contains("other-till.open", "dead");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.test.PrivateDirectory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;

/** Endpoints that stop serving before they are closed. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class DrainTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    /** A service whose method runs until the test lets it return. */
    @RemoteService("mill")
    public interface Mill {
        String grind(String grain);

        int weigh();

        @Idempotent
        String owner();
    }

    private static final class SlowMill implements Mill {
        private final String owner;
        private final Semaphore begun = new Semaphore(0);
        private final CountDownLatch open = new CountDownLatch(1);

        SlowMill(String owner) {
            this.owner = owner;
        }

        @Override
        public String grind(String grain) {
            begun.release();
            try {
                open.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return owner + "'s " + grain;
        }

        @Override
        public int weigh() {
            return 1;
        }

        @Override
        public String owner() {
            return owner;
        }
    }

    private final SlowMill ben = new SlowMill("Ben");
    private final ExecutorService threads = Executors.newCachedThreadPool(); // the common pool may have one thread

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    @Test
    void shouldAnswerTheCallsThatRunAndRefuseNewOnes() throws Exception {
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            Export export = server.export(Mill.class, ben);
            Mill mill = client.lookup(Mill.class);
            CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> mill.grind("rye"), threads);
            ben.begun.acquire();
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> server.drain(LONG), threads);
            while (!export.isClosed() || !client.services().isEmpty()) {
                Thread.onSpinWait();
            }
            Throwable refused = null;
            while (refused == null) { // it refuses a moment after it has given up its names
                refused = catchThrowable(mill::weigh);
            }
            assertThat(refused)
                    .asInstanceOf(type(NearcallException.class))
                    .satisfies(e -> assertThat(e.outcome().isSafeToRepeat()).isTrue());
            assertThatThrownBy(() -> server.export(Mill.class, ben)).isInstanceOf(EndpointClosedException.class);
            assertThat(drained).isNotDone();
            ben.open.countDown();
            assertThat(running.get()).isEqualTo("Ben's rye");
            assertThat(drained.get()).isTrue();
            assertThat(server.isClosed()).isFalse();
        }
    }

    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "nothing is counted there")
    @Test
    void shouldNotCountTheCallsThatItRefuses() {
        ben.open.countDown();
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Mill.class, ben);
            Mill mill = client.lookup(Mill.class);
            mill.grind("rye");
            while (served().calls() == 0) {
                Thread.onSpinWait(); // it is counted when it has been answered
            }
            assertThat(server.drain(LONG)).isTrue();
            assertThatThrownBy(() -> mill.grind("oat")).isInstanceOf(NearcallException.class);
            assertThat(served().calls()).isEqualTo(1);
            assertThat(served().failures()).isZero();
        }
    }

    /** What the server's statistics page says of the slow method. */
    private static PageView.Method served() {
        return StatisticsDirectory.pages(RuntimeDirectory.open(uid -> false)).stream()
                .map(PageReader::read)
                .filter(page ->
                        page != null && page.pid() == ProcessHandle.current().pid())
                .flatMap(page -> page.methods().stream())
                .filter(method -> method.served() && method.name().equals("grind"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldLetAnEndpointCallItsOwnObjects() {
        ben.open.countDown();
        try (Endpoint endpoint = Endpoint.open()) {
            Mill old = (Mill) OwnObjects.of(endpoint).stub(ben);
            assertThat(old.grind("rye")).isEqualTo("Ben's rye");
            assertThat(endpoint.drain(LONG)).isTrue();
            assertThat(old.grind("oat")).isEqualTo("Ben's oat");
        }
        try (Endpoint endpoint = Endpoint.open()) {
            assertThat(endpoint.drain(LONG)).isTrue();
            assertThat(((Mill) OwnObjects.of(endpoint).stub(ben)).grind("rye")).isEqualTo("Ben's rye");
        }
    }

    @Test
    void shouldLetCallsGoOnInTheProcessThatTakesTheName() throws Exception {
        try (Endpoint server = Endpoint.open();
                Endpoint next = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Mill.class, ben);
            Mill mill = client.lookup(Mill.class);
            CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> mill.grind("rye"), threads);
            ben.begun.acquire();
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> server.drain(LONG), threads);
            while (!client.services().isEmpty()) {
                Thread.onSpinWait();
            }
            next.export(Mill.class, new SlowMill("Cleo"));
            String owner;
            do { // it refuses a moment after it has given up its names; then the call is repeated
                owner = mill.owner();
            } while (owner.equals("Ben"));
            assertThat(owner).isEqualTo("Cleo");
            assertThat(running).isNotDone();
            ben.open.countDown();
            assertThat(running.get()).isEqualTo("Ben's rye");
            assertThat(drained.get()).isTrue();
        }
    }

    @Test
    void shouldGoOnCallingOthers() {
        try (Endpoint server = Endpoint.open();
                Endpoint other = Endpoint.open()) {
            other.export(Mill.class, ben);
            Mill early = server.lookup(Mill.class);
            assertThat(server.drain(LONG)).isTrue();
            assertThat(early.owner()).isEqualTo("Ben");
            assertThat(server.lookup(Mill.class).owner()).isEqualTo("Ben");
        }
    }

    @Test
    void shouldSayWhenItsPatienceIsOver() throws Exception {
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Mill.class, ben);
            Mill mill = client.lookup(Mill.class);
            CompletableFuture<String> running = CompletableFuture.supplyAsync(() -> mill.grind("rye"), threads);
            ben.begun.acquire();
            assertThat(server.drain(Duration.ofMillis(50))).isFalse();
            Thread.currentThread().interrupt();
            assertThat(server.drain(LONG)).isFalse();
            assertThat(Thread.interrupted()).isTrue();
            ben.open.countDown();
            assertThat(running.get()).isEqualTo("Ben's rye");
        }
    }
}

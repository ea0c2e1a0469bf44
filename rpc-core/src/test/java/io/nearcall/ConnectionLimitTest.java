// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.EndpointsIT.Bank;
import io.nearcall.EndpointsIT.EmptyBank;
import io.nearcall.test.PrivateDirectory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Endpoints that take so many connections and no more. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ConnectionLimitTest {

    @Test
    void shouldRefuseMoreConnectionsThanAllowed() {
        try (Endpoint server = Endpoint.builder().maxConnections(1).open();
                Endpoint first = Endpoint.open();
                Endpoint second = Endpoint.open()) {
            server.export(Bank.class, new EmptyBank());
            first.lookup(Bank.class);
            assertThatThrownBy(() -> second.lookup(Bank.class))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("1 connections");
        }
    }

    @Test
    void shouldFindMoreServicesOfAnEndpointThatTakesNoMoreConnections() {
        try (Endpoint server = Endpoint.builder().maxConnections(1).open();
                Endpoint full = Endpoint.builder().maxConnections(1).open();
                Endpoint first = Endpoint.open();
                Endpoint second = Endpoint.open()) {
            server.export(Bank.class, new EmptyBank());
            server.export(Bank.class, new EmptyBank(), "savings");
            full.export(Bank.class, new EmptyBank(), "giro");
            second.lookup(Bank.class, "giro");
            first.lookup(Bank.class);
            assertThat(first.lookup(Bank.class, "savings").twice(2)).isEqualTo(4);
            assertThatThrownBy(() -> first.lookup(Bank.class, "giro"))
                    .as("another endpoint of the same process")
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("1 connections");
        }
    }

    /** Stays at it. */
    public interface Guard {
        @Uninterruptible
        void watch();
    }

    static Stream<Arguments> waysToCall() {
        Consumer<Guard> borrowed = guard -> new Thread(() -> catchThrowable(guard::watch)).start();
        Consumer<Guard> shared = guard -> Remotes.runAsync(guard, Guard::watch);
        return Stream.of(false, true)
                .flatMap(executor -> Stream.of(
                        Arguments.of("borrowed", borrowed, executor), Arguments.of("shared", shared, executor)));
    }

    @ParameterizedTest(name = "{0} lane, executor: {2}")
    @MethodSource("waysToCall")
    void shouldCountAConnectionThatHasEndedForAsLongAsAMethodRunsOn(
            String lane, Consumer<Guard> caller, boolean withExecutor) throws InterruptedException {
        CountDownLatch watching = new CountDownLatch(1);
        CountDownLatch relieved = new CountDownLatch(1);
        ExecutorService guards = Executors.newFixedThreadPool(1);
        Endpoint first = Endpoint.open();
        try (Endpoint server = Endpoint.builder()
                        .maxConnections(1)
                        .executor(withExecutor ? guards : null)
                        .open();
                Endpoint second = Endpoint.open()) {
            server.export(Bank.class, new EmptyBank());
            server.export(Guard.class, () -> {
                watching.countDown();
                while (relieved.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000);
                }
            });
            caller.accept(first.lookup(Guard.class));
            watching.await();
            first.close();
            assertThatThrownBy(() -> second.lookup(Bank.class))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("1 connections");
            relieved.countDown();
            assertThat(second.lookup(Bank.class).twice(1)).isEqualTo(2);
        } finally {
            relieved.countDown();
            first.close();
            guards.shutdown();
        }
    }

    /** Where threads get no CPU for a while, the server notices the end of the last client too late: a few may be refused. */
    @Test
    void shouldAcceptAClientAtOnceAfterAnotherOneHasClosed() {
        int refused = 0;
        try (Endpoint server = Endpoint.builder().maxConnections(1).open()) {
            server.export(Bank.class, new EmptyBank());
            for (int i = 0; i < 50; i++) {
                try (Endpoint client = Endpoint.open()) {
                    assertThat(client.lookup(Bank.class).whoCalls().service()).isEqualTo("bank");
                } catch (ConnectionRefusedException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isLessThanOrEqualTo(2); // without any patience, 3 to 14 over sockets
    }

    /** Has numbers without end. */
    public interface Counter {
        Stream<Integer> count();
    }

    @Test
    void shouldAcceptAClientWhenTheStreamsOfAnotherOneAreClosed() {
        try (Endpoint server = Endpoint.builder().maxConnections(1).open();
                Endpoint second = Endpoint.open()) {
            server.export(Bank.class, new EmptyBank());
            server.export(
                    Counter.class,
                    () -> Stream.iterate(0, i -> i + 1).onClose(() -> LockSupport.parkNanos(100_000_000)));
            try (Endpoint first = Endpoint.open()) {
                Stream<Integer> counted = first.lookup(Counter.class).count();
                assertThat(counted.iterator().next()).isZero();
            }
            assertThat(second.lookup(Bank.class).twice(1)).isEqualTo(2);
        }
    }
}

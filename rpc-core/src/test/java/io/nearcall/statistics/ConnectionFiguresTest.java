// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.RemoteObject;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.test.PrivateDirectory;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The figures of connections on the page, besides calls: references, streams and refusals. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public final class ConnectionFiguresTest {

    @RemoteObject
    public interface Bell {
        void ring();
    }

    public interface Hall {
        void keep(Bell bell);

        Stream<Integer> numbers();

        void await() throws InterruptedException;

        CompletableFuture<Integer> later();
    }

    private static final class OpenHall implements Hall {
        private final CountDownLatch opened = new CountDownLatch(1);
        private Bell kept;

        @Override
        public void keep(Bell bell) {
            kept = bell;
            kept.ring();
        }

        @Override
        public Stream<Integer> numbers() {
            return IntStream.range(0, 1_000_000).boxed();
        }

        @Override
        public void await() throws InterruptedException {
            opened.await();
        }

        @Override
        public CompletableFuture<Integer> later() {
            return new CompletableFuture<>();
        }
    }

    private static PageView page(String endpoint) {
        return StatisticsDirectory.pages(RuntimeDirectory.open()).stream()
                .map(PageReader::read)
                .filter(page -> page != null
                        && page.name().equals(endpoint)
                        && page.runtimeDirectory()
                                .equals(RuntimeDirectory.open().path()))
                .findFirst()
                .orElseThrow();
    }

    private static PageView.Connection connection(String endpoint) {
        assertThat(page(endpoint).connections()).hasSize(1);
        return page(endpoint).connections().get(0);
    }

    @Test
    void shouldCountReferencesAndStreams() throws Exception {
        try (Endpoint server = Endpoint.builder().name("hall").open();
                Endpoint client = Endpoint.builder().name("guest").open()) {
            server.export(Hall.class, new OpenHall(), "hall");
            Hall hall = client.lookup(Hall.class, "hall");
            Bell bell = () -> {};
            hall.keep(bell);
            assertThat(connection("guest").exported()).isEqualTo(1);
            assertThat(connection("guest").imported()).isZero();
            assertThat(connection("hall").exported()).isZero();
            assertThat(connection("hall").imported()).isEqualTo(1);
            assertThat(connection("hall").streams()).isZero();
            try (Stream<Integer> numbers = hall.numbers()) {
                assertThat(numbers.iterator().next()).isZero();
                assertThat(connection("hall").streams()).isEqualTo(1);
                assertThat(connection("hall").exported()).isEqualTo(1);
                assertThat(connection("guest").streams()).isZero();
            }
            while (connection("hall").streams() != 0) {
                Thread.sleep(10); // the release is on its way
            }
            assertThat(connection("hall").exported()).isZero();
        }
    }

    @Test
    void shouldShowCallsInFlightOnBothSides() throws Exception {
        OpenHall open = new OpenHall();
        try (Endpoint server = Endpoint.builder().name("hall").open();
                Endpoint client = Endpoint.builder().name("guest").open()) {
            server.export(Hall.class, open, "hall");
            Hall hall = client.lookup(Hall.class, "hall");
            Thread[] guests = new Thread[3];
            for (int i = 0; i < guests.length; i++) {
                guests[i] = new Thread(() -> {
                    try {
                        hall.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                guests[i].start();
            }
            while (inFlight("hall") < guests.length) {
                Thread.sleep(10); // they have to call
            }
            assertThat(inFlight("guest")).isEqualTo(guests.length);
            open.opened.countDown();
            for (Thread guest : guests) {
                guest.join();
            }
            assertThat(inFlight("guest")).isZero();
            while (inFlight("hall") != 0) {
                Thread.sleep(10); // it is counted behind the answer
            }
        }
    }

    @Test
    void shouldCountCallsThatAreGivenUpAsEnded() throws Exception {
        try (Endpoint server = Endpoint.builder().name("hall").open();
                Endpoint client = Endpoint.builder().name("guest").open();
                Endpoint hurried = Endpoint.builder()
                        .name("hurried")
                        .deadline(Duration.ofMillis(100))
                        .open()) {
            server.export(Hall.class, new OpenHall(), "hall");
            Hall hall = client.lookup(Hall.class, "hall");
            CompletableFuture<Integer> one = hall.later();
            CompletableFuture<Integer> other = hall.later();
            assertThat(inFlight("guest")).isEqualTo(2);
            while (inFlight("hall") < 2) {
                Thread.sleep(10); // until both have been taken, or they could be given up before
            }
            one.cancel(true);
            assertThat(inFlight("guest")).isEqualTo(1);
            other.cancel(true);
            assertThat(inFlight("guest")).isZero();

            Hall late = hurried.lookup(Hall.class, "hall");
            assertThatThrownBy(late.later()::join).hasCauseInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(late::await).isInstanceOf(DeadlineExceededException.class);
            assertThat(inFlight("hurried")).isZero();
            while (inFlight("hall") != 0) {
                Thread.sleep(10); // the method is interrupted, and the stages are cancelled
            }
        }
    }

    private static long inFlight(String endpoint) {
        return page(endpoint).methods().stream()
                .mapToLong(PageView.Method::inFlight)
                .sum();
    }

    @Test
    void shouldCountRefusedConnectionsAndCalls() throws Exception {
        try (Endpoint server = Endpoint.builder().name("hall").maxConnections(1).open();
                Endpoint client = Endpoint.builder().name("guest").open();
                Endpoint other = Endpoint.open()) {
            var service = server.export(Hall.class, new OpenHall(), "hall");
            Hall hall = client.lookup(Hall.class, "hall");
            hall.keep(() -> {});
            assertThatThrownBy(() -> other.lookup(Hall.class, "hall")).isInstanceOf(NearcallException.class);
            assertThat(page("hall").refusals())
                    .anyMatch(refusals -> refusals.byServer()
                            && refusals.reason().equals("CONNECTION_OVERLOADED")
                            && refusals.count() > 0);
            service.close();
            assertThatThrownBy(() -> hall.keep(() -> {})).isInstanceOf(NearcallException.class);
            assertThat(page("hall").refusals())
                    .anyMatch(refusals -> refusals.reason().equals("NO_SUCH_OBJECT"));
            assertThat(page("hall").events())
                    .anyMatch(event -> event.kind() == PageView.Kind.REFUSED
                            && event.refusal().reason().equals("NO_SUCH_OBJECT")
                            && event.peerPid() == ProcessHandle.current().pid());
        }
    }
}

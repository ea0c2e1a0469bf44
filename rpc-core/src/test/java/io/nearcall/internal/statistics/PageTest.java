// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.nearcall.codegen.RemoteInterface;
import io.nearcall.codegen.RemoteMethod;
import io.nearcall.statistics.Shelf;
import io.nearcall.test.FitInterfaces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PageTest {

    private static final int NOBODY = 0x7fffff00; // no process has such a number

    private Path directory;

    private static final class Shelved extends CountedObject {
        private final boolean served;
        private final String service;
        private final List<RemoteMethod> methods =
                RemoteInterface.of(Shelf.class, FitInterfaces.RULES).methods();

        Shelved(boolean served, String service) {
            this.served = served;
            this.service = service;
        }

        @Override
        protected Methods countedMethods() {
            return new Methods(served, service, Shelf.class, methods);
        }
    }

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory(Path.of("/dev/shm"), "nearcall-test");
    }

    @AfterEach
    void removeDirectory() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private EndpointStatistics statistics() {
        return new EndpointStatistics(() -> new PageOwner(
                directory.toString(), NOBODY, 1000, "library", "1.0", "17", "pid:[1]", "/run/user/1/nearcall"));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private Path file() throws IOException {
        assertThat(files()).hasSize(1);
        return files().get(0);
    }

    private PageView read() throws IOException {
        return PageReader.read(file().toString());
    }

    private static void count(CallCounter counter, CountedObject called, int method, int calls) {
        for (int i = 0; i < calls; i++) {
            counter.begin(called, method, 10);
            counter.end(called, method, 20);
        }
    }

    private static PageView.Method put(PageView page) {
        return page.methods().stream()
                .filter(method -> method.name().equals("put"))
                .findFirst()
                .orElseThrow();
    }

    private static int indexOfPut() {
        return RemoteInterface.of(Shelf.class, FitInterfaces.RULES).methods().stream()
                .filter(method -> method.name().equals("put"))
                .findFirst()
                .orElseThrow()
                .index();
    }

    @Test
    void shouldShowWhatWasCounted() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter one = new CallCounter(connection);
        CallCounter other = new CallCounter(connection);
        int put = indexOfPut();
        count(one, shelf, put, 3);
        count(one, shelf, 1 - put, 1);
        count(one, shelf, put, 2);
        count(other, shelf, put, 7);
        one.fail(shelf, put, new IllegalStateException("full"));

        PageView page = read();

        assertThat(page.pid()).isEqualTo(NOBODY);
        assertThat(page.openedMs()).isEqualTo(1000);
        assertThat(page.name()).isEqualTo("library");
        assertThat(page.javaVersion()).isEqualTo("17");
        assertThat(page.runtimeDirectory()).isEqualTo("/run/user/1/nearcall");
        assertThat(page.whole()).isTrue();
        assertThat(put(page)).satisfies(shown -> {
            assertThat(shown.served()).isTrue();
            assertThat(shown.service()).isEqualTo("shelf");
            assertThat(shown.type()).isEqualTo(Shelf.class.getName());
            assertThat(shown.signature()).isEqualTo("put(String): void");
            assertThat(shown.calls()).isEqualTo(12);
            assertThat(shown.failures()).isEqualTo(1);
            assertThat(shown.durations().count()).isZero();
        });
        assertThat(page.connections()).singleElement().satisfies(shown -> {
            assertThat(shown.peerPid()).isEqualTo(17);
            assertThat(shown.channel()).isEqualTo("shm");
            assertThat(shown.initiator()).isTrue();
        });
        statistics.close(true);
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldCountBytesAndWhatHasNotEnded() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, false, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        int put = indexOfPut();
        CallCounter beginnings = new CallCounter(connection);
        CallCounter ends = new CallCounter(connection); // another thread's
        for (int i = 0; i < 5; i++) {
            beginnings.begin(shelf, put, 100);
        }
        beginnings.begin(shelf, 1 - put, 1);
        ends.end(shelf, put, 7);
        connection.end(shelf, put); // as of a caller that has given up
        connection.end(shelf, put);

        assertThat(put(read())).satisfies(shown -> {
            assertThat(shown.calls()).isEqualTo(5);
            assertThat(shown.inFlight()).isEqualTo(2);
            assertThat(shown.bytesIn()).isEqualTo(500);
            assertThat(shown.bytesOut()).isEqualTo(7);
        });
        assertThat(read().callsByConnection())
                .filteredOn(calls -> calls.method().name().equals("put"))
                .singleElement()
                .satisfies(calls -> {
                    assertThat(calls.begun()).isEqualTo(5);
                    assertThat(calls.inFlight()).isEqualTo(2);
                    assertThat(calls.connection().peerPid()).isEqualTo(17);
                });
        connection.close();
        connection.end(shelf, put);
        assertThat(put(read())).satisfies(shown -> {
            assertThat(shown.calls()).isEqualTo(5);
            assertThat(shown.inFlight()).isZero();
            assertThat(shown.bytesIn()).isEqualTo(500);
            assertThat(shown.bytesOut()).isEqualTo(7);
        });
        assertThat(read().callsByConnection()).isEmpty();
        statistics.close(true);
    }

    @Test
    void shouldShowNothingInFlightOfAMethodWhoseLanesHaveNotAllRoom() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, false, "shm");
        ConnectionStatistics shortLived = new ConnectionStatistics(statistics, 18, false, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        Shelved called = new Shelved(false, "shelf");
        int put = indexOfPut();
        CallCounter beginnings = new CallCounter(connection);
        beginnings.begin(shelf, put, 0);
        new CallCounter(connection).begin(called, put, 0);
        new CallCounter(shortLived).begin(called, 1 - put, 0);
        for (int i = 0; i < PageLayout.MAX_LENGTH / PageLayout.CELL_LENGTH; i++) {
            new CallCounter(connection).begin(shelf, 1 - put, 0);
        }
        assertThat(read().uncounted()).isPositive();

        CallCounter ends = new CallCounter(connection); // another thread's, for which there is no cell
        ends.end(shelf, put, 0);
        shortLived.close(); // which gives a cell back
        new CallCounter(connection).begin(shelf, put, 0);
        connection.end(shelf, put);

        PageView page = read();
        assertThat(page.methods())
                .filteredOn(method -> method.served())
                .extracting(PageView.Method::inFlight)
                .containsExactly(0L, 0L);
        assertThat(page.methods())
                .filteredOn(method -> !method.served() && method.name().equals("put"))
                .extracting(PageView.Method::calls, PageView.Method::inFlight)
                .containsExactly(tuple(1L, 1L));
        assertThat(page.callsByConnection())
                .filteredOn(calls -> calls.method().served())
                .extracting(PageView.ConnectionCalls::inFlight)
                .containsOnly(0L);
        assertThat(put(page).calls()).isEqualTo(1);
        statistics.close(true);
    }

    @Test
    void shouldCountWaitsWithTheMethodThatWasCalledLast() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, false, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(connection);
        lane.waited(CallCounter.SLEPT); // for the first call
        lane.begin(shelf, indexOfPut(), 0);
        lane.waited(CallCounter.SPUN);
        lane.waited(CallCounter.YIELDED);
        lane.waited(CallCounter.YIELDED);
        lane.begin(shelf, 1 - indexOfPut(), 0);
        lane.waited(CallCounter.SLEPT);
        assertThat(put(read()).waits()).isEqualTo(new PageView.Waits(1, 2, 0));
        connection.close();
        assertThat(read().methods())
                .extracting(PageView.Method::waits)
                .containsExactlyInAnyOrder(new PageView.Waits(1, 2, 0), new PageView.Waits(0, 0, 1));
        statistics.close(true);
    }

    @Test
    void shouldKeepRefusalsByReason() throws IOException {
        EndpointStatistics statistics = statistics();
        statistics.refused(true, "TOO_EARLY", 17); // there is no page, and this makes none
        assertThat(files()).isEmpty();
        statistics.show(new Shelved(true, "shelf"));
        statistics.refused(true, "OVERLOADED", 17);
        statistics.refused(false, "OVERLOADED", 18);
        statistics.refused(true, "CONNECTION_USER", 19);
        statistics.refused(true, "OVERLOADED", 20);
        assertThat(read().refusals())
                .satisfiesExactly(
                        first -> {
                            assertThat(first.reason()).isEqualTo("OVERLOADED");
                            assertThat(first.byServer()).isTrue();
                            assertThat(first.count()).isEqualTo(2);
                            assertThat(first.firstMs()).isPositive().isLessThanOrEqualTo(first.lastMs());
                        },
                        second -> assertThat(second.byServer()).isFalse(),
                        third -> assertThat(third.reason()).isEqualTo("CONNECTION_USER"));
        assertThat(read().events()).hasSize(4).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(PageView.Kind.REFUSED);
            assertThat(event.peerPid()).isEqualTo(20);
            assertThat(event.method()).isNull();
            assertThat(event.refusal().reason()).isEqualTo("OVERLOADED");
        });
        for (int i = 0; i < 100; i++) {
            statistics.refused(true, "REASON_" + i, 17);
        }
        assertThat(read().refusals()).hasSize(64);
        statistics.close(true);
        statistics.refused(true, "OVERLOADED", 17);
    }

    @Test
    void shouldShowWhatAConnectionHasNow() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        connection.change(ConnectionStatistics.EXPORTED, 3); // before there is a page
        new CallCounter(connection).begin(new Shelved(false, "shelf"), 0, 0);
        connection.change(ConnectionStatistics.EXPORTED, -1);
        connection.change(ConnectionStatistics.IMPORTED, 4);
        connection.change(ConnectionStatistics.STREAMS, 1);
        assertThat(read().connections()).singleElement().satisfies(shown -> {
            assertThat(shown.exported()).isEqualTo(2);
            assertThat(shown.imported()).isEqualTo(4);
            assertThat(shown.streams()).isEqualTo(1);
        });
        connection.close();
        connection.change(ConnectionStatistics.STREAMS, -1);
        new CallCounter(new ConnectionStatistics(statistics, 18, true, "shm")).begin(new Shelved(false, "shelf"), 0, 0);
        assertThat(read().connections()).singleElement().satisfies(shown -> {
            assertThat(shown.peerPid()).isEqualTo(18);
            assertThat(shown.exported()).isZero();
        });
        statistics.close(true);
        connection.change(ConnectionStatistics.STREAMS, 1);
    }

    @Test
    void shouldTimeSlowCallsAllAndQuickOnesRarely() throws IOException {
        EndpointStatistics statistics = statistics();
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        int put = indexOfPut();
        int timed = 0;
        for (int i = 0; i < 1_000_000; i++) {
            lane.begin(shelf, put, 0);
            if (lane.isTimeDue()) {
                lane.timed(shelf, put, lane.start() - 5_000);
                timed++;
            }
        }
        assertThat(timed).isBetween(1, 10_000);
        assertThat(put(read()).durations().count()).isEqualTo(timed);
        assertThat(put(read()).durations().quantileNs(0.5)).isGreaterThanOrEqualTo(5_000);

        for (int i = 0; i < 30; i++) { // the period is halved with each
            while (!lane.isTimeDue()) {
                lane.begin(shelf, put, 0);
            }
            LockSupport.parkNanos(10_000_000);
            lane.start();
        }
        for (int i = 0; i < 10; i++) {
            lane.begin(shelf, put, 0);
            assertThat(lane.isTimeDue()).isTrue();
            LockSupport.parkNanos(10_000_000);
            lane.start();
        }
        statistics.close(true);
    }

    @Test
    void shouldTimeCallsThoughMethodsAlternate() throws IOException {
        EndpointStatistics statistics = statistics();
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        int due = 0;
        for (int i = 0; i < 1000; i++) {
            lane.begin(shelf, i % 2, 0);
            if (lane.isTimeDue()) {
                due++;
                lane.start();
            }
        }
        assertThat(due).isGreaterThan(4);
        assertThat(read().methods()).extracting(PageView.Method::calls).containsExactly(500L, 500L);
        statistics.close(true);
    }

    @Test
    void shouldKeepDistinctFailures() throws IOException {
        EndpointStatistics statistics = statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        Shelved shelf = new Shelved(true, "shelf");
        lane.begin(shelf, 0, 0);
        for (int i = 0; i < 5; i++) {
            lane.fail(shelf, 0, new IllegalStateException("full of \u001b[2J" + i));
        }
        lane.fail(shelf, 0, new IllegalArgumentException());
        lane.fail(shelf, 1, new IllegalStateException("x".repeat(1000)));
        List<PageView.Failure> failures = read().failures();
        assertThat(failures).extracting(PageView.Failure::count).containsExactly(5L, 1L, 1L);
        assertThat(failures.get(0)).satisfies(failure -> {
            assertThat(failure.type()).isEqualTo("java.lang.IllegalStateException");
            assertThat(failure.message()).isEqualTo("full of ?[2J0");
            assertThat(failure.stack()).contains("PageTest.shouldKeepDistinctFailures(PageTest.java:");
            assertThat(failure.firstMs()).isPositive().isLessThanOrEqualTo(failure.lastMs());
            assertThat(failure.method().service()).isEqualTo("shelf");
        });
        assertThat(failures.get(1).message()).isEmpty();
        assertThat(failures.get(2).message()).hasSize(PageLayout.MAX_TEXT_BYTES);
        statistics.close(true);
    }

    private static final class Unhelpful extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Runnable asked;

        Unhelpful(Runnable asked) {
            this.asked = asked;
        }

        @Override
        public String getMessage() {
            asked.run();
            throw new StackOverflowError();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }

    @Test
    void shouldCountAFailureWhoseExceptionCannotBeAsked() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        CallCounter lane = new CallCounter(connection);
        Shelved shelf = new Shelved(true, "shelf");
        lane.begin(shelf, 0, 0);
        Runnable asked = () -> { // an application's exception may wait for another thread, which calls
            CompletableFuture<Void> other = CompletableFuture.runAsync(
                    () -> new CallCounter(connection).begin(new Shelved(true, "other"), 0, 0));
            other.orTimeout(20, TimeUnit.SECONDS).join();
        };
        lane.fail(shelf, 0, new Unhelpful(asked));
        assertThat(read().failures()).singleElement().satisfies(failure -> {
            assertThat(failure.type()).isEqualTo(Unhelpful.class.getName());
            assertThat(failure.message()).isEmpty();
            assertThat(failure.stack()).isEmpty();
        });
        assertThat(read().methods()).anyMatch(method -> method.service().equals("other") && method.calls() == 1);
        statistics.close(true);
    }

    @Test
    void shouldTakeAConnectionWhoseHandshakeEndsAfterTheClose() throws IOException {
        EndpointStatistics statistics = statistics();
        Shelved shelf = new Shelved(true, "shelf");
        new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm")).begin(shelf, 0, 0);
        statistics.close(true);
        ConnectionStatistics late = new ConnectionStatistics(statistics, 18, true, "shm");
        late.opened(); // the page's memory is gone
        CallCounter lane = new CallCounter(late);
        count(lane, shelf, 0, 3);
        count(lane, new Shelved(false, "late"), 1, 3);
        lane.fail(shelf, 0, new IllegalStateException());
        late.ended(false);
        late.close();
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldKeepTheFirstOfFailuresThatAreTooMany() throws IOException {
        EndpointStatistics statistics = statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        for (int i = 0; i < 100; i++) {
            Shelved shelf = new Shelved(true, "shelf" + i);
            lane.begin(shelf, 0, 0);
            lane.fail(shelf, 0, new IllegalStateException());
            lane.fail(shelf, 0, new IllegalStateException());
        }
        assertThat(read().failures())
                .hasSize(64)
                .allSatisfy(failure -> assertThat(failure.count()).isEqualTo(2));
        assertThat(read().methods().stream()
                        .mapToLong(PageView.Method::failures)
                        .sum())
                .isEqualTo(200);
        statistics.close(true);
    }

    @Test
    void shouldKeepTheLastEvents() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        CallCounter lane = new CallCounter(connection);
        Shelved shelf = new Shelved(true, "shelf");
        lane.begin(shelf, 0, 0);
        connection.slow(shelf, 1, 5_000_000);
        connection.ended(true);
        assertThat(read().events())
                .extracting(PageView.Event::kind)
                .containsExactly(PageView.Kind.OPENED, PageView.Kind.SLOW, PageView.Kind.DIED);
        assertThat(read().events().get(1)).satisfies(event -> {
            assertThat(event.ns()).isEqualTo(5_000_000);
            assertThat(event.peerPid()).isEqualTo(17);
            assertThat(event.method().service()).isEqualTo("shelf");
        });
        for (int i = 0; i < 300; i++) {
            connection.slow(shelf, 0, i);
        }
        assertThat(read().events()).hasSize(256);
        assertThat(read().events().get(255).ns()).isEqualTo(299);
        assertThat(read().events().get(0).ns()).isEqualTo(44);
        statistics.close(true);
    }

    @Test
    void shouldKeepTheSidesAndServicesApart() throws IOException {
        EndpointStatistics statistics = statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        int put = indexOfPut();
        count(lane, new Shelved(true, "a"), put, 1);
        count(lane, new Shelved(false, "a"), put, 2);
        count(lane, new Shelved(false, "b"), put, 3);
        count(lane, new Shelved(false, "b"), put, 3);
        assertThat(read().methods().stream().filter(method -> method.name().equals("put")))
                .extracting(PageView.Method::calls)
                .containsExactly(1L, 2L, 6L);
        statistics.close(true);
    }

    @Test
    void shouldUseTheCellsOfAnEndedConnectionAgain() throws IOException {
        EndpointStatistics statistics = statistics();
        Shelved shelf = new Shelved(true, "shelf");
        for (int i = 0; i < 10_000; i++) {
            ConnectionStatistics connection = new ConnectionStatistics(statistics, i, false, "shm");
            count(new CallCounter(connection), shelf, indexOfPut(), 2);
            connection.close();
            connection.close();
        }
        PageView page = read();
        assertThat(put(page).calls()).isEqualTo(20_000);
        assertThat(page.connections()).isEmpty();
        assertThat(Files.size(file())).isEqualTo(PageLayout.FIRST_LENGTH);
        statistics.close(true);
    }

    @Test
    void shouldGrowAndSayWhenItIsFull() throws IOException {
        EndpointStatistics statistics = statistics();
        Shelved shelf = new Shelved(true, "shelf");
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 1, false, "shm");
        int lanes = 1000;
        for (int i = 0; i < lanes; i++) {
            new CallCounter(connection).begin(shelf, indexOfPut(), 0);
        }
        assertThat(put(read()).calls()).isEqualTo(lanes);
        assertThat(read().uncounted()).isZero();
        for (int i = lanes; i < PageLayout.MAX_LENGTH / PageLayout.CELL_LENGTH; i++) {
            new CallCounter(connection).begin(shelf, indexOfPut(), 0);
        }
        assertThat(Files.size(file())).isEqualTo(PageLayout.MAX_LENGTH);
        assertThat(read().uncounted()).isPositive();
        assertThat(read().whole()).isTrue();
        statistics.close(true);
    }

    @Test
    void shouldGoOnWithoutAPage() {
        EndpointStatistics none = new EndpointStatistics(() -> null);
        ConnectionStatistics connection = new ConnectionStatistics(none, 1, false, "shm");
        connection.opened();
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(connection);
        count(lane, shelf, 0, 5);
        lane.fail(shelf, 0, new IllegalStateException("full"));
        connection.close();
        none.closing();
        none.close(true);
    }

    /** The monitor's thread tells of the ends of connections, and a directory may take any time. */
    @Test
    @Timeout(60)
    void shouldNotWaitForAPageThatIsBeingMade() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch found = new CountDownLatch(1);
        EndpointStatistics slow = new EndpointStatistics(() -> {
            begun.countDown();
            try {
                found.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new PageOwner(directory.toString(), NOBODY, 1000, "library", "1.0", "17", "pid:[1]", "/run");
        });
        ConnectionStatistics connection = new ConnectionStatistics(slow, 17, true, "shm");
        Thread first = new Thread(() -> count(new CallCounter(connection), new Shelved(true, "shelf"), 0, 3));
        first.start();
        begun.await();
        connection.opened();
        connection.refused(true, "OVERLOADED");
        connection.ended(true);
        ConnectionStatistics other = new ConnectionStatistics(slow, 18, true, "shm");
        other.close();
        found.countDown();
        first.join();
        assertThat(PageReader.read(directory.resolve(NOBODY + "-0.stats").toString())
                        .connections())
                .hasSize(1);
        slow.close(true);
    }

    @Test
    void shouldGoOnWhereNoFileCanBeMade() {
        EndpointStatistics none =
                new EndpointStatistics(() -> new PageOwner(directory + "/absent", NOBODY, 0, "", "", "", "", ""));
        count(new CallCounter(new ConnectionStatistics(none, 1, false, "shm")), new Shelved(true, "shelf"), 0, 5);
        none.close(true);
    }

    @Test
    void shouldGiveEachEndpointOfAProcessAPageOfItsOwn() throws IOException {
        EndpointStatistics one = statistics();
        EndpointStatistics other = statistics();
        one.show(new Shelved(true, "shelf"));
        other.show(new Shelved(true, "shelf"));
        assertThat(files()).hasSize(2);
        one.close(true);
        other.close(true);
        other.close(true);
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldNotBeHurtByGarbage() throws IOException {
        byte[] good = goodPage();
        Path file = directory.resolve("1-0.stats");
        Random random = new Random(1);
        for (int i = 0; i < 3000; i++) {
            byte[] bad = Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
            int changes = 1 + random.nextInt(30);
            for (int j = 0; j < changes && bad.length > 0; j++) {
                int place = random.nextInt(random.nextBoolean() ? bad.length : Math.min(bad.length, 2048));
                bad[place] = (byte) random.nextInt();
            }
            evenChanges(bad); // else each look takes some milliseconds
            Files.write(file, bad);
            PageView page = PageReader.read(file.toString());
            if (page != null) {
                page.state("pid:[1]");
                assertThat(page.methods().size() + page.connections().size()).isLessThan(good.length / 64);
                assertThat(page.callsByConnection().size() + page.refusals().size())
                        .isLessThan(good.length / 64);
                page.refusals().forEach(refusal -> assertThat(refusal.reason()).doesNotContainPattern("\\p{Cntrl}"));
                assertThat(page.failures().size()).isLessThan(good.length / 64);
                assertThat(page.events().size()).isLessThanOrEqualTo(good.length / 64);
                page.failures().forEach(failure -> assertThat(failure.stack()).doesNotContainPattern("\\p{Cntrl}"));
                page.methods()
                        .forEach(method -> assertThat(method.name() + method.service() + method.type())
                                .doesNotContainPattern("\\p{Cntrl}"));
            }
        }
    }

    private static void evenChanges(byte[] page) {
        if (page.length > PageLayout.CHANGES_OFFSET) {
            page[PageLayout.CHANGES_OFFSET] &= ~1;
        }
    }

    private byte[] goodPage() throws IOException {
        EndpointStatistics statistics = statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        for (int i = 0; i < 20; i++) {
            CallCounter lane = new CallCounter(connection);
            Shelved shelf = new Shelved(i % 2 == 0, "shelf" + i);
            count(lane, shelf, 0, 3);
            lane.fail(shelf, 0, new IllegalStateException("full"));
            connection.refused(i % 2 == 0, "REASON_" + i);
        }
        byte[] good = Files.readAllBytes(file());
        statistics.close(true);
        return good;
    }

    @Test
    void shouldReadWhatItCanOfAPageThatWasBeingChanged() throws IOException {
        byte[] page = goodPage();
        page[PageLayout.CHANGES_OFFSET] |= 1; // its process was killed there
        Path file = directory.resolve("1-0.stats");
        Files.write(file, page);
        assertThat(PageReader.read(file.toString()).methods()).isNotEmpty();
    }

    @Test
    void shouldShowNoControlCharacters() throws IOException {
        byte[] page = goodPage();
        byte[] escape = "\u001b[2Jxx".getBytes(StandardCharsets.UTF_8);
        ByteBuffer buffer = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        buffer.position(PageLayout.TEXTS_OFFSET + Short.BYTES);
        buffer.put(escape);
        Path file = directory.resolve("1-0.stats");
        Files.write(file, page);
        assertThat(PageReader.read(file.toString()).name()).startsWith("?[2Jxx");
    }

    @Test
    void shouldReadNothingButRegularFiles() throws Exception {
        Path fifo = directory.resolve("1-0.stats");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        assertThat(PageReader.read(fifo.toString())).isNull();
        assertThat(PageReader.read(directory.toString())).isNull();
        assertThat(PageReader.read(directory.resolve("absent").toString())).isNull();
    }

    @Test
    void shouldKeepTheLastEightPagesOfTheDead() throws IOException {
        byte[] page = goodPage();
        for (int i = 0; i < 12; i++) {
            Files.write(directory.resolve(NOBODY + "-" + i + ".stats"), page);
        }
        Files.write(directory.resolve("orders.lock"), new byte[0]);
        OldPages.sweep(directory.toString(), "pid:[1]");
        assertThat(files()).hasSize(9);
        OldPages.sweep(directory.toString(), "pid:[1]");
        assertThat(files()).hasSize(9);
        assertThat(files().stream()
                        .filter(file -> file.toString().endsWith(PageLayout.DEAD_SUFFIX))
                        .map(file -> PageReader.read(file.toString())))
                .hasSize(8)
                .doesNotContainNull();
    }

    @Test
    void shouldRemoveAPageAnHourAfterItsProcessWasFoundDead() throws IOException {
        byte[] page = goodPage();
        Path file = directory.resolve(NOBODY + "-0.stats");
        Files.write(file, page);
        assertThat(file.toFile().setLastModified(System.currentTimeMillis() - 7_200_000))
                .isTrue();
        OldPages.sweep(directory.toString(), "pid:[1]");
        assertThat(file().toFile().setLastModified(System.currentTimeMillis() - 3_000_000))
                .isTrue();
        OldPages.sweep(directory.toString(), "pid:[1]");
        assertThat(file().toFile().setLastModified(System.currentTimeMillis() - 3_700_000))
                .isTrue();
        OldPages.sweep(directory.toString(), "pid:[1]");
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldLeavePagesOfTheLivingAndOfOtherContainersAlone() throws IOException {
        byte[] page = goodPage();
        Path elsewhere = directory.resolve(NOBODY + "-0.stats");
        Files.write(elsewhere, page);
        OldPages.sweep(directory.toString(), "pid:[2]");
        assertThat(file()).isEqualTo(elsewhere);
        ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).putInt(PageLayout.PID_OFFSET, (int)
                ProcessHandle.current().pid());
        Files.write(elsewhere, page);
        OldPages.sweep(directory.toString(), "pid:[1]");
        assertThat(file()).isEqualTo(elsewhere);
    }
}

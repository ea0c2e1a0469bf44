// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.nearcall.statistics.Shelf;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The entries that calls and connections write into a page, and the view of a reader. */
@Timeout(60)
class PageTest {

    @RegisterExtension
    private final PageDirectory pages = new PageDirectory();

    @Test
    void shouldShowWhatWasCounted() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter one = new CallCounter(connection);
        CallCounter other = new CallCounter(connection);
        int put = Shelved.indexOfPut();
        Shelved.count(one, shelf, put, 3);
        Shelved.count(one, shelf, 1 - put, 1);
        Shelved.count(one, shelf, put, 2);
        Shelved.count(other, shelf, put, 7);
        one.fail(shelf, put, new IllegalStateException("full"));

        PageView page = pages.read();

        assertThat(page.pid()).isEqualTo(PageDirectory.NOBODY);
        assertThat(page.openedMs()).isEqualTo(1000);
        assertThat(page.name()).isEqualTo("library");
        assertThat(page.javaVersion()).isEqualTo("17");
        assertThat(page.runtimeDirectory()).isEqualTo("/run/user/1/nearcall");
        assertThat(page.whole()).isTrue();
        assertThat(Shelved.put(page)).satisfies(shown -> {
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
        assertThat(pages.files()).isEmpty();
    }

    @Test
    void shouldCountBytesAndWhatHasNotEnded() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, false, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        int put = Shelved.indexOfPut();
        CallCounter beginnings = new CallCounter(connection);
        CallCounter ends = new CallCounter(connection); // another thread's
        for (int i = 0; i < 5; i++) {
            beginnings.begin(shelf, put, 100);
        }
        beginnings.begin(shelf, 1 - put, 1);
        ends.end(shelf, put, 7);
        connection.end(shelf, put); // as of a caller that has given up
        connection.end(shelf, put);

        assertThat(Shelved.put(pages.read())).satisfies(shown -> {
            assertThat(shown.calls()).isEqualTo(5);
            assertThat(shown.inFlight()).isEqualTo(2);
            assertThat(shown.bytesIn()).isEqualTo(500);
            assertThat(shown.bytesOut()).isEqualTo(7);
        });
        assertThat(pages.read().callsByConnection())
                .filteredOn(calls -> calls.method().name().equals("put"))
                .singleElement()
                .satisfies(calls -> {
                    assertThat(calls.begun()).isEqualTo(5);
                    assertThat(calls.inFlight()).isEqualTo(2);
                    assertThat(calls.connection().peerPid()).isEqualTo(17);
                });
        connection.close();
        connection.end(shelf, put);
        assertThat(Shelved.put(pages.read())).satisfies(shown -> {
            assertThat(shown.calls()).isEqualTo(5);
            assertThat(shown.inFlight()).isZero();
            assertThat(shown.bytesIn()).isEqualTo(500);
            assertThat(shown.bytesOut()).isEqualTo(7);
        });
        assertThat(pages.read().callsByConnection()).isEmpty();
        statistics.close(true);
    }

    @Test
    void shouldTellServicesOfOneNameApartByTheirPlaces() throws IOException {
        ConnectionStatistics connection = new ConnectionStatistics(pages.statistics(), 0, true, "grpc");
        CallCounter counter = new CallCounter(connection);
        int put = Shelved.indexOfPut();
        Shelved.count(counter, new Shelved(false, "shelf", "h1:7443"), put, 1);
        Shelved.count(counter, new Shelved(false, "shelf", "h2:7443"), put, 2);
        Shelved.count(counter, new Shelved(false, "shelf"), put, 4);
        Shelved.count(counter, new Shelved(false, "shelf", "h1:7443"), put, 8);

        assertThat(pages.read().methods())
                .filteredOn(method -> method.name().equals("put"))
                .extracting(PageView.Method::target, PageView.Method::calls)
                .containsExactlyInAnyOrder(tuple("h1:7443", 9L), tuple("h2:7443", 2L), tuple("", 4L));
    }

    @Test
    void shouldShowNothingInFlightOfAMethodWhoseLanesHaveNotAllRoom() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, false, "shm");
        ConnectionStatistics shortLived = new ConnectionStatistics(statistics, 18, false, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        Shelved called = new Shelved(false, "shelf");
        int put = Shelved.indexOfPut();
        CallCounter beginnings = new CallCounter(connection);
        beginnings.begin(shelf, put, 0);
        new CallCounter(connection).begin(called, put, 0);
        new CallCounter(shortLived).begin(called, 1 - put, 0);
        for (int i = 0; i < PageLayout.MAX_LENGTH / PageLayout.CELL_LENGTH; i++) {
            new CallCounter(connection).begin(shelf, 1 - put, 0);
        }
        assertThat(pages.read().uncounted()).isPositive();

        CallCounter ends = new CallCounter(connection); // another thread's, for which there is no cell
        ends.end(shelf, put, 0);
        shortLived.close(); // which gives a cell back
        new CallCounter(connection).begin(shelf, put, 0);
        connection.end(shelf, put);

        PageView page = pages.read();
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
        assertThat(Shelved.put(page).calls()).isEqualTo(1);
        statistics.close(true);
    }

    @Test
    void shouldCountWaitsWithTheMethodThatWasCalledLast() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, false, "shm");
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(connection);
        lane.waited(CallCounter.SLEPT); // for the first call
        lane.begin(shelf, Shelved.indexOfPut(), 0);
        lane.waited(CallCounter.SPUN);
        lane.waited(CallCounter.YIELDED);
        lane.waited(CallCounter.YIELDED);
        lane.begin(shelf, 1 - Shelved.indexOfPut(), 0);
        lane.waited(CallCounter.SLEPT);
        assertThat(Shelved.put(pages.read()).waits()).isEqualTo(new PageView.Waits(1, 2, 0));
        connection.close();
        assertThat(pages.read().methods())
                .extracting(PageView.Method::waits)
                .containsExactlyInAnyOrder(new PageView.Waits(1, 2, 0), new PageView.Waits(0, 0, 1));
        statistics.close(true);
    }

    @Test
    void shouldShowWhatAConnectionHasNow() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        connection.change(ConnectionStatistics.EXPORTED, 3); // before there is a page
        new CallCounter(connection).begin(new Shelved(false, "shelf"), 0, 0);
        connection.change(ConnectionStatistics.EXPORTED, -1);
        connection.change(ConnectionStatistics.IMPORTED, 4);
        connection.change(ConnectionStatistics.STREAMS, 1);
        assertThat(pages.read().connections()).singleElement().satisfies(shown -> {
            assertThat(shown.exported()).isEqualTo(2);
            assertThat(shown.imported()).isEqualTo(4);
            assertThat(shown.streams()).isEqualTo(1);
        });
        connection.close();
        connection.change(ConnectionStatistics.STREAMS, -1);
        new CallCounter(new ConnectionStatistics(statistics, 18, true, "shm")).begin(new Shelved(false, "shelf"), 0, 0);
        assertThat(pages.read().connections()).singleElement().satisfies(shown -> {
            assertThat(shown.peerPid()).isEqualTo(18);
            assertThat(shown.exported()).isZero();
        });
        statistics.close(true);
        connection.change(ConnectionStatistics.STREAMS, 1);
    }

    @Test
    void shouldTimeSlowCallsAllAndQuickOnesRarely() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        int put = Shelved.indexOfPut();
        int timed = 0;
        for (int i = 0; i < 1_000_000; i++) {
            lane.begin(shelf, put, 0);
            if (lane.isTimeDue()) {
                lane.timed(shelf, put, lane.start() - 5_000);
                timed++;
            }
        }
        assertThat(timed).isBetween(1, 10_000);
        assertThat(Shelved.put(pages.read()).durations().count()).isEqualTo(timed);
        assertThat(Shelved.put(pages.read()).durations().quantileNs(0.5)).isGreaterThanOrEqualTo(5_000);

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
        EndpointStatistics statistics = pages.statistics();
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
        assertThat(pages.read().methods()).extracting(PageView.Method::calls).containsExactly(500L, 500L);
        statistics.close(true);
    }

    @Test
    void shouldKeepTheSidesAndServicesApart() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        int put = Shelved.indexOfPut();
        Shelved.count(lane, new Shelved(true, "a"), put, 1);
        Shelved.count(lane, new Shelved(false, "a"), put, 2);
        Shelved.count(lane, new Shelved(false, "b"), put, 3);
        Shelved.count(lane, new Shelved(false, "b"), put, 3);
        assertThat(pages.read().methods().stream()
                        .filter(method -> method.name().equals("put")))
                .extracting(PageView.Method::calls)
                .containsExactly(1L, 2L, 6L);
        statistics.close(true);
    }
}

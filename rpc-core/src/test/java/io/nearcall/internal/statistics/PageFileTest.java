// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page as a file: its length, and endpoints without a page. */
@Timeout(60)
class PageFileTest {

    @RegisterExtension
    private final PageDirectory pages = new PageDirectory();

    @Test
    void shouldTakeAConnectionWhoseHandshakeEndsAfterTheClose() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        Shelved shelf = new Shelved(true, "shelf");
        new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm")).begin(shelf, 0, 0);
        statistics.close(true);
        ConnectionStatistics late = new ConnectionStatistics(statistics, 18, true, "shm");
        late.opened(); // the page's memory is unmapped
        CallCounter lane = new CallCounter(late);
        Shelved.count(lane, shelf, 0, 3);
        Shelved.count(lane, new Shelved(false, "late"), 1, 3);
        lane.fail(shelf, 0, new IllegalStateException());
        late.ended(false);
        late.close();
        assertThat(pages.files()).isEmpty();
    }

    @Test
    void shouldUseTheCellsOfAnEndedConnectionAgain() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        Shelved shelf = new Shelved(true, "shelf");
        for (int i = 0; i < 10_000; i++) {
            ConnectionStatistics connection = new ConnectionStatistics(statistics, i, false, "shm");
            Shelved.count(new CallCounter(connection), shelf, Shelved.indexOfPut(), 2);
            connection.close();
            connection.close();
        }
        PageView page = pages.read();
        assertThat(Shelved.put(page).calls()).isEqualTo(20_000);
        assertThat(page.connections()).isEmpty();
        assertThat(Files.size(pages.file())).isEqualTo(PageLayout.FIRST_LENGTH);
        statistics.close(true);
    }

    @Test
    void shouldGrowAndSayWhenItIsFull() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        Shelved shelf = new Shelved(true, "shelf");
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 1, false, "shm");
        int lanes = 1000;
        for (int i = 0; i < lanes; i++) {
            new CallCounter(connection).begin(shelf, Shelved.indexOfPut(), 0);
        }
        assertThat(Shelved.put(pages.read()).calls()).isEqualTo(lanes);
        assertThat(pages.read().uncounted()).isZero();
        for (int i = lanes; i < PageLayout.MAX_LENGTH / PageLayout.CELL_LENGTH; i++) {
            new CallCounter(connection).begin(shelf, Shelved.indexOfPut(), 0);
        }
        assertThat(Files.size(pages.file())).isEqualTo(PageLayout.MAX_LENGTH);
        assertThat(pages.read().uncounted()).isPositive();
        assertThat(pages.read().whole()).isTrue();
        statistics.close(true);
    }

    @Test
    void shouldGoOnWithoutAPage() {
        EndpointStatistics none = new EndpointStatistics(() -> null);
        ConnectionStatistics connection = new ConnectionStatistics(none, 1, false, "shm");
        connection.opened();
        Shelved shelf = new Shelved(true, "shelf");
        CallCounter lane = new CallCounter(connection);
        Shelved.count(lane, shelf, 0, 5);
        lane.fail(shelf, 0, new IllegalStateException("full"));
        connection.close();
        none.closing();
        none.close(true);
    }

    /** The monitor's thread tells of the ends of connections, and a directory may take any time. */
    @Test
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
            return new PageOwner(
                    pages.directory().toString(),
                    PageDirectory.NOBODY,
                    1000,
                    "library",
                    "1.0",
                    "17",
                    "pid:[1]",
                    "/run");
        });
        ConnectionStatistics connection = new ConnectionStatistics(slow, 17, true, "shm");
        Thread first = new Thread(() -> Shelved.count(new CallCounter(connection), new Shelved(true, "shelf"), 0, 3));
        first.start();
        begun.await();
        connection.opened();
        connection.refused(true, "OVERLOADED");
        connection.ended(true);
        ConnectionStatistics other = new ConnectionStatistics(slow, 18, true, "shm");
        other.close();
        found.countDown();
        first.join();
        assertThat(PageReader.read(pages.directory()
                                .resolve(PageDirectory.NOBODY + "-0.stats")
                                .toString())
                        .connections())
                .hasSize(1);
        slow.close(true);
    }

    @Test
    void shouldGoOnWhereNoFileCanBeMade() {
        EndpointStatistics none = new EndpointStatistics(
                () -> new PageOwner(pages.directory() + "/absent", PageDirectory.NOBODY, 0, "", "", "", "", ""));
        Shelved.count(
                new CallCounter(new ConnectionStatistics(none, 1, false, "shm")), new Shelved(true, "shelf"), 0, 5);
        none.close(true);
    }

    @Test
    void shouldGiveEachEndpointOfAProcessAPageOfItsOwn() throws IOException {
        EndpointStatistics one = pages.statistics();
        EndpointStatistics other = pages.statistics();
        one.show(new Shelved(true, "shelf"));
        other.show(new Shelved(true, "shelf"));
        assertThat(pages.files()).hasSize(2);
        one.close(true);
        other.close(true);
        other.close(true);
        assertThat(pages.files()).isEmpty();
    }
}

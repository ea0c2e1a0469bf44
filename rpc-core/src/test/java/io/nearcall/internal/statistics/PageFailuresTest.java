// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The failures, refusals and events of a page. */
@Timeout(60)
class PageFailuresTest {

    @RegisterExtension
    private final PageDirectory pages = new PageDirectory();

    @Test
    void shouldKeepDistinctFailures() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        Shelved shelf = new Shelved(true, "shelf");
        lane.begin(shelf, 0, 0);
        for (int i = 0; i < 5; i++) {
            lane.fail(shelf, 0, new IllegalStateException("full of \u001b[2J" + i));
        }
        lane.fail(shelf, 0, new IllegalArgumentException());
        lane.fail(shelf, 1, new IllegalStateException("x".repeat(1000)));
        List<PageView.Failure> failures = pages.read().failures();
        assertThat(failures).extracting(PageView.Failure::count).containsExactly(5L, 1L, 1L);
        assertThat(failures.get(0)).satisfies(failure -> {
            assertThat(failure.type()).isEqualTo("java.lang.IllegalStateException");
            assertThat(failure.message()).isEqualTo("full of ?[2J0");
            assertThat(failure.stack()).contains("PageFailuresTest.shouldKeepDistinctFailures(PageFailuresTest.java:");
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
        EndpointStatistics statistics = pages.statistics();
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
        assertThat(pages.read().failures()).singleElement().satisfies(failure -> {
            assertThat(failure.type()).isEqualTo(Unhelpful.class.getName());
            assertThat(failure.message()).isEmpty();
            assertThat(failure.stack()).isEmpty();
        });
        assertThat(pages.read().methods()).anyMatch(method -> method.service().equals("other") && method.calls() == 1);
        statistics.close(true);
    }

    @Test
    void shouldKeepTheFirstOfFailuresThatAreTooMany() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        CallCounter lane = new CallCounter(new ConnectionStatistics(statistics, 17, true, "shm"));
        for (int i = 0; i < 100; i++) {
            Shelved shelf = new Shelved(true, "shelf" + i);
            lane.begin(shelf, 0, 0);
            lane.fail(shelf, 0, new IllegalStateException());
            lane.fail(shelf, 0, new IllegalStateException());
        }
        assertThat(pages.read().failures())
                .hasSize(64)
                .allSatisfy(failure -> assertThat(failure.count()).isEqualTo(2));
        assertThat(pages.read().methods().stream()
                        .mapToLong(PageView.Method::failures)
                        .sum())
                .isEqualTo(200);
        statistics.close(true);
    }

    @Test
    void shouldKeepTheLastEvents() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        ConnectionStatistics connection = new ConnectionStatistics(statistics, 17, true, "shm");
        CallCounter lane = new CallCounter(connection);
        Shelved shelf = new Shelved(true, "shelf");
        lane.begin(shelf, 0, 0);
        connection.slow(shelf, 1, 5_000_000);
        connection.ended(true);
        assertThat(pages.read().events())
                .extracting(PageView.Event::kind)
                .containsExactly(PageView.Kind.OPENED, PageView.Kind.SLOW, PageView.Kind.DIED);
        assertThat(pages.read().events().get(1)).satisfies(event -> {
            assertThat(event.ns()).isEqualTo(5_000_000);
            assertThat(event.peerPid()).isEqualTo(17);
            assertThat(event.method().service()).isEqualTo("shelf");
        });
        for (int i = 0; i < 300; i++) {
            connection.slow(shelf, 0, i);
        }
        assertThat(pages.read().events()).hasSize(256);
        assertThat(pages.read().events().get(255).ns()).isEqualTo(299);
        assertThat(pages.read().events().get(0).ns()).isEqualTo(44);
        statistics.close(true);
    }

    @Test
    void shouldKeepRefusalsByReason() throws IOException {
        EndpointStatistics statistics = pages.statistics();
        statistics.refused(true, "TOO_EARLY", 17); // there is no page, and this makes none
        assertThat(pages.files()).isEmpty();
        statistics.show(new Shelved(true, "shelf"));
        statistics.refused(true, "OVERLOADED", 17);
        statistics.refused(false, "OVERLOADED", 18);
        statistics.refused(true, "CONNECTION_USER", 19);
        statistics.refused(true, "OVERLOADED", 20);
        assertThat(pages.read().refusals())
                .satisfiesExactly(
                        first -> {
                            assertThat(first.reason()).isEqualTo("OVERLOADED");
                            assertThat(first.byServer()).isTrue();
                            assertThat(first.count()).isEqualTo(2);
                            assertThat(first.firstMs()).isPositive().isLessThanOrEqualTo(first.lastMs());
                        },
                        second -> assertThat(second.byServer()).isFalse(),
                        third -> assertThat(third.reason()).isEqualTo("CONNECTION_USER"));
        assertThat(pages.read().events()).hasSize(4).last().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(PageView.Kind.REFUSED);
            assertThat(event.peerPid()).isEqualTo(20);
            assertThat(event.method()).isNull();
            assertThat(event.refusal().reason()).isEqualTo("OVERLOADED");
        });
        for (int i = 0; i < 100; i++) {
            statistics.refused(true, "REASON_" + i, 17);
        }
        assertThat(pages.read().refusals()).hasSize(64);
        statistics.close(true);
        statistics.refused(true, "OVERLOADED", 17);
    }
}

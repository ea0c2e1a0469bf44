// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.EndpointClosedException;
import io.nearcall.stream.Archive.Line;
import io.nearcall.stream.Archive.Torn;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Publishers as results and as arguments. The rules of {@link Flow} hold between processes too. */
@Tag(TwoEndpoints.SEPARABLE)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class PublishersTest {

    private final Shelf shelf = new Shelf();
    private final Reader<Line> reader = new Reader<>();
    private TwoEndpoints endpoints;
    private Archive archive;

    @BeforeEach
    void open() {
        endpoints = new TwoEndpoints();
        archive = endpoints.connect(Archive.class, shelf);
    }

    @AfterEach
    void close() {
        endpoints.close();
        assertThat(reader.breaches).isEmpty();
    }

    private Flow.Subscription subscribe(Flow.Publisher<Line> publisher) {
        publisher.subscribe(reader);
        return reader.subscription();
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldSendWhatIsRequestedAndNoMore() {
        Flow.Subscription subscription = subscribe(archive.published(Long.MAX_VALUE));
        subscription.request(3);
        assertThat(reader.take(3)).extracting(Line::number).containsExactly(0L, 1L, 2L);
        LockSupport.parkNanos(100_000_000);
        assertThat(reader.elements).isEmpty();
        assertThat(shelf.requested).hasValue(3);
        subscription.request(2);
        subscription.request(1);
        assertThat(reader.take(3)).extracting(Line::number).containsExactly(3L, 4L, 5L);
        LockSupport.parkNanos(100_000_000);
        assertThat(reader.elements).isEmpty();
        assertThat(archive.seen().produced()).isEqualTo(6);
    }

    @Test
    void shouldSendAllInOrderAndComplete() {
        subscribe(archive.published(30_000)).request(Long.MAX_VALUE);
        List<Line> lines = reader.take(30_000);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(lines.get(i).number()).isEqualTo(i);
        }
        assertThat(reader.end()).isEqualTo(Reader.COMPLETE);
        assertThat(archive.seen().closed()).isZero(); // there was nothing to cancel
    }

    @Test
    void shouldNotBeAheadOfASlowSubscriberByMuchWhateverItRequests() {
        Reader<Line> slow = new Reader<>() {
            @Override
            void got(Line line) {
                LockSupport.parkNanos(1_000_000);
                super.got(line);
            }
        };
        archive.published(Long.MAX_VALUE).subscribe(slow);
        slow.subscription().request(Long.MAX_VALUE);
        slow.take(200);
        assertThat(archive.seen().produced()).isLessThan(200 + 3 * 1_024);
        slow.subscription().cancel();
        awaitTrue(() -> archive.seen().closed() == 1);
    }

    @Test
    void shouldTellOfTheEndWithoutARequest() {
        Reader<String> first = new Reader<>();
        try (SubmissionPublisher<String> ending = new SubmissionPublisher<>()) {
            archive.relay(ending).subscribe(first);
        }
        assertThat(first.end()).isEqualTo(Reader.COMPLETE);
        Flow.Subscription subscription = subscribe(archive.published(7));
        subscription.request(3);
        reader.take(3);
        subscription.request(4); // while a call waits for the end alone
        assertThat(reader.take(4)).last().extracting(Line::number).isEqualTo(6L);
        assertThat(reader.end()).isEqualTo(Reader.COMPLETE);
    }

    @Test
    void shouldEndWithAnErrorWhenNothingIsRequested() {
        for (long count : new long[] {0, -1, Long.MIN_VALUE}) {
            Reader<Line> wrong = new Reader<>();
            archive.published(Long.MAX_VALUE).subscribe(wrong);
            wrong.subscription().request(1);
            wrong.take(1);
            wrong.subscription().request(count);
            assertThat((Throwable) wrong.end())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("request(" + count + ")");
            wrong.subscription().request(5);
            LockSupport.parkNanos(20_000_000);
            assertThat(wrong.elements).isEmpty();
            assertThat(wrong.breaches).isEmpty();
        }
        awaitTrue(() -> archive.seen().closed() == 3);
    }

    @Test
    void shouldSayNothingAfterItWasCancelled() {
        Flow.Subscription subscription = subscribe(archive.published(Long.MAX_VALUE));
        subscription.request(10);
        reader.take(10);
        subscription.cancel();
        subscription.cancel();
        subscription.request(10);
        subscription.request(-1);
        awaitTrue(() -> archive.seen().closed() == 1);
        LockSupport.parkNanos(50_000_000);
        assertThat(reader.elements).isEmpty();
        assertThat(reader.ends).isEmpty();
    }

    @Test
    void shouldLetASubscriberCancelInTheMiddleOfABatch() {
        Reader<Line> picky = new Reader<>() {
            @Override
            void got(Line line) {
                super.got(line);
                if (line.number() == 4) {
                    subscription().cancel();
                }
            }
        };
        archive.published(Long.MAX_VALUE).subscribe(picky);
        picky.subscription().request(1_000);
        assertThat(picky.take(5)).last().extracting(Line::number).isEqualTo(4L);
        awaitTrue(() -> archive.seen().closed() == 1);
        LockSupport.parkNanos(20_000_000);
        assertThat(picky.elements).isEmpty();
        assertThat(picky.ends).isEmpty();
    }

    @Test
    void shouldCancelForASubscriberThatThrows() {
        Reader<Line> failing = new Reader<>() {
            @Override
            void got(Line line) {
                super.got(line);
                throw new IllegalStateException("not for me");
            }
        };
        archive.published(Long.MAX_VALUE).subscribe(failing);
        failing.subscription().request(5);
        failing.take(1);
        awaitTrue(() -> archive.seen().closed() == 1);
        assertThat(failing.elements).isEmpty();
    }

    @Test
    void shouldRejectNull() {
        Flow.Publisher<Line> publisher = archive.published(1);
        assertThatThrownBy(() -> publisher.subscribe(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldSubscribeEachSubscriberToTheSource() {
        Flow.Publisher<Line> publisher = archive.published(100);
        Reader<Line> second = new Reader<>();
        publisher.subscribe(second);
        second.subscription().request(50);
        second.take(50);
        subscribe(publisher).request(100);
        assertThat(reader.take(100)).first().extracting(Line::number).isEqualTo(0L);
        assertThat(reader.end()).isEqualTo(Reader.COMPLETE);
        second.subscription().request(50);
        second.take(50);
        assertThat(second.end()).isEqualTo(Reader.COMPLETE);
    }

    @Test
    void shouldPassOnAnErrorBehindTheElementsBeforeIt() {
        subscribe(archive.publishedTorn(40)).request(100);
        assertThat(reader.take(40)).last().extracting(Line::number).isEqualTo(39L);
        assertThat((Throwable) reader.end()).isInstanceOf(Torn.class).hasMessage("page 40");
    }

    @Test
    void shouldEndThePublisherThatSendsMoreThanIsRequested() {
        subscribe(archive.unruly()).request(1);
        assertThat(reader.take(1)).hasSize(1);
        reader.subscription().request(1);
        assertThat((Throwable) reader.end())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than the 1 elements");
        awaitTrue(() -> archive.seen().closed() == 1);
    }

    @Test
    void shouldMissNothingThatIsPublishedAfterItHasSubscribed() {
        Reader<String> first = new Reader<>();
        Reader<String> second = new Reader<>();
        archive.news().subscribe(first);
        archive.announce("a");
        archive.news().subscribe(second);
        archive.announce("b");
        first.subscription().request(Long.MAX_VALUE);
        second.subscription().request(Long.MAX_VALUE);
        assertThat(first.take(2)).containsExactly("a", "b");
        assertThat(second.take(1)).containsExactly("b");
        archive.announce("c");
        assertThat(first.take(1)).isEqualTo(second.take(1));
    }

    @Test
    void shouldWaitForAnEventThatIsLongInComing() {
        try (Endpoint impatient =
                Endpoint.builder().deadline(Duration.ofSeconds(1)).open()) {
            Reader<String> patient = new Reader<>();
            impatient.lookup(Archive.class).news().subscribe(patient);
            patient.subscription().request(2);
            archive.announce("soon");
            assertThat(patient.take(1)).containsExactly("soon");
            LockSupport.parkNanos(1_500_000_000L); // the deadline is over, and the lane's thread rests by then
            archive.announce("late");
            assertThat(patient.take(1)).containsExactly("late");
            assertThat(patient.breaches).isEmpty();
            assertThat(patient.ends).isEmpty();
        }
    }

    @Test
    void shouldTakeAPublisherAsAnArgument() throws Exception {
        try (SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>()) {
            Thread publishing = new Thread(() -> {
                awaitTrue(() -> numbers.getNumberOfSubscribers() == 1);
                for (int i = 1; i <= 1_000; i++) {
                    numbers.submit(i); // waits while nothing is requested, and there is no more room
                }
            });
            publishing.start();
            assertThat(archive.sumOfFirst(numbers, 100)).isEqualTo(5_050);
            publishing.join();
            awaitTrue(() -> numbers.getNumberOfSubscribers() == 0);
        }
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldTellTheSubscriberThatTheConnectionHasEnded() {
        Flow.Publisher<Line> publisher = archive.published(Long.MAX_VALUE);
        subscribe(publisher).request(1);
        reader.take(1);
        reader.subscription().request(Long.MAX_VALUE);
        endpoints.client().close();
        assertThat((Throwable) reader.end()).isInstanceOf(EndpointClosedException.class);
        awaitTrue(() -> shelf.closed.get() == 1);
        reader.elements.clear();
        Reader<Line> late = new Reader<>();
        publisher.subscribe(late);
        assertThat((Throwable) late.end()).isInstanceOf(EndpointClosedException.class);
        late.subscription().request(1);
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long endNs = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - endNs).isNegative();
            LockSupport.parkNanos(5_000_000);
        }
    }
}

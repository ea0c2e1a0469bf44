// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointClosedException;
import io.nearcall.ReleasedException;
import io.nearcall.Remotes;
import io.nearcall.stream.Archive.Line;
import io.nearcall.stream.Archive.Torn;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Iterators and streams as results and as arguments. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class StreamsTest {

    /** So far ahead of a reader that takes few may the source be. */
    private static final long FEW = 200;

    private final Shelf shelf = new Shelf();
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
    }

    @Test
    void shouldBringAllElementsInOrder() {
        for (int count : new int[] {0, 1, 15, 16, 17, 20_000}) {
            List<Line> lines = Shelf.listOf(archive.lines(count));
            assertThat(lines).hasSize(count);
            for (int i = 0; i < count; i++) {
                assertThat(lines.get(i)).isEqualTo(new Line(i, "line " + i));
            }
        }
        assertThat(shelf.closed).hasValue(6); // before the reader has learned of the end
    }

    @Test
    void shouldBringNullsAndElementsOfAnyClass() {
        assertThat(Shelf.listOf(archive.any())).containsExactly(null, "a", 7, null, List.of(1, 2), Line.class);
        assertThat(archive.none()).isNull();
    }

    @Test
    void shouldBringStreamsOfPrimitives() {
        assertThat(archive.ints(5_000).sum()).isEqualTo(12_497_500);
        assertThat(archive.longs(3)).containsExactly(0L, 1L, 2L);
        assertThat(archive.doubles(3)).containsExactly(0d, 1d, 2d);
    }

    @Test
    void shouldFetchNothingBeforeItIsConsumed() {
        Iterator<Line> lines = archive.lines(10);
        Stream<Line> stream = archive.endless();
        assertThat(shelf.produced).hasValue(0);
        assertThat(lines.hasNext()).isTrue();
        assertThat(stream.isParallel()).isFalse();
    }

    @Test
    void shouldCloseTheSourceOfAStreamThatIsTakenHalfWay() {
        try (Stream<Line> lines = archive.endless()) {
            assertThat(lines.filter(line -> line.number() % 3 == 0)
                            .limit(4)
                            .map(Line::number)
                            .toList())
                    .containsExactly(0L, 3L, 6L, 9L);
        }
        awaitTrue(() -> shelf.closed.get() == 1);
        assertThat(shelf.produced.get()).isLessThan(FEW);
        try (Stream<Line> unused = archive.endless()) {
            assertThat(unused).isNotNull();
        }
        awaitTrue(() -> shelf.closed.get() == 2);
    }

    @Test
    void shouldCloseTheSourceOfAnIteratorThatIsReleased() throws Exception {
        Iterator<Line> lines = archive.lines(Long.MAX_VALUE);
        assertThat(lines.next().number()).isZero();
        Remotes.release(lines);
        awaitTrue(() -> shelf.closed.get() == 1);
        Remotes.release(lines);
        Iterator<Line> others = archive.lines(Long.MAX_VALUE);
        assertThat(others.next().number()).isZero();
        ((AutoCloseable) others).close();
        awaitTrue(() -> shelf.closed.get() == 2);
        assertThatThrownBy(() -> exhaust(lines))
                .isInstanceOf(ReleasedException.class)
                .hasMessageContainingAll(
                        "This process has closed the stream of", "call the method that returned it again");
    }

    @Test
    void shouldCloseTheSourceOfAStreamThatNobodyRefersTo() {
        assertThat(archive.lines(Long.MAX_VALUE).next().number()).isZero();
        awaitTrue(() -> {
            System.gc();
            return shelf.closed.get() == 1;
        });
    }

    @Test
    void shouldCloseTheSourceWhenTheConnectionEnds() {
        Iterator<Line> lines = archive.lines(Long.MAX_VALUE);
        Iterator<Line> quiet = archive.awaited();
        assertThat(lines.next().number()).isZero();
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(quiet::hasNext);
        awaitTrue(() -> shelf.pulling.get() == 1);
        endpoints.client().close();
        awaitTrue(() -> shelf.closed.get() == 2);
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(EndpointClosedException.class);
        assertThatThrownBy(() -> exhaust(lines)).isInstanceOf(EndpointClosedException.class);
    }

    @Test
    void shouldNotBeAheadOfASlowReaderByMuch() {
        Iterator<byte[]> pages = archive.pages(1 << 20);
        for (int i = 0; i < 40; i++) {
            assertThat(pages.next()).hasSize(1 << 20);
            assertThat(shelf.produced.get() - i).isLessThan(5); // as soon as it is known how large they are
        }
        LockSupport.parkNanos(50_000_000);
        assertThat(shelf.produced.get()).isLessThan(40 + 5);
        Iterator<Line> lines = archive.lines(Long.MAX_VALUE);
        long before = shelf.produced.get();
        for (int i = 0; i < 30_000; i++) {
            lines.next();
        }
        LockSupport.parkNanos(50_000_000);
        assertThat(shelf.produced.get() - before).isLessThan(30_000 + 3 * 4_096);
    }

    @Test
    void shouldNeedNoThreadForStreamsThatWaitForTheirReaders() {
        List<Iterator<Line>> streams = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            streams.add(archive.lines(Long.MAX_VALUE));
            streams.get(i).next();
        }
        awaitTrue(() -> threadsThatPull() == 0);
        assertThat(streams).allMatch(Iterator::hasNext);
    }

    /** How many threads are at the source of a stream, or wait there for its reader. */
    private static long threadsThatPull() {
        return Thread.getAllStackTraces().values().stream()
                .filter(stack -> Stream.of(stack)
                        .anyMatch(frame -> frame.getClassName().endsWith(".PulledStream")
                                || frame.getClassName().contains(".Shelf")))
                .count();
    }

    @Test
    void shouldNotHoldAnElementBackForTheOneBehindIt() {
        Iterator<Line> lines = archive.awaited();
        for (int written : new int[] {1, 5, 50, 7}) {
            archive.write(written);
            for (int i = 0; i < written; i++) {
                assertThat(lines.next()).isNotNull(); // while the source waits for the one behind it
            }
        }
    }

    @Test
    void shouldInterruptASourceThatWaitsWhenItsReaderCloses() {
        Iterator<Line> lines = archive.awaited();
        archive.write(1);
        assertThat(lines.next().number()).isZero();
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(lines::hasNext);
        awaitTrue(() -> shelf.pulling.get() == 1);
        Remotes.release(lines);
        assertThatThrownBy(waiting::get).hasCauseInstanceOf(ReleasedException.class);
        awaitTrue(() -> shelf.closed.get() == 1);
        assertThat(Shelf.listOf(archive.lines(100))).hasSize(100);
    }

    @Test
    void shouldLoseNothingToADeadline() {
        try (Endpoint impatient =
                Endpoint.builder().deadline(Duration.ofMillis(40)).open()) {
            Iterator<Line> lines = awaited(impatient.lookup(Archive.class));
            List<Long> numbers = new ArrayList<>();
            int late = 0;
            while (numbers.size() < 60) {
                try {
                    numbers.add(lines.next().number());
                } catch (DeadlineExceededException e) {
                    assertThat(e)
                            .hasMessageContainingAll("The next element of a stream", "\"Archive\"", "nothing is lost");
                    late++;
                    archive.write(5);
                }
            }
            assertThat(late).isPositive();
            assertThat(numbers)
                    .containsExactlyElementsOf(LongStream.range(0, 60).boxed().toList());
        }
    }

    /** Asks again if the deadline was over before. */
    private static Iterator<Line> awaited(Archive archive) {
        while (true) {
            try {
                return archive.awaited();
            } catch (DeadlineExceededException e) {
                // on a busy machine
            }
        }
    }

    @Test
    void shouldLoseNothingToAnInterruption() {
        Iterator<Line> lines = archive.awaited();
        Thread.currentThread().interrupt();
        assertThatThrownBy(lines::hasNext).isInstanceOf(CallInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        archive.write(3);
        assertThat(lines.next().number()).isZero();
        assertThat(lines.next().number()).isEqualTo(1);
        assertThat(lines.next().number()).isEqualTo(2);
    }

    @Test
    void shouldThrowWhatTheSourceThrowsBehindTheElementsBeforeIt() {
        Iterator<Line> lines = archive.torn(100);
        for (int i = 0; i < 100; i++) {
            assertThat(lines.next().number()).isEqualTo(i);
        }
        assertThat(shelf.closed).hasValueLessThan(2);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(lines::next)
                    .isInstanceOf(Torn.class)
                    .hasMessage("page 100")
                    .satisfies(StreamsTest::hasBothStacks);
        }
        assertThat(shelf.closed).hasValue(1);
    }

    private static void hasBothStacks(Throwable thrown) {
        List<String> methods = new ArrayList<>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            methods.add(frame.getClassName() + "." + frame.getMethodName());
        }
        int test = methods.indexOf(
                StreamsTest.class.getName() + ".shouldThrowWhatTheSourceThrowsBehindTheElementsBeforeIt");
        assertThat(methods).contains(Shelf.class.getName() + "$Watched.next");
        assertThat(methods.indexOf("io.nearcall.call")).isPositive().isLessThan(test);
        assertThat(methods.indexOf("io.nearcall.call")).isEqualTo(methods.lastIndexOf("io.nearcall.call"));
    }

    @Test
    void shouldTakeStreamsAsArguments() {
        assertThat(archive.sum(IntStream.range(0, 10_000).iterator())).isEqualTo(49_995_000);
        assertThat(archive.sum(null == archive.none() ? List.of(1, 2).iterator() : null))
                .isEqualTo(3);
        AtomicInteger closed = new AtomicInteger();
        assertThat(archive.sumOfStream(Stream.of(1, 2, 3).onClose(closed::incrementAndGet)))
                .isEqualTo(6);
        assertThat(closed).hasValue(1);
        assertThatThrownBy(() -> archive.sumOfStream(Stream.of(1, 2).map(number -> {
                    throw new Torn("argument");
                })))
                .isInstanceOf(Torn.class)
                .hasMessage("argument");
    }

    @Test
    void shouldTakeAStreamAsTheArgumentOfAOneWayMethod() {
        archive.addLater(IntStream.rangeClosed(1, 100).iterator());
        awaitTrue(() -> shelf.produced.get() == 5_050);
    }

    @Test
    void shouldCloseAnArgumentThatNobodyReads() {
        AtomicInteger closed = new AtomicInteger();
        archive.ignore(Stream.of(1).onClose(closed::incrementAndGet), null);
        awaitTrue(() -> {
            System.gc();
            return closed.get() == 1;
        });
        Stream<Integer> unsent = Stream.of(1).onClose(closed::incrementAndGet);
        assertThatThrownBy(() -> archive.ignore(unsent, new Object() {})).isInstanceOf(EncodingException.class);
        awaitTrue(() -> closed.get() == 2);
    }

    @Test
    void shouldSendAStreamHomeThroughTheOneThatBroughtIt() {
        assertThat(archive.sumOfStream(archive.ints(100).boxed())).isEqualTo(4_950);
    }

    @Test
    void shouldRunOnAnExecutorOfOneThread() {
        endpoints.close();
        ExecutorService one = Executors.newSingleThreadExecutor();
        Shelf kept = new Shelf();
        try {
            try (TwoEndpoints single = new TwoEndpoints(Endpoint.builder().executor(one), Endpoint.builder())) {
                Archive slow = single.connect(Archive.class, kept);
                Iterator<Line> lines = slow.lines(5_000);
                Iterator<Line> others = slow.lines(5_000);
                for (int i = 0; i < 5_000; i++) {
                    assertThat(lines.next()).isEqualTo(others.next());
                }
                assertThat(slow.lines(Long.MAX_VALUE).next().number()).isZero();
            }
            awaitTrue(() -> kept.closed.get() == 3); // by the executor, which drops waiting tasks when it is shut down
        } finally {
            one.shutdownNow();
        }
    }

    @Test
    void shouldLetManyReadAtOnce() throws Exception {
        List<CompletableFuture<Integer>> readers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int i = 0; i < 8; i++) {
                readers.add(CompletableFuture.supplyAsync(
                        () -> {
                            int count = 0;
                            for (Iterator<Integer> all = archive.ints(20_000).iterator(); all.hasNext(); count++) {
                                assertThat(all.next()).isEqualTo(count);
                            }
                            return count;
                        },
                        threads));
            }
            for (CompletableFuture<Integer> reader : readers) {
                assertThat(reader.get()).isEqualTo(20_000);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldRefuseAStreamThatIsPartOfAValue() {
        assertThatThrownBy(() -> endpoints.client().lookup(Bundles.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Bundles.all, result")
                .hasMessageContaining("Bundles.later, result")
                .hasMessageContaining("its elements are fetched as they are consumed");
    }

    /** Streams where they cannot be. */
    public interface Bundles {
        List<Iterator<String>> all();

        CompletableFuture<Stream<String>> later();
    }

    private static void exhaust(Iterator<?> elements) {
        while (elements.hasNext()) {
            elements.next();
        }
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long endNs = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - endNs).isNegative();
            LockSupport.parkNanos(5_000_000);
        }
    }
}

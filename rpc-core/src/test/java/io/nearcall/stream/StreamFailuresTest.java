// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ByRef;
import io.nearcall.ConnectionLostException;
import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Threads;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams that cannot be read as they are, and very many of them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
public class StreamFailuresTest {

    /** What the server offers. */
    public interface Boxes {
        Stream<Object> open();

        Iterator<Integer> numbers(int count);

        @ByRef
        Iterator<Integer> shared(int count);
    }

    /** What a client takes it for. */
    public interface OtherBoxes {
        @ByRef
        Iterator<Integer> numbers(int count);

        Iterator<Integer> shared(int count);
    }

    private static final class Surprise {}

    private final AtomicInteger closed = new AtomicInteger();
    private Endpoint server;
    private Endpoint client;

    @BeforeEach
    void open() {
        server = Endpoint.open();
        client = Endpoint.open();
        server.export(
                Boxes.class,
                new Boxes() {
                    @Override
                    public Stream<Object> open() {
                        return Stream.<Object>of(1, new Surprise()).onClose(closed::incrementAndGet);
                    }

                    @Override
                    public Iterator<Integer> numbers(int count) {
                        Stream<Integer> numbers = Stream.iterate(0, number -> number + 1)
                                .limit(count)
                                .onClose(closed::incrementAndGet);
                        Iterator<Integer> iterator = numbers.iterator();
                        return new ClosingIterator(iterator, numbers);
                    }

                    @Override
                    public Iterator<Integer> shared(int count) {
                        return numbers(count);
                    }
                },
                "boxes");
    }

    private record ClosingIterator(Iterator<Integer> numbers, Stream<Integer> stream)
            implements Iterator<Integer>, AutoCloseable {
        @Override
        public boolean hasNext() {
            return numbers.hasNext();
        }

        @Override
        public Integer next() {
            return numbers.next();
        }

        @Override
        public void close() {
            stream.close();
        }
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void shouldSayWhichElementMayNotTravelAndCloseTheSource() {
        Iterator<Object> elements = client.lookup(Boxes.class, "boxes").open().iterator();
        assertThatThrownBy(() -> elements.forEachRemaining(element -> {}))
                .isInstanceOf(EncodingException.class)
                .hasMessageContaining(Surprise.class.getName());
        awaitClosed(1);
    }

    @Test
    void shouldRefuseAMethodWhoseResultIsAStreamOnOneSideAndAReferenceOnTheOther() {
        OtherBoxes boxes = client.lookup(OtherBoxes.class, "boxes");
        assertThatThrownBy(() -> boxes.numbers(3))
                .isInstanceOf(EncodingException.class)
                .hasMessageContainingAll("numbers(int)", "a stream", "on one side only");
        assertThatThrownBy(() -> boxes.shared(3)).isInstanceOf(EncodingException.class);
    }

    @Test
    void shouldPassAnIteratorByReferenceThatIsMarked() {
        Iterator<Integer> shared = client.lookup(Boxes.class, "boxes").shared(3);
        assertThat(Remotes.isStub(shared)).isTrue();
        assertThat(Shelf.listOf(shared)).containsExactly(0, 1, 2);
    }

    @Test
    void shouldCloseTheSourceWhenItsOwnSideIsClosed() {
        Iterator<Integer> numbers = client.lookup(Boxes.class, "boxes").numbers(1_000_000);
        assertThat(numbers.next()).isZero();
        server.close();
        awaitClosed(1);
        assertThatThrownBy(() -> Shelf.listOf(numbers)).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void shouldRunSourcesOnTheExecutorAndOnThreadsOfTheEndpointWhenThatTakesNothingMore() {
        List<String> threads = new CopyOnWriteArrayList<>();
        ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "the executor's"));
        try (Endpoint other = Endpoint.builder().executor(executor).open()) {
            other.export(
                    Named.class,
                    () -> Stream.generate(() -> Thread.currentThread().getName())
                            .onClose(() -> threads.add(Thread.currentThread().getName())),
                    "named");
            Stream<String> names = client.lookup(Named.class, "named").names();
            assertThat(names.iterator().next()).isEqualTo("the executor's");
            executor.shutdown();
            names.close();
            for (int i = 0; i < 1_000 && threads.isEmpty(); i++) {
                LockSupport.parkNanos(10_000_000);
            }
            assertThat(threads).singleElement().asString().startsWith("nearcall-");
        } finally {
            executor.shutdownNow();
        }
    }

    /** Whose elements are the names of the threads that they are produced on. */
    public interface Named {
        Stream<String> names();
    }

    @Test
    void shouldLeaveNothingOfManyStreams() {
        Boxes boxes = client.lookup(Boxes.class, "boxes");
        int count = 2_000;
        for (int i = 0; i < count; i++) {
            Iterator<Integer> numbers = boxes.numbers(i % 3 == 0 ? 2 : 1_000);
            assertThat(numbers.next()).isZero();
            if (i % 3 == 0) {
                assertThat(Shelf.listOf(numbers)).containsExactly(1);
            } else if (i % 3 == 1) {
                Remotes.release(numbers);
            } // else it is left to the collector
        }
        awaitClosed(count);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
    void shouldBeReadByVirtualThreads() throws Exception {
        Boxes boxes = client.lookup(Boxes.class, "boxes");
        ExecutorService threads = Threads.virtual();
        try {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                readers.add(
                        threads.submit(() -> Shelf.listOf(boxes.numbers(500)).size()));
            }
            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isEqualTo(500);
            }
        } finally {
            threads.shutdownNow();
        }
        awaitClosed(200);
    }

    private void awaitClosed(int count) {
        long endNs = System.nanoTime() + 30_000_000_000L;
        while (closed.get() != count) {
            assertThat(System.nanoTime() - endNs).isNegative();
            System.gc();
            LockSupport.parkNanos(20_000_000);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.ReleasedException;
import io.nearcall.Remotes;
import io.nearcall.stream.Archive.Line;
import io.nearcall.stream.Archive.Torn;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.Iterator;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Streams that are read, left, closed and dropped in every way at once: no element gets lost, and each source is closed once. */
@Tag("long")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class ManyStreamsTest {

    private static final int THREADS = 4;
    private static final int STREAMS_PER_THREAD = 500;

    private final Shelf shelf = new Shelf();
    private final AtomicInteger toBeClosed = new AtomicInteger();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
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
    void shouldNeitherLoseAnElementNorKeepASource() throws Exception {
        Thread collector = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                System.gc();
                LockSupport.parkNanos(50_000_000);
            }
        });
        collector.start();
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            SplittableRandom random = new SplittableRandom(i);
            new Thread(() -> {
                        try {
                            for (int stream = 0; stream < STREAMS_PER_THREAD; stream++) {
                                useOne(random);
                            }
                        } catch (Throwable e) {
                            surprises.add(e);
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        assertThat(surprises).isEmpty();
        long endNs = System.nanoTime() + 30_000_000_000L;
        while (shelf.closed.get() != toBeClosed.get() && System.nanoTime() - endNs < 0) {
            LockSupport.parkNanos(20_000_000);
        }
        collector.interrupt();
        collector.join();
        assertThat(shelf.closed).hasValue(toBeClosed.get());
        assertThat(shelf.pulling).hasValue(0);
    }

    private void useOne(SplittableRandom random) {
        int count = random.nextInt(400);
        toBeClosed.incrementAndGet();
        switch (random.nextInt(9)) {
            case 0 -> assertThat(read(archive.lines(count), Long.MAX_VALUE)).isEqualTo(count);
            case 1 -> {
                Iterator<Line> lines = archive.lines(Long.MAX_VALUE);
                read(lines, count);
                Remotes.release(lines);
            }
            case 2 -> read(archive.lines(Long.MAX_VALUE), count); // and left to the collector
            case 3 -> closeWhileWaiting(random.nextInt(300_000));
            case 4 -> {
                try (Stream<Line> lines = archive.endless()) {
                    assertThat(lines.limit(count).mapToLong(Line::number).sum()).isEqualTo(sumBelow(count));
                }
            }
            case 5 -> {
                Iterator<Line> torn = archive.torn(count);
                assertThat(read(torn, count)).isEqualTo(count);
                assertThatThrownBy(torn::next).isInstanceOf(Torn.class);
            }
            case 6 -> readInterrupted(count);
            case 7 -> {
                toBeClosed.decrementAndGet(); // it comes to its end
                subscribe(random, count, count);
            }
            default -> subscribe(random, Long.MAX_VALUE, count);
        }
    }

    /** At most so many, which have to come in order. Returns how many came. */
    private static int read(Iterator<Line> lines, long atMost) {
        int number = 0;
        while (number < atMost && lines.hasNext()) {
            assertThat(lines.next().number()).isEqualTo(number++);
        }
        return number;
    }

    private static long sumBelow(int count) {
        return (long) count * (count - 1) / 2;
    }

    private void closeWhileWaiting(long afterNs) {
        Iterator<Line> quiet = archive.awaited();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> {
            LockSupport.parkNanos(afterNs);
            Remotes.release(quiet);
        });
        assertThatThrownBy(quiet::hasNext).isInstanceOf(ReleasedException.class);
        closing.join();
    }

    private void readInterrupted(int count) {
        Iterator<Line> lines = archive.lines(count);
        int number = 0;
        for (boolean more = true; more; ) {
            if (number % 50 == 0) {
                Thread.currentThread().interrupt();
            }
            try {
                more = lines.hasNext();
                Thread.interrupted(); // it may not have had to wait
                if (more) {
                    assertThat(lines.next().number()).isEqualTo(number++);
                }
            } catch (CallInterruptedException e) {
                assertThat(Thread.interrupted()).isTrue();
                more = lines.hasNext();
            }
        }
        assertThat(number).isEqualTo(count);
    }

    private void subscribe(SplittableRandom random, long published, int count) {
        Reader<Line> reader = new Reader<>();
        archive.published(published).subscribe(reader);
        int number = 0;
        while (number < count) {
            int some = 1 + random.nextInt(Math.min(50, count - number));
            for (int i = 0; i < some; i++) {
                reader.subscription().request(1);
            }
            for (Line line : reader.take(some)) {
                assertThat(line.number()).isEqualTo(number++);
            }
        }
        if (published == count) {
            if (count == 0) {
                reader.subscription().request(1);
            }
            assertThat(reader.end()).isEqualTo(Reader.COMPLETE);
        } else {
            reader.subscription().cancel();
            assertThat(reader.ends).isEmpty();
        }
        assertThat(reader.breaches).isEmpty();
    }
}

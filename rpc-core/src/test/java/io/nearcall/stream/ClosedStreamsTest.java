// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many streams with sources that take long to close. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
@Tag(TwoEndpoints.ONE_JVM)
public class ClosedStreamsTest {

    private static final int STREAMS = 100;

    /** Of a connection, for all its streams. */
    private static final int THREADS = 4;

    /** What takes long to close. */
    public interface Locked {
        /** Has no elements. */
        Iterator<String> pages();

        /** The same. */
        Flow.Publisher<String> published();
    }

    private final CountDownLatch key = new CountDownLatch(1);
    private final AtomicInteger closing = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private TwoEndpoints endpoints;
    private Locked locked;

    @BeforeEach
    void open() {
        endpoints = new TwoEndpoints();
        locked = endpoints.connect(Locked.class, new Locked() {
            @Override
            public Iterator<String> pages() {
                return new Pages();
            }

            @Override
            public Flow.Publisher<String> published() {
                return subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
                    @Override
                    public void request(long count) {}

                    @Override
                    public void cancel() {
                        close();
                    }
                });
            }
        });
    }

    private final class Pages implements Iterator<String>, AutoCloseable {
        @Override
        public boolean hasNext() {
            return false;
        }

        @Override
        public String next() {
            throw new NoSuchElementException();
        }

        @Override
        public void close() {
            ClosedStreamsTest.this.close();
        }
    }

    private void close() {
        closing.incrementAndGet();
        try {
            key.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closed.incrementAndGet();
    }

    @AfterEach
    void end() {
        key.countDown();
        endpoints.close();
    }

    @Test
    void shouldCloseTheStreamsOfAConnectionThatEndsWithoutAThreadForEach() throws Exception {
        List<Iterator<String>> read = begin();
        endpoints.client().close();
        assertFewClosings();
        assertThat(read).hasSize(STREAMS);
    }

    @Test
    void shouldCloseStreamsThatAreGivenBackWithoutAThreadForEach() throws Exception {
        begin().forEach(Remotes::release);
        assertFewClosings();
    }

    @Test
    void shouldCancelTheSubscriptionsOfAConnectionThatEndsWithoutAThreadForEach() throws Exception {
        List<Reader<String>> readers = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            readers.add(new Reader<>());
            locked.published().subscribe(readers.get(i));
        }
        endpoints.client().close();
        assertFewClosings();
    }

    private List<Iterator<String>> begin() {
        List<Iterator<String>> begun = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            begun.add(locked.pages());
        }
        return begun;
    }

    private void assertFewClosings() throws InterruptedException {
        await(closing, THREADS);
        Thread.sleep(300); // for more of them to begin
        assertThat(closing).hasValue(THREADS);
        assertThat(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("nearcall-future-")))
                .hasSizeLessThan(STREAMS / 2);
        key.countDown();
        await(closed, STREAMS);
    }

    private static void await(AtomicInteger count, int least) throws InterruptedException {
        while (count.get() < least) {
            Thread.sleep(5);
        }
    }
}

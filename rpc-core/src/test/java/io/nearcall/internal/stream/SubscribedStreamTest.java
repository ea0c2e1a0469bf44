// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** A subscription to a publisher of this side, spoken to by both ends on one thread. */
class SubscribedStreamTest {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final SubscribedStream stream = new SubscribedStream(this::execute, this::execute);
    private boolean lacking;
    private long requested;
    private int cancelled;

    private void execute(Runnable task) {
        if (lacking) {
            throw new OutOfMemoryError("of the test");
        }
        tasks.add(task);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private class Subscription implements Flow.Subscription {
        @Override
        public void request(long count) {
            requested += count;
        }

        @Override
        public void cancel() {
            cancelled++;
        }
    }

    @Test
    void shouldRequestWithTheNextFetchWhatItHadNoThreadFor() {
        stream.onSubscribe(new Subscription());
        lacking = true;
        assertThatThrownBy(() -> stream.fetch(0, 5)).isInstanceOf(OutOfMemoryError.class);
        lacking = false;
        stream.fetch(0, 5);
        runTasks();
        assertThat(requested).isPositive();
    }

    @Test
    void shouldCancelOnThisThreadWhenNoOtherCanBeHad() {
        stream.onSubscribe(new Subscription());
        lacking = true;
        stream.close();
        assertThat(cancelled).isOne();
    }

    @Test
    void shouldCancelAPublisherThatSendsTooManyAndThrows() {
        stream.onSubscribe(new Subscription() {
            @Override
            public void request(long count) {
                for (long i = 0; i <= count; i++) {
                    stream.onNext(i);
                }
                throw new IllegalStateException("of the test");
            }
        });
        stream.fetch(0, 5);
        runTasks();
        assertThat(cancelled).isOne();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.codec.Batch;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The writing end of a stream, spoken to as the other side does it, on one thread. */
class PulledStreamTest {

    private static final long ALL = Long.MAX_VALUE;

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final AtomicInteger closed = new AtomicInteger();

    private PulledStream numbers(int count) {
        return new PulledStream(
                IntStream.range(0, count).boxed().onClose(closed::incrementAndGet), tasks::add, tasks::add);
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private Batch fetch(PulledStream stream, long position, long demand) {
        CompletableFuture<Batch> answer = stream.fetch(position, demand);
        runTasks();
        return answer.getNow(null);
    }

    private static List<Object> elements(Batch batch) {
        return Arrays.asList(batch.elements());
    }

    @Test
    void shouldAnswerWithTheFirstElementAndThenWithAllThatThereAre() {
        PulledStream stream = numbers(100);
        assertThat(tasks).isEmpty();
        assertThat(elements(fetch(stream, 0, ALL))).containsExactly(0);
        assertThat(elements(fetch(stream, 1, ALL))).containsExactly(1);
        assertThat(elements(fetch(stream, 2, ALL))).hasSize(16).endsWith(17);
        assertThat(elements(fetch(stream, 18, ALL))).hasSize(32).endsWith(49);
        assertThat(elements(fetch(stream, 50, ALL))).hasSize(50);
    }

    private long readInBatches(PulledStream stream, int batches) {
        long position = 0;
        for (int i = 0; i < batches; i++) {
            position += fetch(stream, position, ALL).elements().length;
        }
        return position;
    }

    @Test
    void shouldProduceTheNextBatchWhileOneTravels() {
        PulledStream stream = numbers(100_000);
        long position = readInBatches(stream, 20);
        CompletableFuture<Batch> next = stream.fetch(position, ALL); // without a task that pulls meanwhile
        assertThat(next.join().elements()).hasSizeGreaterThan(1_000);
    }

    @Test
    void shouldKeepTwoBatchesAtMostForAReaderThatReceivesNothingMore() {
        AtomicInteger produced = new AtomicInteger();
        PulledStream stream = new PulledStream(Stream.generate(produced::incrementAndGet), tasks::add, tasks::add);
        long position = readInBatches(stream, 20);
        int largest = 0;
        for (int i = 0; i < 5; i++) { // each answer goes astray
            largest = Math.max(largest, fetch(stream, position, ALL).elements().length);
        }
        assertThat(produced.get() - position).isLessThanOrEqualTo(2L * largest);
    }

    @Test
    void shouldAnswerAPollAtOnceWithWhatThereIs() {
        PulledStream stream = numbers(10);
        assertThat(stream.poll(0).join()).isNull();
        runTasks();
        assertThat(elements(stream.poll(0).join())).containsExactly(0);
        fetch(stream, 1, ALL);
        assertThat(elements(stream.poll(2).join())).hasSize(8).endsWith(9);
        CompletableFuture<Batch> end = stream.poll(10);
        assertThat(end.join().isLast()).isTrue();
    }

    @Test
    void shouldGoOnAfterAPollThatFoundNothing() {
        PulledStream stream = numbers(2);
        stream.poll(0);
        CompletableFuture<Batch> answer = stream.fetch(0, ALL);
        runTasks();
        assertThat(elements(answer.join())).containsExactly(0);
    }

    @Test
    void shouldSendAgainWhatTheReaderHasNotReceived() {
        PulledStream stream = numbers(10);
        fetch(stream, 0, ALL);
        fetch(stream, 1, ALL);
        assertThat(elements(fetch(stream, 2, ALL))).hasSize(8);
        Batch again = fetch(stream, 4, ALL);
        assertThat(elements(again)).containsExactly(4, 5, 6, 7, 8, 9);
        assertThat(again.isLast()).isTrue();
        assertThat(elements(fetch(stream, 4, 6))).containsExactly(4, 5);
    }

    @Test
    void shouldRefusePositionsThatTheReaderCannotHaveReached() {
        PulledStream stream = numbers(10);
        fetch(stream, 0, ALL);
        fetch(stream, 1, ALL);
        fetch(stream, 5, ALL);
        for (long position : new long[] {-1, 4, 11, ALL, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> stream.fetch(position, ALL))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("position=" + position);
        }
        assertThatThrownBy(() -> stream.fetch(5, 4)).hasMessageContaining("demand=4");
    }

    @Test
    void shouldKeepToTheDemandAndTellOfTheEndWithoutOne() {
        PulledStream stream = numbers(3);
        assertThat(fetch(stream, 0, 0)).isNull();
        assertThat(elements(fetch(stream, 0, 2))).containsExactly(0);
        assertThat(elements(fetch(stream, 1, 2))).containsExactly(1);
        assertThat(fetch(stream, 2, 2)).isNull();
        assertThat(elements(fetch(stream, 2, 3))).containsExactly(2);
        Batch end = fetch(stream, 3, 3);
        assertThat(end.elements()).isEmpty();
        assertThat(end.isLast()).isTrue();
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldCancelTheFetchThatAnotherOneTakesThePlaceOf() {
        PulledStream stream = numbers(3);
        CompletableFuture<Batch> first = stream.fetch(0, ALL);
        CompletableFuture<Batch> second = stream.fetch(0, ALL);
        assertThat(first).isCancelled();
        runTasks();
        assertThat(elements(second.join())).containsExactly(0);
    }

    @Test
    void shouldLoseNothingToAFetchThatWasCancelled() {
        PulledStream stream = numbers(3);
        stream.fetch(0, ALL).cancel(false);
        runTasks();
        assertThat(elements(fetch(stream, 0, ALL))).containsExactly(0);
        assertThat(elements(fetch(stream, 1, ALL))).containsExactly(1);
        assertThat(elements(fetch(stream, 2, ALL))).containsExactly(2);
    }

    @Test
    void shouldThrowWhatTheSourceHasThrownAgainAndAgain() {
        Iterator<Integer> failing = Stream.of(1, 0).map(number -> 1 / number).iterator();
        PulledStream stream = new PulledStream(failing, tasks::add, tasks::add);
        assertThat(elements(fetch(stream, 0, ALL))).containsExactly(1);
        for (int i = 0; i < 2; i++) {
            CompletableFuture<Batch> answer = stream.fetch(1, ALL);
            runTasks();
            assertThat(answer).isCompletedExceptionally();
        }
    }

    @Test
    void shouldCloseTheSourceOnceAndAnswerWhoWaits() {
        PulledStream stream = numbers(3);
        CompletableFuture<Batch> waiting = stream.fetch(0, ALL);
        AtomicInteger forgotten = new AtomicInteger();
        stream.closeAtEnd(action -> forgotten::incrementAndGet);
        stream.close();
        stream.close();
        assertThat(waiting).isCancelled();
        assertThat(forgotten).hasValue(1);
        runTasks();
        assertThat(closed).hasValue(1);
        assertThatThrownBy(() -> stream.fetch(0, ALL)).isInstanceOf(CancellationException.class);
        runTasks();
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldCloseTheSourceThoughTheTaskThatPullsIsNeverRun() {
        PulledStream stream = numbers(3);
        stream.fetch(0, ALL);
        Runnable dropped = tasks.remove();
        stream.close();
        runTasks();
        assertThat(closed).hasValue(1);
        dropped.run();
        assertThat(closed).hasValue(1);
    }

    @Test
    void shouldCloseWhenTheConnectionHasEndedBeforeItIsKnown() {
        AtomicInteger forgotten = new AtomicInteger();
        numbers(3).closeAtEnd(action -> {
            action.run();
            return forgotten::incrementAndGet;
        });
        runTasks();
        assertThat(closed).hasValue(1);
        assertThat(forgotten).hasValue(1);
    }
}

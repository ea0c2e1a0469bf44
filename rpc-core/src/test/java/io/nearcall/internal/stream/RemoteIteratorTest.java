// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.EncodingException;
import io.nearcall.internal.codec.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The reading end of a stream, on one thread, with its requests to the writing end. */
class RemoteIteratorTest {

    private final class Source implements StreamSource {
        private final List<String> calls = new ArrayList<>();
        private CompletableFuture<Batch> early = CompletableFuture.completedFuture(null);
        private int batchLength = 1;
        private int end = Integer.MAX_VALUE;
        private boolean refusing;
        private boolean lying;

        private Batch batch(long position) {
            int to = (int) Math.min(position + batchLength, end);
            return new Batch(IntStream.range((int) position, to).boxed().toArray(), to == end);
        }

        @Override
        public CompletableFuture<Batch> fetch(long position, long demand) {
            calls.add("fetch " + position);
            return CompletableFuture.completedFuture(lying ? null : batch(position));
        }

        @Override
        public CompletableFuture<Batch> poll(long position) {
            calls.add("poll " + position);
            if (refusing) {
                throw new IllegalStateException("of the test");
            }
            return early;
        }

        @Override
        public CompletableFuture<Batch> follow(long position, long demand) {
            throw new AssertionError("an iterator fetches");
        }
    }

    private final Source source = new Source();
    private final RemoteIterator<Integer> elements = new RemoteIterator<>(source, new UnusedReference());
    private int taken;

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(elements.next()).isEqualTo(taken++);
        }
    }

    @Test
    void shouldAskForTheNextBatchWhenHalfOfOneHasBeenTaken() {
        source.batchLength = 10;
        take(4);
        assertThat(source.calls).containsExactly("fetch 0");
        take(1);
        assertThat(source.calls).containsExactly("fetch 0", "poll 10");
    }

    @Test
    void shouldTakeTheBatchThatWasAskedForEarlyAndNeverHoldMoreThanThatOne() {
        source.batchLength = 10;
        source.early = CompletableFuture.completedFuture(source.batch(10));
        take(10);
        assertThat(source.calls).containsExactly("fetch 0", "poll 10");
        take(4);
        assertThat(source.calls).hasSize(2);
        take(1);
        assertThat(source.calls).containsExactly("fetch 0", "poll 10", "poll 20");
    }

    @Test
    void shouldAskForNothingBehindASingleElementBeforeItIsWanted() {
        take(3);
        assertThat(source.calls).containsExactly("fetch 0", "fetch 1", "fetch 2");
    }

    @Test
    void shouldAskForNothingBehindTheEnd() {
        source.batchLength = 10;
        source.end = 10;
        take(10);
        assertThat(elements.hasNext()).isFalse();
        assertThat(source.calls).containsExactly("fetch 0");
    }

    @Test
    void shouldWaitForTheNextElementWhenThereWasNoneToBeHadEarly() {
        source.batchLength = 2;
        take(3);
        assertThat(source.calls).containsExactly("fetch 0", "poll 2", "fetch 2", "poll 4");
    }

    @Test
    void shouldLoseNothingWhenAskingEarlyFails() {
        source.batchLength = 2;
        source.refusing = true;
        take(2);
        source.refusing = false;
        source.early = CompletableFuture.failedFuture(new IllegalStateException("of the test"));
        take(3);
        assertThat(source.calls).containsExactly("fetch 0", "poll 2", "fetch 2", "poll 4", "fetch 4", "poll 6");
    }

    @Test
    void shouldNotAskForEverASourceThatAnswersWithoutElements() {
        source.lying = true;
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(elements::hasNext)
                    .isInstanceOf(EncodingException.class)
                    .hasMessageContaining("neither elements nor a source of them");
        }
        assertThat(source.calls).containsExactly("fetch 0");
    }

    @Test
    void shouldAskForNothingOnceClosedAndNotKeepTheCallThatIsInFlight() {
        source.batchLength = 4;
        source.early = new CompletableFuture<>();
        take(2);
        elements.close();
        assertThat(source.early).isCancelled();
        take(2);
        RemoteIterator<Integer> others = new RemoteIterator<>(source, new UnusedReference());
        others.next();
        others.close();
        others.next();
        others.next();
        assertThat(source.calls).containsExactly("fetch 0", "poll 4", "fetch 0");
    }
}

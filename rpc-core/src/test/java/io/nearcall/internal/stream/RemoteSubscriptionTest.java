// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.EncodingException;
import io.nearcall.internal.codec.Batch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** A subscription to a publisher of the other side, on one thread. */
class RemoteSubscriptionTest {

    private final List<Object> signals = new ArrayList<>();

    private final class Subscriber implements Flow.Subscriber<Object> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(Object element) {
            signals.add(element);
        }

        @Override
        public void onError(Throwable thrown) {
            signals.add(thrown);
        }

        @Override
        public void onComplete() {
            signals.add("complete");
        }
    }

    private static final class Source implements StreamSource {
        private final CompletableFuture<Batch> answer = new CompletableFuture<>();
        private boolean lacking;

        @Override
        public CompletableFuture<Batch> fetch(long position, long demand) {
            throw new AssertionError("a subscription follows");
        }

        @Override
        public CompletableFuture<Batch> poll(long position) {
            throw new AssertionError("a subscription follows");
        }

        @Override
        public CompletableFuture<Batch> follow(long position, long demand) {
            if (lacking) {
                throw new OutOfMemoryError("of the test");
            }
            return answer;
        }
    }

    private final Source source = new Source();

    private RemoteSubscription<Object> subscription(Executor threads) {
        return new RemoteSubscription<>(source, new UnusedReference(), new Subscriber(), threads);
    }

    @Test
    void shouldSignalOnTheRequestersThreadWhenNoOtherCanBeHad() {
        RemoteSubscription<Object> subscription = subscription(task -> {
            throw new OutOfMemoryError("of the test");
        });
        subscription.start();
        source.answer.complete(new Batch(new Object[] {"first", "second"}, true));
        assertThat(signals).isEmpty();
        subscription.request(1);
        assertThat(signals).containsExactly("first");
        subscription.request(1);
        assertThat(signals).containsExactly("first", "second", "complete");
    }

    @Test
    void shouldTellTheSubscriberThatItsElementsCannotBeFetched() {
        RemoteSubscription<Object> subscription = subscription(Runnable::run);
        source.lacking = true;
        subscription.start();
        assertThat(signals).singleElement().isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void shouldTellTheSubscriberThatAPublisherHasNoSource() {
        new RemotePublisher<>(() -> null, 1, Runnable::run).subscribe(new Subscriber());
        assertThat(signals).singleElement().isInstanceOf(EncodingException.class);
    }

    @Test
    void shouldTellTheSubscriberThatAPublisherAnswersWithASourceOfTheSubscribersSide() {
        source.answer.complete(new Batch(new Object[0], true));
        new RemotePublisher<>(() -> source, 1, Runnable::run).subscribe(new Subscriber());
        assertThat(signals).singleElement().isInstanceOf(EncodingException.class);
    }

    @Test
    void shouldNotAskForEverASourceThatAnswersWithoutElements() {
        RemoteSubscription<Object> subscription = subscription(Runnable::run);
        source.answer.complete(null);
        subscription.start();
        assertThat(signals).singleElement().isInstanceOf(EncodingException.class);
    }
}

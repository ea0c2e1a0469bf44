// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.codegen.Stub;
import io.nearcall.internal.stub.ReferenceHolder;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/** A publisher of the other side. Each subscriber on this side has one subscription there. Any thread. */
final class RemotePublisher<T> implements Flow.Publisher<T> {

    /** For a subscriber that was not taken: the rules give it a subscription nevertheless. */
    private static final Flow.Subscription NONE = new Flow.Subscription() {
        @Override
        public void request(long count) {}

        @Override
        public void cancel() {}
    };

    private final PublisherSource source;
    private final Executor threads;
    private final int pid;

    RemotePublisher(PublisherSource source, int pid, Executor threads) {
        this.source = source;
        this.threads = threads;
        this.pid = pid;
    }

    /**
     * Subscribes to the source once more. Blocks for one call, so the subscriber misses nothing that is published after
     * this method has returned. {@code onSubscribe} runs on this thread, and so does {@code onError} if subscribing
     * fails. All other signals run on threads of the endpoint.
     */
    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        StreamSource stream;
        ReferenceHolder reference;
        try {
            stream = source.subscribe();
            if (!(Stub.targetOf(stream) instanceof ReferenceHolder holder)) { // null, or one of this side's own sources
                throw RemoteIterator.withoutElements();
            }
            reference = holder;
        } catch (Throwable e) {
            subscriber.onSubscribe(NONE);
            subscriber.onError(e);
            return;
        }
        RemoteSubscription<T> subscription = new RemoteSubscription<>(stream, reference, subscriber, threads);
        try {
            subscriber.onSubscribe(subscription);
        } catch (Throwable e) {
            subscription.cancel(); // the rules forbid the subscriber to throw, and let it go as if it had cancelled
            throw e;
        }
        subscription.start();
    }

    @Override
    public String toString() {
        return "Publisher[elements of process " + pid + "]";
    }
}

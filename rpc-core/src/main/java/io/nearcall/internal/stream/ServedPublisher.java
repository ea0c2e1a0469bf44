// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Function;

/** A publisher of this side. */
final class ServedPublisher implements PublisherSource {

    private final Flow.Publisher<?> publisher;
    private final Executor threads;
    private final Executor closings;
    private final Function<Runnable, Runnable> onEnd;
    private final ClassLoader contextClassLoader = Thread.currentThread().getContextClassLoader();

    ServedPublisher(
            Flow.Publisher<?> publisher, Executor threads, Executor closings, Function<Runnable, Runnable> onEnd) {
        this.publisher = publisher;
        this.threads = threads;
        this.closings = closings;
        this.onEnd = onEnd;
    }

    @Override
    public StreamSource subscribe() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        SubscribedStream stream = new SubscribedStream(threads, closings);
        boolean subscribed = false;
        try {
            thread.setContextClassLoader(contextClassLoader);
            publisher.subscribe(stream);
            stream.closeAtEnd(onEnd);
            subscribed = true;
            return stream;
        } finally {
            thread.setContextClassLoader(before);
            if (!subscribed) {
                stream.close();
            }
        }
    }
}

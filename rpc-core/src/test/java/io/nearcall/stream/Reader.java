// SPDX-License-Identifier: Apache-2.0
package io.nearcall.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A subscriber that keeps its elements, and detects concurrent notifications. */
class Reader<T> implements Flow.Subscriber<T> {

    static final Object COMPLETE = "complete";

    private final LinkedBlockingQueue<Flow.Subscription> subscriptions = new LinkedBlockingQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean();
    final LinkedBlockingQueue<T> elements = new LinkedBlockingQueue<>();
    final LinkedBlockingQueue<Object> ends = new LinkedBlockingQueue<>();
    final Queue<String> breaches = new ConcurrentLinkedQueue<>();

    Flow.Subscription subscription() {
        Flow.Subscription subscription = poll(subscriptions);
        subscriptions.add(subscription);
        return subscription;
    }

    List<T> take(int count) {
        List<T> taken = new ArrayList<>();
        while (taken.size() < count) {
            taken.add(poll(elements));
        }
        return taken;
    }

    Object end() {
        return poll(ends);
    }

    private static <E> E poll(LinkedBlockingQueue<E> queue) {
        try {
            E element = queue.poll(20, TimeUnit.SECONDS);
            if (element == null) {
                throw new AssertionError("nothing has come within 20 s");
            }
            return element;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void enter(String what) {
        if (!busy.compareAndSet(false, true)) {
            breaches.add(what + " during another signal");
        }
        if (!ends.isEmpty()) {
            breaches.add(what + " after the end");
        }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        if (!subscriptions.isEmpty()) {
            breaches.add("a second subscription");
        }
        subscriptions.add(subscription);
    }

    @Override
    public void onNext(T element) {
        enter("onNext");
        got(element);
        busy.set(false);
    }

    void got(T element) {
        elements.add(element);
    }

    @Override
    public void onError(Throwable thrown) {
        enter("onError");
        busy.set(false);
        ends.add(thrown);
    }

    @Override
    public void onComplete() {
        enter("onComplete");
        busy.set(false);
        ends.add(COMPLETE);
    }
}

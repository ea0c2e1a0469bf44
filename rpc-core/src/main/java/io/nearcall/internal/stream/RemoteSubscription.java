// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.internal.codec.Batch;
import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.stub.ReferenceHolder;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/** The subscription of a subscriber to a publisher of the other side. Any thread. */
final class RemoteSubscription<T> implements Flow.Subscription {

    /*
     * Credit. The other side is told how many elements have been requested in all, and sends none beyond that. One call
     * at a time is in flight. It is answered when there is an element, and carries all elements that there are then. So
     * elements keep their order, and at most one batch is here. What is requested meanwhile goes with the next call.
     * The exception is a call without any credit left, which waits for the end alone: another call takes its place. The
     * other way, in which one-way calls push elements as they come, would cost the publisher's side a lane back to us.
     *
     * Whoever changes something calls signal(). One thread at a time is in its loop, and calls the subscriber.
     */

    private static final Object[] NOTHING = {};

    private final StreamSource source;
    private final ReferenceHolder reference;
    private final Executor threads;

    private Flow.Subscriber<? super T>
            subscriber; // guarded by this, as all that follows; null when nothing more is to come
    private long demand;
    private long delivered;
    private Object[] batch = NOTHING;
    private int index;
    private boolean last;
    private Throwable failure;
    private boolean signalling = true; // until start()
    private boolean fetching;
    private long told; // the demand that the call in flight has
    private int fetches; // the number of that call
    private CompletableFuture<Batch> fetch;

    RemoteSubscription(
            StreamSource source, ReferenceHolder reference, Flow.Subscriber<? super T> subscriber, Executor threads) {
        this.source = source;
        this.reference = reference;
        this.subscriber = subscriber;
        this.threads = threads;
    }

    /** The subscriber has the subscription: signals may come from now on. */
    void start() {
        RuntimeThreads.executeOrRun(threads, this::signal);
    }

    @Override
    public void request(long count) {
        synchronized (this) {
            if (count > 0) {
                demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
            } else if (failure == null) {
                failure = new IllegalArgumentException("request(" + count + "): a subscriber requests at least one");
                batch = NOTHING;
                index = 0;
            }
        }
        if (beginsToSignal()) {
            RuntimeThreads.executeOrRun(threads, this::signal);
        }
    }

    @Override
    public void cancel() {
        synchronized (this) {
            subscriber = null;
            batch = NOTHING;
            index = 0;
        }
        giveUp();
    }

    /** Nobody waits for elements any more. */
    private void giveUp() {
        CompletableFuture<Batch> asked;
        synchronized (this) {
            asked = fetch;
        }
        reference.release();
        if (asked != null) {
            asked.cancel(false);
        }
    }

    private synchronized boolean beginsToSignal() {
        if (signalling || subscriber == null) {
            return false;
        }
        signalling = true;
        return true;
    }

    private void signal() {
        while (step()) {
            // the next one
        }
    }

    /** Tells the subscriber one thing, or fetches. Returns false when there is nothing more to do now. */
    private boolean step() {
        Flow.Subscriber<? super T> to;
        Object element = null;
        Throwable thrown = null;
        boolean next = false;
        boolean over = false;
        long from = 0;
        long wanted = 0;
        int number = 0;
        synchronized (this) {
            to = subscriber;
            if (to == null) {
                signalling = false;
                return false;
            }
            if (index < batch.length && delivered < demand) {
                next = true;
                element = batch[index];
                batch[index++] = null;
                delivered++;
            } else if (index == batch.length && (last || failure != null)) {
                over = true;
                thrown = failure;
                subscriber = null;
            } else if (index < batch.length || fetching && (told > delivered || demand == told)) {
                signalling = false;
                return false;
            } else {
                fetching = true;
                from = delivered;
                wanted = demand;
                told = demand;
                number = ++fetches;
            }
        }
        if (next) {
            tell(to, element);
        } else if (over) {
            end(to, thrown);
        } else {
            fetch(number, from, wanted);
        }
        return true;
    }

    @SuppressWarnings("unchecked")
    private void tell(Flow.Subscriber<? super T> to, Object element) {
        try {
            to.onNext((T) element);
        } catch (Throwable e) {
            cancel(); // the rules forbid the subscriber to throw, and let it go as if it had cancelled
            Log.get().log(Level.WARNING, "A subscriber has thrown an exception, and gets no further elements", e);
        }
    }

    private void end(Flow.Subscriber<? super T> to, Throwable thrown) {
        giveUp(); // there is a call if the subscriber has broken a rule
        try {
            if (thrown == null) {
                to.onComplete();
            } else {
                to.onError(thrown);
            }
        } catch (Throwable e) {
            Log.get().log(Level.WARNING, "A subscriber has thrown an exception when its stream ended", e);
        }
    }

    private void fetch(int number, long from, long wanted) {
        try {
            CompletableFuture<Batch> asked = source.follow(from, wanted);
            boolean needless;
            synchronized (this) {
                fetch = asked;
                needless = subscriber == null;
            }
            if (needless) {
                asked.cancel(false);
            }
            asked.whenComplete((answer, thrown) -> fetched(number, answer, thrown));
        } catch (Throwable e) { // the subscriber must not wait for ever
            fetched(number, null, e);
        }
    }

    private void fetched(int number, Batch answer, Throwable thrown) {
        synchronized (this) {
            if (number != fetches) {
                return; // another call has taken its place
            }
            fetching = false;
            fetch = null;
            if (answer != null && failure == null && subscriber != null) {
                batch = answer.elements();
                index = 0;
                last = answer.isLast();
            } else if (answer == null && failure == null) {
                failure = thrown != null ? thrown : RemoteIterator.withoutElements();
            }
        }
        if (beginsToSignal()) {
            signal();
        }
    }
}

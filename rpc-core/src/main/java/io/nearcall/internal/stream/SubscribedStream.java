// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stream;

import io.nearcall.internal.dispatch.RuntimeThreads;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;

/** A subscription to a publisher of this side, for a subscriber of the other side. */
final class SubscribedStream extends ServedStream implements Flow.Subscriber<Object> {

    /*
     * What the far subscriber requests is requested here, but never further ahead of what it has received than the
     * capacity. So even a subscriber that requests without bounds gets elements only as fast as it takes them. Requests
     * and the cancellation come one after the other, as the rules demand. A task of their own makes them, because
     * publishers may emit while they are asked, which may take long.
     */

    private final Executor threads;
    private final Executor closings;
    private Flow.Subscription subscription; // guarded by this, as are all that follow
    private long requested;
    private boolean asking;
    private boolean cancelled;

    SubscribedStream(Executor threads, Executor closings) {
        this.threads = threads;
        this.closings = closings;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        Objects.requireNonNull(given, "subscription");
        synchronized (this) {
            if (subscription == null) {
                subscription = given;
                given = null;
            }
        }
        if (given != null) {
            given.cancel(); // a second subscription
        } else {
            produce();
        }
    }

    @Override
    public void onNext(Object element) {
        Objects.requireNonNull(element, "element");
        boolean tooMany;
        synchronized (this) {
            if (isEnded() || isClosed()) {
                return;
            }
            tooMany = produced() >= requested;
            if (tooMany) {
                end(new IllegalStateException(
                        "The publisher has sent more than the " + requested + " elements that were requested of it"));
            } else {
                add(element);
            }
        }
        boolean delivered = deliver();
        if (delivered || tooMany) {
            produce(); // which asks for as many more as are on their way now, or cancels
        }
    }

    @Override
    public void onError(Throwable thrown) {
        Objects.requireNonNull(thrown, "thrown");
        over(thrown);
    }

    @Override
    public void onComplete() {
        over(null);
    }

    private void over(Throwable thrown) {
        synchronized (this) {
            if (isEnded()) {
                return;
            }
            end(thrown);
            cancelled = true; // there is nothing to cancel any more
        }
        deliver();
    }

    @Override
    void produce() {
        if (!beginsToAsk()) {
            return;
        }
        try {
            threads.execute(this::ask);
        } catch (Throwable e) { // no thread can be had: the next fetch tries again
            synchronized (this) {
                asking = false;
            }
            left();
            throw e;
        }
    }

    @Override
    void abandon() {
        if (beginsToAsk()) {
            RuntimeThreads.executeOrRun(closings, this::ask); // nobody tries again
        }
    }

    @Override
    boolean isAtWork() {
        return asking;
    }

    private synchronized boolean beginsToAsk() {
        if (asking || !isSomethingToAsk()) {
            return false;
        }
        asking = true;
        return true;
    }

    private boolean isSomethingToAsk() {
        boolean needless = isClosed() || isEnded();
        return subscription != null && !cancelled && (needless || wanted() > requested);
    }

    private void ask() {
        while (true) {
            long more;
            boolean needless;
            synchronized (this) {
                if (!isSomethingToAsk()) {
                    asking = false;
                    break;
                }
                needless = isClosed() || isEnded();
                cancelled = needless;
                more = wanted() - requested;
                requested += needless ? 0 : more;
            }
            try {
                if (needless) {
                    subscription.cancel();
                } else {
                    subscription.request(more);
                }
            } catch (Throwable e) { // against the rules, but the subscriber must not wait for ever
                over(e);
            }
        }
        left();
    }
}

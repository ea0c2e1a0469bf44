// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import java.util.List;
import java.util.concurrent.Flow;

/** Publishes the elements of a list when they are requested, on the requesting thread. */
final class ListSubscription implements Flow.Subscription {

    private final List<Object> elements;
    private final Flow.Subscriber<? super Object> subscriber;
    private long requested;
    private int next;
    private boolean publishing;
    private boolean ended;

    ListSubscription(List<Object> elements, Flow.Subscriber<? super Object> subscriber) {
        this.elements = elements;
        this.subscriber = subscriber;
    }

    @Override
    public synchronized void request(long count) {
        requested = requested + count < 0 ? Long.MAX_VALUE : requested + count;
        if (publishing) {
            return; // requested from within onNext
        }
        publishing = true;
        while (!ended && requested > 0 && next < elements.size()) {
            requested--;
            subscriber.onNext(elements.get(next++));
        }
        publishing = false;
        if (!ended && next == elements.size()) {
            ended = true;
            subscriber.onComplete();
        }
    }

    @Override
    public synchronized void cancel() {
        ended = true;
    }
}

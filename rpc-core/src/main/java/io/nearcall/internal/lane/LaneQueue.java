// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.waits.ConnectionWaits;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The callers of one connection that wait long for a lane. Any thread. */
final class LaneQueue {

    private final LaneConnection link;
    private final Map<Thread, Long> waiting = new ConcurrentHashMap<>();

    LaneQueue(LaneConnection link) {
        this.link = link;
    }

    /** The current thread has waited long; {@link #leave} must follow. Repeatable. */
    void join(long sinceNs) {
        if (waiting.putIfAbsent(Thread.currentThread(), sinceNs) == null) {
            link.waitsLong();
        }
    }

    /** The current thread no longer waits. */
    void leave() {
        if (!isEmpty()) {
            waiting.remove(Thread.currentThread());
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** @param holders the ids of the threads that have all the lanes there may be; none if they are not known */
    void tellWaits(ConnectionWaits waits, Set<Long> holders) {
        waiting.forEach((thread, sinceNs) -> waits.waitsForLane(thread, link.serviceName(), sinceNs, holders));
    }
}

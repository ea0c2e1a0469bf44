// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import java.util.PriorityQueue;

/** Virtual time, and what is to happen when. Events of one moment happen in the order in which they were added. */
final class Timeline {

    private record Event(long atNs, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return atNs != other.atNs ? Long.compare(atNs, other.atNs) : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNs;
    private long added;

    long nowNs() {
        return nowNs;
    }

    void after(long delayNs, Runnable action) {
        events.add(new Event(nowNs + delayNs, added++, action));
    }

    /** Lets happen what is to happen until then. */
    void runUntil(long endNs) {
        while (!events.isEmpty() && events.peek().atNs <= endNs) {
            Event next = events.poll();
            nowNs = next.atNs;
            next.action.run();
        }
        nowNs = endNs;
    }
}

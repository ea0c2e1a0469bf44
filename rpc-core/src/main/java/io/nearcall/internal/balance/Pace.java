// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import java.util.concurrent.atomic.AtomicInteger;

/** How long calls take at one place, compared with the other places of the service. */
public final class Pace {

    /* A client that calls each server seldom has no call in flight at any of them, most of the time. Then only the time that
     * calls take tells it which server is slow. No call is timed for that. By Little's law, the number of calls in flight is,
     * on average, the number of calls that begin in a second, times the seconds that each takes. So it is enough to count
     * the calls, and to look from time to time how many are in flight. Both sums fade. Of a place that is called no more,
     * less and less is known, and it is taken to be like the others. So it is tried again.
     *
     * Small differences are chance, or follow from what is called. So they do not count. And if a client has many calls in
     * flight, their number tells enough, and tells it sooner. All is used by whoever looks, one
     * thread at a time, except the two fields that calls use. */

    private static final double FADING_NS = 10e9;

    /** As if that many calls had taken as long as those at the other places. */
    private static final double ASSUMED_CALLS = 4;

    private static final double LEAST_TIMES = 2;
    private static final double MOST_TIMES = 16;

    /** From so many calls in flight on at each place, on average, their number tells enough. */
    private static final double MANY_IN_FLIGHT = 0.5;

    private final AtomicInteger begun = new AtomicInteger(); // calls since the last look
    private volatile int times = 1;
    private long lookNs;
    private double calls;
    private double inFlightNs; // the sum of the times that calls were in flight
    private double watchedNs;

    public Pace(long nowNs) {
        this.lookNs = nowNs;
    }

    /** A call begins. Any thread. */
    void begin() {
        begun.getAndIncrement();
    }

    /** How many times as long as elsewhere calls take; 1 if it is not much longer. Any thread. */
    int times() {
        return times;
    }

    /** Returns the calls that have begun since this was asked last. */
    int takeBegun() {
        return begun.get() == 0 ? 0 : begun.getAndSet(0);
    }

    /**
     * Somebody looks. Looks at which there is nothing to see may be left out.
     *
     * @param newCalls that have begun since the last look
     * @param inFlight calls, now
     * @param sinceNs the time for which this number counts
     */
    void look(long nowNs, int newCalls, int inFlight, long sinceNs) {
        double kept = Math.exp((lookNs - nowNs) / FADING_NS);
        lookNs = nowNs;
        calls = calls * kept + newCalls;
        inFlightNs = inFlightNs * kept + (double) inFlight * sinceNs;
        watchedNs = watchedNs * kept + sinceNs;
    }

    /** Returns whether somebody has looked just then. */
    boolean wasLookedAt(long nowNs) {
        return lookNs == nowNs;
    }

    /**
     * Compares with all places together, this one included. Somebody has just looked at both.
     *
     * @param places how many there are
     */
    void compare(Pace all, int places) {
        double othersCalls = all.calls - calls;
        double othersNs = (all.inFlightNs - inFlightNs) / othersCalls;
        boolean isEnoughKnown = othersCalls >= 1 && othersNs > 0;
        if (!isEnoughKnown || all.inFlightNs >= MANY_IN_FLIGHT * places * all.watchedNs) {
            times = 1;
            return;
        }
        double mostNs = MOST_TIMES * othersNs * (calls + ASSUMED_CALLS);
        if (inFlightNs > mostNs) {
            all.inFlightNs -= inFlightNs - mostNs;
            inFlightNs = mostNs;
        }
        double found = (inFlightNs / othersNs + ASSUMED_CALLS) / (calls + ASSUMED_CALLS);
        times = found < LEAST_TIMES ? 1 : (int) found;
    }
}

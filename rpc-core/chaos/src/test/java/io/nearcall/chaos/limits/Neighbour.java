// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/** A good client that calls at its leisure. One thread at a time. */
final class Neighbour {

    private static final long PAUSE_NS = 200_000;

    /** How it calls. */
    @FunctionalInterface
    interface Call {
        void make(long number) throws Throwable;
    }

    private final Call call;
    private long calls;

    Neighbour(Call call) {
        this.call = call;
    }

    /** Calls for that long, at least once. Returns the latency of each call. */
    long[] measure(long durationNs) throws Throwable {
        long[] latenciesNs = new long[1024];
        int count = 0;
        long startNs = System.nanoTime();
        long callNs;
        do {
            callNs = System.nanoTime();
            call.make(calls++);
            if (count == latenciesNs.length) {
                latenciesNs = Arrays.copyOf(latenciesNs, 2 * count);
            }
            latenciesNs[count++] = System.nanoTime() - callNs;
            LockSupport.parkNanos(PAUSE_NS);
        } while (callNs - startNs < durationNs);
        return Arrays.copyOf(latenciesNs, count);
    }

    long calls() {
        return calls;
    }
}

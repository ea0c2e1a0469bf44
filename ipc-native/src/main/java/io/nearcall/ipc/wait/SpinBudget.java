// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How long one waiting side spins before it yields, learnt from how long its waits really take. Confined to the waiting
 * thread but for the count of spinners, which is the whole process's.
 */
public final class SpinBudget {

    /* Spinning pays when the answer comes sooner than a sleep and a wake-up would take, about 50 us across CPUs. So the
     * budget doubles when an answer came within that time and halves when it did not. The clock is read only once spinning
     * has failed: reading it costs a quarter of a call.
     *
     * A spinner takes a CPU away from whom it waits for. The first BRIEF polls are free to everybody; beyond them at most
     * one spinner for every two CPUs goes on, and the others yield. On one CPU nobody spins. */

    private static final int BRIEF = 64;
    private static final int MIN_POLLS = 256;
    private static final int MAX_POLLS = 2048;
    private static final int YIELDS = 24;
    private static final long WORTH_SPINNING_NS = 50_000;

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final int MAX_SPINNERS = CPUS / 2;
    private static final AtomicInteger SPINNERS = new AtomicInteger();

    private int polls = CPUS > 1 ? MAX_POLLS : 0;

    /** Polls that are made before anything else. */
    public int briefPolls() {
        return polls == 0 ? 1 : BRIEF;
    }

    /** Asks to spin on after the brief polls. Whoever is given polls calls {@link #leaveSpin()} afterwards. */
    public int enterSpin() {
        if (polls == 0) {
            return 0;
        }
        if (SPINNERS.incrementAndGet() > MAX_SPINNERS) {
            SPINNERS.decrementAndGet();
            return 0;
        }
        return polls;
    }

    public void leaveSpin() {
        SPINNERS.decrementAndGet();
    }

    /** Times to yield the CPU before going to sleep. */
    public int yields() {
        return YIELDS;
    }

    /** To be told after a sleep. */
    public void slept(long durationNs) {
        if (polls != 0) {
            polls = durationNs < WORTH_SPINNING_NS ? Math.min(MAX_POLLS, polls << 1) : Math.max(MIN_POLLS, polls >> 1);
        }
    }
}

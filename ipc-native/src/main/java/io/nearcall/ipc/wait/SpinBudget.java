// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.NativeLibrary;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * How long one waiting side spins before it yields, learnt from the ends of its waits. Confined to the waiting thread,
 * except the count of spinners, which belongs to the whole process.
 */
public class SpinBudget {

    /* Spinning pays under two conditions. The answer must come sooner than a sleep and a wake-up would take, about 50
     * us across CPUs. And the spin must not take the CPU from the very thread that is to answer. Nobody can be asked
     * about that, but it shows: the spin was in vain, and then the answer came with one of the first yields. That
     * halves the budget, down to nearly nothing. An answer that takes more yields, or that ends a short sleep, was slow
     * but did not need our CPU. It doubles the budget. So does a probe: now and then a wait spins longer than the
     * budget says, and if that helps, the budget was too small. Long sleeps halve the budget, but not below the need of
     * a call of a few microseconds.
     *
     * Yielding has two traps. The first trap: two threads that yield to each other may share a CPU for ever. Neither
     * ever waits, so nobody moves them, even if another CPU is idle or has only one thread that computes. Then a call
     * costs two switches, some 4 us. So after a number of quick yields in a row, a wait leaves the CPU if the thread
     * may use another one. A sleep does not part the two, because the sleeper is often woken on the CPU of the thread
     * that wakes it. If the other CPU has a thread that computes, the two then share that CPU with it in turn. For most
     * of the time both are on a CPU, and a spin is enough. While calls are few or slow, a wait goes to sleep instead.
     * The other CPU may be in use by the compiler, and the compiler's work helps more.
     *
     * The second trap: a yield to a stranger costs the stranger's whole time slice, some milliseconds, whereas a
     * sleeper is preferred when it is woken. So after a dear yield the next waits go to sleep at once. A sleep that
     * ends as soon as it has begun counts like quick yields, because two threads that wake each other on one CPU must
     * be parted, too.
     *
     * The clock is read only around yields and sleeps, because reading it costs a quarter of a call. An answer that the
     * brief polls catch teaches nothing and costs nothing. Beyond the brief polls, at most one spinner for every two
     * CPUs goes on.
     *
     * A process that has one CPU cannot tell whether the other side has another. If both are bound to the same CPU, a
     * spin is always in vain. If each is bound to its own, a yield takes longer than the answer. So the process does
     * not spin at first, and a rare probe finds out. It never spins longer than a probe, because its other threads need
     * that CPU. */

    private static final int BRIEF_POLLS = 64;
    private static final int MIN_POLLS = 16;
    private static final int MIN_POLLS_AFTER_SLEEP = 256;
    private static final int MAX_POLLS = 2048;
    private static final int YIELDS = 24;
    private static final int QUICK_YIELDS = 2;
    private static final int PROBE_INTERVAL = 16;
    private static final int PROBE_FACTOR = 4;

    /** Polls of a probe in a process with one CPU. They take some 4 us, and only a rare wait is a probe. */
    private static final int MAX_POLLS_OF_ONE_CPU = 256;

    private static final int PROBE_INTERVAL_OF_ONE_CPU = 128;
    private static final long WORTH_SPINNING_NS = 50_000;

    /** After this many quick yields in a row, two threads that yield to each other are parted. */
    private static final int QUICK_YIELDS_IN_A_ROW = 32;

    /** A quick sleep counts as this many quick yields. */
    private static final int QUICK_SLEEP = 4;

    private static final long QUICK_SLEEP_NS = 20_000;

    /** A row that takes longer consists of slow calls, which two switches hardly slow down. */
    private static final long ROW_NS = 400_000;

    /** After this many rows the code of the calls has been compiled, for the most part: some 16,000 calls. */
    private static final int COLD_ROWS = 512;

    private static final long STAY_NS = 1_000_000;
    private static final long BOUND_NS = 1_000_000_000;

    /** A yield that takes longer went to a stranger. */
    private static final long DEAR_YIELD_NS = 200_000;

    /** Number of waits that do not yield after a dear yield. */
    private static final int WAITS_AFTER_DEAR_YIELD = 256;

    private static final int CPUS = Runtime.getRuntime().availableProcessors();
    private static final int MAX_SPINNERS = Math.max(1, CPUS / 2);
    private static final AtomicInteger SPINNERS = new AtomicInteger();

    private final boolean severalCpus;
    private final int minPolls;
    private int polls;
    private int untilProbe;
    private boolean probing;
    private int quickYields;
    private int sleepingWaits;
    private int rows;
    private long rowEndNs;
    private long leaveAgainNs;
    private boolean bound;

    public SpinBudget() {
        this(CPUS > 1);
    }

    SpinBudget(boolean severalCpus) {
        this.severalCpus = severalCpus;
        this.minPolls = severalCpus ? MIN_POLLS : 1;
        this.polls = severalCpus ? MAX_POLLS : 1;
        this.untilProbe = probeInterval();
    }

    private int probeInterval() {
        return severalCpus ? PROBE_INTERVAL : PROBE_INTERVAL_OF_ONE_CPU;
    }

    /** The number of polls of a probe, and the budget after a probe that has helped. */
    private int probePolls() {
        return severalCpus ? Math.min(MAX_POLLS, polls * PROBE_FACTOR) : MAX_POLLS_OF_ONE_CPU;
    }

    /** The number of polls that a wait makes before anything else. */
    public int briefPolls() {
        return Math.min(polls, BRIEF_POLLS);
    }

    /**
     * Asks to spin on after the brief polls. If it returns polls, the caller must call {@link #leaveSpin} afterwards.
     */
    public int enterSpin() {
        if (sleepingWaits > 0) {
            return 0;
        }
        probing = --untilProbe == 0;
        int granted = polls - BRIEF_POLLS;
        if (probing) {
            untilProbe = probeInterval();
            granted = probePolls();
        }
        if (granted <= 0) {
            return 0;
        }
        if (SPINNERS.incrementAndGet() > MAX_SPINNERS) {
            SPINNERS.decrementAndGet();
            probing = false;
            return 0;
        }
        return granted;
    }

    /** Records whether the spin that was asked for ended the wait. */
    public void leaveSpin(boolean successful) {
        SPINNERS.decrementAndGet();
        if (successful && probing) {
            polls = probePolls(); // at once, or quick yields would undo it before it counts
        }
    }

    /** Spins, as long as it pays, until {@code there} is true. Returns whether it is. */
    public boolean spinUntil(BooleanSupplier there) {
        if (polled(there, briefPolls())) {
            return true;
        }
        int granted = enterSpin();
        if (granted == 0) {
            return false;
        }
        boolean found = false;
        try {
            found = polled(there, granted);
            return found;
        } finally {
            leaveSpin(found);
        }
    }

    private static boolean polled(BooleanSupplier there, int polls) {
        for (int i = polls; i > 0; i--) {
            if (there.getAsBoolean()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** The number of times to yield the CPU before going to sleep. May move the calling thread to another CPU. */
    public int yields() {
        if (quickYields >= QUICK_YIELDS_IN_A_ROW) {
            quickYields = 0;
            return yieldsAfterRow();
        }
        if (sleepingWaits > 0) {
            sleepingWaits--;
            return 0;
        }
        return YIELDS;
    }

    private int yieldsAfterRow() {
        long nowNs = System.nanoTime();
        boolean slow = nowNs - rowEndNs > ROW_NS;
        rowEndNs = nowNs;
        rows = Math.min(rows + 1, COLD_ROWS);
        if (slow || rows < COLD_ROWS) {
            return 0;
        }
        if (nowNs - leaveAgainNs < 0) {
            return bound ? YIELDS : 0;
        }
        bound = !leaveCpu();
        rowEndNs = System.nanoTime();
        leaveAgainNs = rowEndNs + (bound ? BOUND_NS : STAY_NS);
        if (!bound) {
            sleepingWaits = 0;
            polls = MAX_POLLS; // the other side now runs at the same time
        }
        return YIELDS;
    }

    /** Moves the thread to another CPU. Returns whether it has moved. Tests replace this method. */
    boolean leaveCpu() {
        return severalCpus && NativeLibrary.isAvailable() && CurrentProcess.leaveCpu() > 0;
    }

    /** Yields the CPU, as often as it pays, until {@code there} is true. Returns whether it is. */
    public boolean yieldUntil(BooleanSupplier there) {
        int yields = yields();
        if (yields == 0) {
            return false;
        }
        long startNs = System.nanoTime();
        for (int i = 1; i <= yields; i++) {
            Thread.yield();
            if (there.getAsBoolean()) {
                yielded(i, System.nanoTime() - startNs, true);
                return true;
            }
        }
        yielded(yields, System.nanoTime() - startNs, false);
        return false;
    }

    /** Records a number of yields, whether or not they ended the wait. */
    void yielded(int times, long durationNs, boolean successful) {
        if (durationNs > DEAR_YIELD_NS * times) {
            sleepingWaits = WAITS_AFTER_DEAR_YIELD;
        } else if (successful && times <= QUICK_YIELDS) {
            quickYields++;
            polls = Math.max(minPolls, polls >> 1);
        } else {
            quickYields = 0;
            if (successful) {
                grow();
            }
        }
    }

    /** Records a sleep. */
    public void slept(long durationNs) {
        if (durationNs < QUICK_SLEEP_NS) {
            quickYields += QUICK_SLEEP;
        }
        if (sleepingWaits > 0) {
            return; // short or long, it says nothing about spinning
        }
        if (durationNs < WORTH_SPINNING_NS) {
            grow();
        } else if (polls > MIN_POLLS_AFTER_SLEEP) {
            polls >>= 1;
        }
    }

    private void grow() {
        if (severalCpus) {
            polls = Math.min(MAX_POLLS, polls << 1);
        }
    }
}

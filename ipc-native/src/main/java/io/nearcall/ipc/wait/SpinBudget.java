// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.NativeLibrary;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * How long one waiting side spins before it yields, learnt from how its waits end. Confined to the waiting thread but for
 * the count of spinners, which is the whole process's.
 */
public class SpinBudget {

    /* Spinning pays when the answer comes sooner than a sleep and a wake-up would take, about 50 us across CPUs, and when
     * it does not take the CPU from the very thread that is to answer. Nobody can be asked whether it does, but it shows:
     * the spin was in vain, and then the answer came with one of the first yields. That halves the budget, down to
     * nearly nothing. An answer that takes more yields, or that wakes from a short sleep, was slow but not in need of
     * our CPU, and doubles the budget; so does a probe: now and then a wait spins longer than the budget says, and if that
     * helps the budget was too small. Long sleeps halve it, but not below what a call of a few microseconds needs.
     *
     * Yielding has two traps. Two threads that yield to each other may share a CPU for ever: neither ever waits, so nobody
     * moves them, though another CPU is idle, or has one thread that computes. Then a call is two switches, some 4 us. So
     * after a number of quick yields in a row a wait leaves the CPU, where there is another one for it. A sleep does not
     * part them: who wakes the sleeper is often given it on the same CPU. Beside a thread that computes, the two then share
     * its CPU with it in turn, and for most of the time both are on a CPU and a spin is enough. While calls are few or slow
     * a wait goes to sleep instead, for the other CPU may be the compiler's, and that helps more.
     *
     * And a yield to a stranger costs the stranger's whole time slice, some milliseconds, whereas a sleeper is preferred when
     * it is woken. Hence a dear yield has the next waits go to sleep at once. Sleeps that end as soon as we had gone count as
     * quick yields do: two who wake each other on one CPU are to be parted, too.
     *
     * The clock is read only around yields and sleeps: reading it costs a quarter of a call. What the brief polls catch
     * teaches nothing and costs nothing. Beyond them at most one spinner for every two CPUs goes on.
     *
     * A process that has one CPU cannot tell whether the other side has another. If both are bound to the same one, a spin is
     * always in vain; if each is bound to its own, a yield takes longer than the answer. So it does not spin at first, and a
     * rare probe finds out. It never spins for longer than a probe, for its other threads need that CPU. */

    private static final int BRIEF_POLLS = 64;
    private static final int MIN_POLLS = 16;
    private static final int MIN_POLLS_AFTER_SLEEP = 256;
    private static final int MAX_POLLS = 2048;
    private static final int YIELDS = 24;
    private static final int QUICK_YIELDS = 2;
    private static final int PROBE_INTERVAL = 16;
    private static final int PROBE_FACTOR = 4;

    /** Of a process with one CPU: some 4 us, in one of so many waits. */
    private static final int MAX_POLLS_OF_ONE_CPU = 256;

    private static final int PROBE_INTERVAL_OF_ONE_CPU = 128;
    private static final long WORTH_SPINNING_NS = 50_000;

    /** Quick yields in a row after which two yielders are taken apart. */
    private static final int QUICK_YIELDS_IN_A_ROW = 32;

    /** As many quick yields as a quick sleep stands for. */
    private static final int QUICK_SLEEP = 4;

    private static final long QUICK_SLEEP_NS = 20_000;

    /** A row that takes longer is of slow calls, which two switches hardly slow down. */
    private static final long ROW_NS = 400_000;

    /** Rows after which the code of the calls has been compiled, for the most part: some 16,000 calls. */
    private static final int COLD_ROWS = 512;

    private static final long STAY_NS = 1_000_000;
    private static final long BOUND_NS = 1_000_000_000;

    /** A yield that takes longer was to a stranger. */
    private static final long DEAR_YIELD_NS = 200_000;

    /** Waits without yields after a dear one. */
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

    /** What a probe spins, and the budget once it has helped. */
    private int probePolls() {
        return severalCpus ? Math.min(MAX_POLLS, polls * PROBE_FACTOR) : MAX_POLLS_OF_ONE_CPU;
    }

    /** Polls that are made before anything else. */
    public int briefPolls() {
        return Math.min(polls, BRIEF_POLLS);
    }

    /** Asks to spin on after the brief polls. Whoever is given polls calls {@link #leaveSpin} afterwards. */
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

    /** To be told whether the spin that was asked for ended the wait. */
    public void leaveSpin(boolean successful) {
        SPINNERS.decrementAndGet();
        if (successful && probing) {
            polls = probePolls(); // at once, or quick yields would undo it before it counts
        }
    }

    /** Spins, as long as pays, until what is waited for is there; returns whether it is. */
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

    /** Times to yield the CPU before going to sleep. May move the calling thread to another CPU. */
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
            polls = MAX_POLLS; // the other side goes on at the same time now
        }
        return YIELDS;
    }

    /** Whether the thread is on another CPU now. Tests replace it. */
    boolean leaveCpu() {
        return severalCpus && NativeLibrary.isAvailable() && CurrentProcess.leaveCpu() > 0;
    }

    /** Yields the CPU, as often as pays, until what is waited for is there; returns whether it is. */
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

    /** To be told after a number of yields, whether or not they ended the wait. */
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

    /** To be told after a sleep. */
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

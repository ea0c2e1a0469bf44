// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.internal.log.Log;
import io.nearcall.ipc.host.Host;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** Warns when one turn of a monitor has held up all connections. For the monitor's thread, except where noted. */
final class TurnWatch implements AutoCloseable {

    /* A turn is what the thread does between two waits. It may be long because of its own work, because it was blocked,
     * or because the machine was busy. The CPU time tells the first from the others. The kernel's scheduler says how
     * long a thread has waited for a processor. During the rest of the turn the thread was blocked: in a call, by a
     * lock, or by the garbage collector. Reading either clock is a system call. The CPU clock is read at the beginning
     * of each turn, and at the end of a long one. The scheduler's times may be REFRESH_NS old at the beginning, so the
     * warning says "at least". Without the native library they also serve as the CPU clock.
     *
     * A turn that does not end is reported by the next thread that gives the monitor something to do, such as a caller
     * or a lane that rests. If there is no such thread, nobody reports it. A timer would need a thread of its own: the
     * JDK's timer threads keep the class loaders of whoever needs them first, and all other threads of an endpoint may
     * have ended. */

    /** Longest CPU time of a turn without a warning. */
    static final long LONGEST_WORK_NS = 20_000_000;

    /** Longest that a turn may be blocked without a warning. */
    static final long LONGEST_BLOCK_NS = 100_000_000;

    /** Longest turn without a warning, for whatever reason. */
    static final long LONGEST_NS = 1_000_000_000;

    private static final long REFRESH_NS = 100_000_000;

    /**
     * How many long turns are expected because they load classes, or wait for other threads that load them. In such
     * turns the first peer greets, has lanes made, and offers a class.
     */
    static final int WARM_UPS = 3;

    private static final Host HOST = Host.current();

    private final String thread;
    private final RareWarnings warnings = new RareWarnings();
    private volatile long longTurns;
    private SchedulerTimes scheduler;
    private long refreshedNs;
    private long ranNs;
    private long delayedNs;
    private long beganNs;
    private long beganCpuNs;
    private volatile boolean within; // in a turn; whoever reads true sees what was written before
    private volatile boolean told; // whether it was reported that this turn does not end
    private Object step; // read by other threads without ordering, because any value will do for a message
    private long stepBeganNs;
    private Object longestStep;
    private long longestStepNs;

    /** @param thread the name of the monitor's thread */
    TurnWatch(String thread) {
        this.thread = thread;
    }

    /** How many turns were long so far. Any thread. */
    long longTurns() {
        return longTurns;
    }

    void begin() {
        beganCpuNs = HOST.threadCpuNs();
        beganNs = System.nanoTime();
        if (scheduler == null) {
            scheduler = SchedulerTimes.ofCurrentThread();
        }
        if ((beganCpuNs == 0 || beganNs - refreshedNs > REFRESH_NS) && scheduler.read()) {
            refreshedNs = beganNs;
            ranNs = scheduler.ranNs();
            delayedNs = scheduler.delayedNs();
        }
        stepBeganNs = beganNs;
        step = null;
        longestStep = null;
        longestStepNs = 0;
        told = false;
        within = true;
    }

    /** The turn goes on with this object, whose text or class says what it is. */
    void step(Object next) {
        long nowNs = System.nanoTime();
        if (nowNs - stepBeganNs > longestStepNs) {
            longestStepNs = nowNs - stepBeganNs;
            longestStep = step;
        }
        step = next;
        stepBeganNs = nowNs;
    }

    void end() {
        within = false;
        step(null);
        long tookNs = stepBeganNs - beganNs;
        if (tookNs > LONGEST_WORK_NS) {
            look(tookNs);
        }
        longestStep = null; // it may be large
    }

    private void look(long tookNs) {
        boolean known = scheduler.read();
        long workedNs = beganCpuNs != 0 || !known ? HOST.threadCpuNs() - beganCpuNs : scheduler.ranNs() - ranNs;
        long blockedNs = known ? Math.max(0, tookNs - workedNs - (scheduler.delayedNs() - delayedNs)) : 0;
        if (workedNs <= LONGEST_WORK_NS && blockedNs <= LONGEST_BLOCK_NS && tookNs <= LONGEST_NS) {
            return;
        }
        longTurns = longTurns + 1;
        boolean loading = longTurns <= WARM_UPS && tookNs <= LONGEST_NS;
        if (loading || warnings.leftOutOrNone() >= 0) {
            Log.get()
                    .log(
                            loading ? Level.DEBUG : Level.WARNING,
                            "{0} held up all connections of its endpoint for {1} ms, with {2} ms of CPU time and at"
                                    + " least {3} ms blocked; {4} ms went to {5}. Long turns of it so far: {6}.",
                            thread,
                            ms(tookNs),
                            ms(workedNs),
                            ms(blockedNs),
                            ms(longestStepNs),
                            what(longestStep),
                            Long.toString(longTurns));
        }
    }

    /**
     * Warns if the monitor has been at one turn for long. To be called by threads that need the monitor. Any thread. On
     * the monitor's own thread it does nothing, because the end of the turn reports.
     */
    void lookOn(Thread watched) {
        long nowNs = System.nanoTime(); // first, because a turn that begins after it must not seem to have taken long
        if (!within || told) {
            return;
        }
        long tookNs = nowNs - beganNs;
        if (tookNs > LONGEST_NS && Thread.currentThread() != watched && claimTelling()) {
            Throwable place = new Throwable("where it is");
            place.setStackTrace(watched.getStackTrace());
            Log.get()
                    .log(
                            Level.WARNING,
                            thread + " has been at one turn for " + ms(tookNs) + " ms, in " + what(step)
                                    + ", and holds up all connections of its endpoint.",
                            place);
        }
    }

    private synchronized boolean claimTelling() {
        boolean first = !told;
        told = true;
        return first;
    }

    @Override
    public void close() {
        if (scheduler != null) {
            scheduler.close();
        }
    }

    private static String ms(long ns) {
        return Long.toString(TimeUnit.NANOSECONDS.toMillis(ns));
    }

    private static String what(Object step) {
        if (step == null) {
            return "other work of the thread";
        }
        String name = step.getClass().getSimpleName();
        int lambda = name.indexOf("$$L"); // or "$$Lambda", if the JVM made it
        return lambda < 0 ? step.toString() : "a task of " + name.substring(0, lambda);
    }
}

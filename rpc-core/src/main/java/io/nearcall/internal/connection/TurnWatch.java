// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.log.Log;
import io.nearcall.ipc.host.Host;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** Warns when one turn of a monitor has held up all connections of its endpoint. For the monitor's thread. */
final class TurnWatch {

    /* A turn is what the thread does between two waits. It may have been long because of its own work, because a call blocked,
     * or because the machine was busy or collected garbage. The CPU time tells the first from the others, which are not told
     * apart: so without CPU time only a very long turn counts. The clock of CPU time is a system call: it is read at the
     * beginning of each turn, which came out of one, and at the end of a long one. Nobody wakes up for this. */

    /** Most CPU time of a turn without a warning. */
    static final long LONGEST_WORK_NS = 20_000_000;

    /** Longest turn without a warning. */
    static final long LONGEST_NS = 1_000_000_000;

    /** Turns in which classes are loaded: the first peer greets, has lanes made, and offers a class. */
    static final int WARM_UPS = 3;

    private static final Host HOST = Host.current();

    private final String thread;
    private final RareWarnings warnings = new RareWarnings(System::nanoTime);
    private long longTurns;
    private long beganNs;
    private long beganCpuNs;
    private Object step;
    private long stepBeganNs;
    private Object longestStep;
    private long longestStepNs;

    /** @param thread the monitor's, by its name */
    TurnWatch(String thread) {
        this.thread = thread;
    }

    void begin() {
        beganCpuNs = HOST.threadCpuNs();
        beganNs = System.nanoTime();
        stepBeganNs = beganNs;
        step = null;
        longestStep = null;
        longestStepNs = 0;
    }

    /** The turn goes on with this, which says by its text or its class what it is. */
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
        step(null);
        long tookNs = stepBeganNs - beganNs;
        if (tookNs > LONGEST_WORK_NS) {
            look(tookNs);
        }
        longestStep = null; // which may be large
    }

    private void look(long tookNs) {
        long workedNs = HOST.threadCpuNs() - beganCpuNs;
        if (workedNs <= LONGEST_WORK_NS && tookNs <= LONGEST_NS) {
            return;
        }
        longTurns++;
        boolean loading = longTurns <= WARM_UPS && tookNs <= LONGEST_NS;
        if (loading || warnings.leftOutOrNone() >= 0) {
            Log.get()
                    .log(
                            loading ? Level.DEBUG : Level.WARNING,
                            "{0} held up all connections of its endpoint for {1} ms, with {2} ms of CPU time; {3} ms went"
                                    + " to {4}. Long turns of it so far: {5}.",
                            thread,
                            ms(tookNs),
                            ms(workedNs),
                            ms(longestStepNs),
                            what(longestStep),
                            Long.toString(longTurns));
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
        int lambda = name.indexOf("$$Lambda");
        return lambda < 0 ? step.toString() : "a task of " + name.substring(0, lambda);
    }
}

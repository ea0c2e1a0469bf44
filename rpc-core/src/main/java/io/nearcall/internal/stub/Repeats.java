// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.stub;

import io.nearcall.ConnectionLostException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.codegen.Repeat;
import io.nearcall.internal.call.Deadlines;
import java.util.concurrent.locks.LockSupport;

/** When a call of an idempotent method is made again. */
final class Repeats {

    /* A call of an idempotent method is repeated when its connection is lost, or the service says that it is closing.
     * In both cases the next attempt finds another process, or waits for one. Any other failure would be the same
     * again, or was meant to end the call. The number of attempts has two bounds. One is how often the method may run,
     * since the call may be what kills the service. The other is how many attempts there are in all, since a service
     * may be closing for a while. */

    private static final int MOST_RUNS = 4;
    private static final int MOST_ATTEMPTS = 16;
    private static final long FIRST_PAUSE_NS = 1_000_000;
    private static final long LONGEST_PAUSE_NS = 200_000_000;

    private Repeats() {}

    /** As {@link io.nearcall.internal.call.Callee#again}. */
    static Repeat again(RootBinding callee, int method, Throwable thrown, long deadlineNs, Repeat former)
            throws Throwable {
        Repeat repeat = former != null
                ? former
                : new Repeat(Deadlines.running(deadlineNs, callee.timeoutNs(method, callee.currentTerms(method))));
        boolean passing = thrown instanceof ConnectionLostException;
        RuntimeException mayHaveRun = repeat.mayHaveRun;
        if (thrown instanceof NearcallException failure && failure.outcome() == Outcome.MAY_HAVE_RUN) {
            repeat.runs++;
            repeat.mayHaveRun = failure;
        }
        repeat.failures++;
        if (!passing
                || repeat.runs >= MOST_RUNS
                || repeat.failures >= MOST_ATTEMPTS
                || Deadlines.remainingNs(repeat.deadlineNs) == 0) {
            throw ofAll(thrown, mayHaveRun);
        }
        pause(repeat);
        try {
            repeat.call = callee.beginAgain(method, repeat.deadlineNs);
        } catch (ConnectionLostException e) {
            return again(callee, method, e, repeat.deadlineNs, repeat);
        } catch (RuntimeException e) {
            throw ofAll(e, repeat.mayHaveRun);
        }
        return repeat;
    }

    private static void pause(Repeat repeat) {
        long pauseNs = Math.min(FIRST_PAUSE_NS << repeat.failures - 1, LONGEST_PAUSE_NS);
        LockSupport.parkNanos(Math.min(pauseNs, Deadlines.remainingNs(repeat.deadlineNs)));
    }

    /** If the last attempt has not run, but an earlier one may have, the caller must know that. */
    private static Throwable ofAll(Throwable last, RuntimeException mayHaveRun) {
        if (mayHaveRun == null
                || mayHaveRun == last
                || !(last instanceof NearcallException failure)
                || !failure.outcome().isSafeToRepeat()) {
            return last;
        }
        mayHaveRun.addSuppressed(last);
        return mayHaveRun;
    }
}

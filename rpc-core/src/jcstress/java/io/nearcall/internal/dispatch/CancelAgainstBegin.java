// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A call is cancelled while it begins: either its thread sees that, or it is found running, and interrupted. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "seen before the method runs")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "seen, and found as well")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "runs, and is interrupted")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "runs on, and nobody tells it")
@State
public class CancelAgainstBegin {

    /** Far longer than the other thread may be kept from its CPU. */
    private static final long PATIENCE_NS = 5_000_000_000L;

    private final RunningCall running = new RunningCall(() -> true, CancelledCalls.ofBorrowedLane(), Runnable::run);

    @Actor
    public void lane(II_Result result) {
        running.begin(1);
        VarHandle.fullFence(); // as that of publishTaken
        result.r1 = running.isCancelled(1) ? 1 : 0;
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (result.r1 == 0 && !Thread.currentThread().isInterrupted() && System.nanoTime() - endNs < 0) {
            Thread.onSpinWait(); // the method, which ends when it is interrupted
        }
        result.r2 = Thread.currentThread().isInterrupted() ? 1 : 0;
        running.end(1);
    }

    @Actor
    public void monitor() {
        running.cancel(1);
    }
}

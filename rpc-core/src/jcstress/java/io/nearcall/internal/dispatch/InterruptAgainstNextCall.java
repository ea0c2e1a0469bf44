// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A call is cancelled while it ends and the next one begins on its thread. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the next call is not interrupted")
@Outcome(id = "1", expect = Expect.FORBIDDEN, desc = "the next call is")
@State
public class InterruptAgainstNextCall {

    private static final int NEXT = 20;

    private final RunningCall running = new RunningCall(() -> true, CancelledCalls.ofBorrowedLane(), Runnable::run);

    @Actor
    public void lane(I_Result result) {
        running.begin(1);
        VarHandle.fullFence();
        running.end(1);
        running.begin(2);
        VarHandle.fullFence();
        for (int i = 0; i < NEXT && result.r1 == 0; i++) {
            result.r1 = Thread.currentThread().isInterrupted() ? 1 : 0;
        }
        running.end(2);
    }

    @Actor
    public void monitor() {
        running.cancel(1);
    }
}

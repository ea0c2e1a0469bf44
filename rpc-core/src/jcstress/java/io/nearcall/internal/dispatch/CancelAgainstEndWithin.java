// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A call within another is cancelled while it ends, on a thread that the application has interrupted. */
@JCStressTest
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "not interrupted for the call: the application's interrupt stays")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "interrupted for the call, which is taken back")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "the application's interrupt is lost")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "an interrupt for the call stays")
@State
public class CancelAgainstEndWithin {

    private volatile Thread monitor;
    private volatile int delivered;

    /* Asked by the monitor only when it delivers an interrupt. */
    private final RunningCall running = new RunningCall(
            () -> {
                if (Thread.currentThread() == monitor) {
                    delivered = 1;
                }
                return true;
            },
            CancelledCalls.ofBorrowedLane(),
            Runnable::run);

    @Actor
    public void lane(II_Result result) {
        Thread.currentThread().interrupt();
        running.begin(1);
        VarHandle.fullFence();
        running.endWithin(1);
        result.r1 = delivered;
        result.r2 = Thread.interrupted() ? 1 : 0;
    }

    @Actor
    public void monitor() {
        monitor = Thread.currentThread();
        running.cancel(1);
    }
}

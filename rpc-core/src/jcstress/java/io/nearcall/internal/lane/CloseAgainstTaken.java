// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A call is taken while the connection says that nothing more is. As in ConnectionClosing.announceClosing, after which the peer
 * reads Taken: what it does not find there has not run.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "does not run, and is not shown")
@Outcome(
        id = "0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "shown, and does not run: it may have run, as far as the peer knows")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "runs, and is shown")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "runs, and the peer concludes that it has not")
@State
public class CloseAgainstTaken extends StillChannel {

    private static final VarHandle TAKEN;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(CloseAgainstTaken.class, "taken", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int taken;
    private volatile boolean closing;
    private final LaneConnection peer = peer();
    private final Nesting nesting = Nesting.ofServer(0, this, peer, true);
    private final LaneCall call = new LaneCall(nesting, peer, new AnswerWriter(nesting, false, peer));

    private LaneConnection peer() {
        Map<String, Supplier<?>> answers = new HashMap<>();
        answers.put("isClosing", () -> closing);
        answers.put("maxMessageBytes", () -> 1L << 16);
        answers.put("references", () -> ReferenceCounts.NONE);
        answers.put("executor", () -> null);
        for (String nothing : List.of("recording", "recordingAt", "beginRecorded", "recordFailure", "refused")) {
            answers.put(nothing, () -> null);
        }
        answers.put("statistics", () -> null); // nothing is counted before it runs
        return OnlyThese.of(LaneConnection.class, answers);
    }

    @Actor
    public void lane(II_Result result) {
        try {
            call.taken();
            result.r1 = 1;
        } catch (RuntimeException e) {
            result.r1 = 0;
        }
    }

    @Actor
    public void closer(II_Result result) {
        closing = true;
        VarHandle.fullFence();
        result.r2 = taken;
    }

    /** As a segment's word. */
    @Override
    public void publishTaken(long callId) {
        TAKEN.setRelease(this, 1);
        VarHandle.fullFence();
    }
}

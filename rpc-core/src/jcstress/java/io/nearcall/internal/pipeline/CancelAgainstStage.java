// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.dispatch.CancelledCalls;
import io.nearcall.internal.dispatch.RunningCall;
import io.nearcall.internal.lane.AnswerWriter;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.Nesting;
import io.nearcall.internal.lane.OnlyThese;
import io.nearcall.internal.lane.OpenConnection;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.lane.StillChannel;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A call is cancelled while the lane's thread comes back from its method, which has returned a stage. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the stage is given up")
@Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "the stage goes on, though nobody waits for it")
@State
public class CancelAgainstStage {

    private final LaneConnection peer = peer();
    private final StillChannel channel = new StillChannel();
    private final AnswerWriter answers = new AnswerWriter(Nesting.ofServer(0, channel, peer, true), true, peer);
    private final SharedCalls calls = new SharedCalls(channel, answers, peer, task -> {});
    private final RunningCall running = new RunningCall(() -> false, CancelledCalls.ofSharedLane(true), Runnable::run);

    private static LaneConnection peer() {
        Map<String, Supplier<?>> answers = new HashMap<>();
        answers.put("isClosed", () -> false);
        answers.put("maxCalls", () -> 10);
        answers.put("maxMessageBytes", () -> 1L << 16);
        answers.put("references", () -> ReferenceCounts.NONE);
        answers.put("executor", () -> null);
        answers.put("statistics", OpenConnection::statistics);
        for (String nothing : List.of("recording", "recordingAt", "beginRecorded", "recordFailure", "refused")) {
            answers.put(nothing, () -> null);
        }
        answers.put("executeElsewhere", () -> null); // to cancel the stage is not the matter here
        return OnlyThese.of(LaneConnection.class, answers);
    }

    @Actor
    public void lane() {
        running.begin(1);
        VarHandle.fullFence(); // as that of publishTaken
        running.end(1);
        calls.answerLater(1, new CompletableFuture<>(), null, 0, running);
    }

    @Actor
    public void monitor() {
        calls.cancel(1, running);
    }

    @Arbiter
    public void givenUp(I_Result result) {
        result.r1 = calls.isGivenUp(1) ? 1 : 0;
    }
}

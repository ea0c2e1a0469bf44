// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.context.ContextBlock;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneWorker;
import io.nearcall.internal.lane.OnlyThese;
import io.nearcall.internal.lane.StillChannel;
import io.nearcall.internal.reference.MethodPace;
import java.util.Map;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The thread of a lane comes back from a call while another overtakes it: one of them has the lane. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "it came back first, or had not begun")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "overtaken: the thread leaves it alone")
@Outcome(expect = Expect.FORBIDDEN, desc = "both are in the lane, or neither has it for ever")
@State
public class OvertakeAgainstReturn {

    private final LaneWorker attendant = new LaneWorker(
            new StillChannel(),
            task -> {},
            OnlyThese.of(LaneWorker.Work.class, Map.of("awake", () -> null, "idle", () -> 0L, "waited", () -> null)));
    private final LaneConnection peer = OnlyThese.of(LaneConnection.class, Map.of("schedule", () -> null));
    private final Overtaking overtaking = new Overtaking(attendant, peer, task -> {});

    /** Withdrawn already: running it is nothing. */
    private final SharedCall call = new SharedCall(null, null, peer, null, 0, null, new ContextBlock(), 1, 0, true);

    public OvertakeAgainstReturn() {
        attendant.ring(); // attended to, by the first actor
    }

    @Actor
    public void lane(II_Result result) {
        result.r1 = overtaking.run(call, new MethodPace()) ? 1 : 0;
    }

    @Actor
    public void overtaker(II_Result result) {
        overtaking.overtake(1); // nothing comes, so whoever attends to the lane rests it
        result.r2 = attendant.tryRetire() ? 1 : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.context.ContextBlock;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneWorker;
import io.nearcall.internal.lane.OnlyThese;
import io.nearcall.internal.lane.StillChannel;
import io.nearcall.internal.reference.MethodPace;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A call is run on a lane's thread while the monitor, which has seen none for a while, looks for the last time. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "it looks on, or is asked to look again")
@Outcome(expect = Expect.FORBIDDEN, desc = "nobody looks at the call, or two do")
@State
public class LastLookAgainstRun {

    private final AtomicInteger scheduled = new AtomicInteger();
    private final LaneConnection peer =
            OnlyThese.of(LaneConnection.class, Map.of("schedule", scheduled::incrementAndGet));
    private final Overtaking overtaking =
            new Overtaking(new LaneWorker(new StillChannel(), task -> {}, null), peer, task -> {});

    /** Withdrawn already: running it is nothing. */
    private final SharedCall call = new SharedCall(null, null, peer, null, 0, null, new ContextBlock(), 1, 0, true);

    private final MethodPace pace = new MethodPace();

    public LastLookAgainstRun() {
        overtaking.run(call, pace);
        overtaking.look();
        scheduled.set(0); // the next look, which is the one below
    }

    @Actor
    public void lane() {
        overtaking.run(call, pace);
    }

    @Actor
    public void monitor() {
        overtaking.look();
    }

    @Arbiter
    public void scheduled(I_Result result) {
        result.r1 = scheduled.get();
    }
}

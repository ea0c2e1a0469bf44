// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.call.Deadlines;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * A caller ends calls on a lane until he passes it on, or frees it, while another waits for it and may give up: one has it,
 * or nobody.
 */
@JCStressTest
@Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "passed on")
@Outcome(id = "false, true, false", expect = Expect.ACCEPTABLE, desc = "freed, and found")
@Outcome(id = "false, false, true", expect = Expect.ACCEPTABLE, desc = "freed after the other had given up")
@Outcome(expect = Expect.FORBIDDEN, desc = "lost, or had by both")
@State
public class PassAgainstLeave {

    private static final LaneConnection LINK = OpenConnection.make();
    private static final int CALLS = 64;

    private final Throttle turns = new Throttle(0);
    private final OutgoingLane lane = new OutgoingLane(0, new StillChannel(), LINK, turns, true);
    private final OutgoingLane[] lanes = {lane};

    public PassAgainstLeave() {
        lane.tryBorrow();
    }

    @Actor
    public void caller(ZZZ_Result result) {
        for (int i = 0; i < CALLS; i++) {
            if (turns.areAwaited() && turns.pass(lane)) {
                result.r1 = true;
                return;
            }
        }
        lane.free();
    }

    @Actor
    public void next(ZZZ_Result result) {
        result.r2 = turns.await(lanes, Deadlines.after(0)) == lane;
    }

    @Arbiter
    public void state(ZZZ_Result result) {
        result.r3 = lane.tryBorrow();
    }
}

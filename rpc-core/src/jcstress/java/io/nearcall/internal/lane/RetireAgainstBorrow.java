// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A caller wants a lane while it is withdrawn: he has it, or it is withdrawn and its memory may go. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "one of the two")
@Outcome(expect = Expect.FORBIDDEN, desc = "withdrawn with a caller in it, or nobody's")
@State
public class RetireAgainstBorrow {

    private static final LaneConnection LINK = OpenConnection.make();

    private final OutgoingLane lane = new OutgoingLane(0, new StillChannel(), LINK, Throttle.NONE, false);

    @Actor
    public void caller(II_Result result) {
        result.r1 = lane.tryBorrow() ? 1 : 0;
    }

    @Actor
    public void monitor(II_Result result) {
        result.r2 = lane.tryRetire() ? 1 : 0;
    }
}

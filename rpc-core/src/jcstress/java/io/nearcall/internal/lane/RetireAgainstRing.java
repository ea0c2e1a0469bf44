// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A lane at rest is withdrawn while its doorbell rings: no thread enters a lane whose memory may go. */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "withdrawn first: nobody enters")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "somebody is in it: not withdrawn yet")
@Outcome(expect = Expect.FORBIDDEN, desc = "withdrawn with a thread in it, or neither though nobody is")
@State
public class RetireAgainstRing {

    private int entered;
    private final LaneWorker attendant = new LaneWorker(new StillChannel(), task -> entered++, null);

    @Actor
    public void bell(II_Result result) {
        attendant.ring();
        result.r1 = entered;
    }

    @Actor
    public void monitor(II_Result result) {
        result.r2 = attendant.tryRetire() ? 1 : 0;
    }
}

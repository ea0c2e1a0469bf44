// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.OpenConnection;
import io.nearcall.internal.lane.StillChannel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread looks at Done, without the lock, while the shared lane is withdrawn and its memory goes. */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "read before it goes, or not at all")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "read: it does not go yet")
@Outcome(expect = Expect.FORBIDDEN, desc = "read when it has gone")
@State
public class RetireAgainstDone extends StillChannel {

    private static final LaneConnection LINK = OpenConnection.make();

    private final OutgoingPipeline lane = new OutgoingPipeline(0, this, LINK, Runnable::run, Runnable::run);
    private volatile boolean unmapped;
    private boolean readUnmapped; // the caller's

    @Actor
    public void caller(II_Result result) {
        lane.ownCalls().await();
        result.r1 = readUnmapped ? 1 : 0;
    }

    @Actor
    public void monitor(II_Result result) {
        unmapped = lane.retire();
        result.r2 = unmapped ? 1 : 0;
    }

    @Override
    public long peerDone() {
        readUnmapped = unmapped;
        return 0;
    }
}

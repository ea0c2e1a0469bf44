// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stress;

import io.nearcall.ipc.ring.RingLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A streaming ring: a thread that sees a record sees its payload, and no old payload behind it as a header. */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "nothing yet")
@Outcome(id = "41, -1", expect = Expect.ACCEPTABLE, desc = "the first record")
@Outcome(id = "-1, 41", expect = Expect.ACCEPTABLE, desc = "the first record, a little later")
@Outcome(id = "41, 42", expect = Expect.ACCEPTABLE, desc = "both")
@Outcome(expect = Expect.FORBIDDEN, desc = "a record before its payload, or a stale header")
@State
public class StreamingPublication {

    private final Slot slot = new Slot(RingLayout.streaming(Slot.CAPACITY));

    public StreamingPublication() {
        slot.litter(Slot.CAPACITY / 4, 2);
    }

    @Actor
    public void producer() {
        slot.send(41, 0);
        slot.send(42, 0);
    }

    @Actor
    public void consumer(II_Result result) {
        result.r1 = slot.receive();
        result.r2 = slot.receive();
    }
}

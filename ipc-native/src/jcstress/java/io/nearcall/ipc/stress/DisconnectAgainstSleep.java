// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stress;

import io.nearcall.ipc.ring.RingLayout;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A disconnect wakes at the header that it believes to be awaited. As in WordsChannel: either the waiter, which has moved
 * on to another header, sees the disconnect before it sleeps, or the disconnect sees the other header.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "does not sleep; woken at the old header")
@Outcome(id = "0, 64", expect = Expect.ACCEPTABLE, desc = "does not sleep; woken at the new header")
@Outcome(id = "1, 64", expect = Expect.ACCEPTABLE, desc = "sleeps, and is woken at the new header")
@Outcome(expect = Expect.FORBIDDEN, desc = "sleeps where nobody wakes it")
@State
public class DisconnectAgainstSleep {

    private final Slot slot = new Slot(RingLayout.streaming(Slot.CAPACITY));
    private volatile boolean disconnected;

    public DisconnectAgainstSleep() {
        slot.send(1, 0);
        slot.consumer.poll();
    }

    @Actor
    public void waiter(II_Result result) {
        slot.consumer.release();
        slot.waiter.announceSleep();
        result.r1 = disconnected ? 0 : 1;
    }

    @Actor
    public void monitor(II_Result result) {
        disconnected = true;
        VarHandle.fullFence();
        result.r2 = slot.consumer.headerIndex();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stress;

import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.wait.SleepingWord;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Sleeping for a frame: W1 to W3 against P1 to P3 of SleepingWord. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "it was there in time: no sleep, no wake-up")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "a wake-up that was not needed")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "sleeps and is woken")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "sleeps and nobody wakes it")
@State
public class FrameSleep {

    private final Slot slot = new Slot(RingLayout.streaming(Slot.CAPACITY));

    public FrameSleep() {
        slot.fill();
        while (slot.consumer.poll()) { // the awaited header has its own cache line, and is not zero
            slot.consumer.release();
        }
    }

    @Actor
    public void waiter(II_Result result) {
        slot.waiter.announceSleep();
        result.r1 = slot.consumer.poll() ? 0 : 1;
    }

    @Actor
    public void publisher(II_Result result) {
        slot.send(1, 0);
        result.r2 = slot.publisher.stateAfterPublishing() == SleepingWord.FUTEX ? 1 : 0;
    }
}

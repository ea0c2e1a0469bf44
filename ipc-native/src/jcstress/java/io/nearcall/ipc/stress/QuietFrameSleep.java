// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stress;

import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.wait.SleepingWord;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Sleeping for a frame if several come before a wake-up: the wake-up must change the awaited header. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "it was there in time: no sleep")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "sleeps and is woken")
@Outcome(id = "2", expect = Expect.FORBIDDEN, desc = "sleeps and nobody wakes it")
@Outcome(id = "3", expect = Expect.FORBIDDEN, desc = "sleeps on another header than is woken")
@State
public class QuietFrameSleep {

    private static final int NOWHERE = -1;

    private final Slot slot = new Slot(RingLayout.streaming(Slot.CAPACITY));
    private int asleepAt;
    private int wokenAt;

    @Actor
    public void waiter() {
        if (slot.consumer.poll()) {
            slot.consumer.release();
        }
        slot.waiter.announceSleep();
        int header = slot.consumer.headerIndex();
        asleepAt = slot.consumer.poll() ? NOWHERE : header;
    }

    @Actor
    public void publisher() {
        slot.send(1, 0);
        slot.send(2, 0);
        boolean asleep = slot.publisher.stateAfterPublishing() == SleepingWord.FUTEX;
        VarHandle.acquireFence();
        wokenAt = asleep ? slot.producer.awaitedIndex() : NOWHERE;
    }

    @Arbiter
    public void judge(I_Result result) {
        result.r1 = asleepAt == NOWHERE ? 0 : wokenAt == asleepAt ? 1 : wokenAt == NOWHERE ? 2 : 3;
    }
}

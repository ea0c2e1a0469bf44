// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.channel.WaitResult;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** W1 to W4 of SignalWord against S1 to S4. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "it was there in time: no wait")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "signalled before it slept")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "would sleep, and is woken")
@Outcome(id = "2, 0", expect = Expect.FORBIDDEN, desc = "would sleep, and nobody wakes it")
@State
public class SignalAgainstAwait {

    private final Place place = new Place(0);
    private boolean there;
    private int ticket;

    @Actor
    public void waiter(II_Result result) {
        Place.acquire(place.first);
        boolean wait = !there;
        if (wait) {
            ticket = place.signal.announce();
        }
        place.first.release();
        result.r1 = !wait ? 0 : isSignalled() ? 1 : 2;
    }

    @Actor
    public void signaller() {
        Place.acquire(place.second);
        there = true;
        place.signal.signal(false);
        place.second.release();
    }

    @Arbiter
    public void afterwards(II_Result result) {
        result.r2 = result.r1 == 2 && isSignalled() ? 1 : 0;
    }

    private boolean isSignalled() {
        return place.signal.await(ticket, place.first, () -> false, 0, false) == WaitResult.READY;
    }
}

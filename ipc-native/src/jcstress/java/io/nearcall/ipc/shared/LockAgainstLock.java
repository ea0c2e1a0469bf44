// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A2 of LockWord against R1, and against another A2: a holder of the lock sees the writes of earlier holders. */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "one after the other")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "one after the other")
@Outcome(expect = Expect.FORBIDDEN, desc = "both had it")
@State
public class LockAgainstLock {

    private final Place place = new Place(0);
    private int count;

    @Actor
    public void first(II_Result result) {
        result.r1 = counted(place.first);
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = counted(place.second);
    }

    private int counted(LockWord lock) {
        Place.acquire(lock);
        int counted = count++;
        lock.release();
        return counted;
    }
}

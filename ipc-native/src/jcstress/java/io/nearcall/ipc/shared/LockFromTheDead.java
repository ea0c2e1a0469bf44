// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A3 of LockWord against A3: one takes the lock from the dead and repairs, the other has it afterwards. */
@JCStressTest
@Outcome(id = "6, 0", expect = Expect.ACCEPTABLE, desc = "the first was told")
@Outcome(id = "0, 6", expect = Expect.ACCEPTABLE, desc = "the second was told")
@Outcome(expect = Expect.FORBIDDEN, desc = "both took it, or nobody was told")
@State
public class LockFromTheDead {

    private final Place place = new Place(Place.DEAD);

    @Actor
    public void first(II_Result result) {
        result.r1 = told(place.first);
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = told(place.second);
    }

    private static int told(LockWord lock) {
        Place.acquire(lock);
        int died = lock.deadOwner();
        lock.forgetDeadOwner();
        lock.release();
        return died;
    }
}

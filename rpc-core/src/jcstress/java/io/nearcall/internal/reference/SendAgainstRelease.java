// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import java.lang.ref.ReferenceQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An object is sent again while the peer gives up the stub that it has: the reference that is on its way must keep the
 * object, and when that has been given up too nothing may. Both tables are in one process, and a message is a method call,
 * which is as much as can go wrong: what each table does is atomic, and messages are read in the order in which they come
 * on each lane, releases on the control socket at any time.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "held as long as there is a stub, and no longer")
@Outcome(id = "0, .*", expect = Expect.FORBIDDEN, desc = "forgotten while a stub is in use")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "kept for nobody")
@State
public class SendAgainstRelease {

    private final Object target = new Object();
    private final SentReferences sent = new SentReferences(
            8, new LocalObjects((object, context, told) -> told.run()), null, (object, more) -> {}, (gone, done) -> done.run());
    private final ReceivedReferences received = new ReceivedReferences(8, sent::released, more -> {}, new ReferenceQueue<>());
    private final ReceivedReference first = receive();
    private ReceivedReference second;

    private ReceivedReference receive() {
        int id = sent.count(target);
        ReceivedReference reference = received.arrived(id);
        reference.stub(null, new Class<?>[0], facets -> new Object());
        received.settled(reference);
        return reference;
    }

    @Actor
    public void sender() {
        second = receive();
    }

    @Actor
    public void holder() {
        first.release();
    }

    @Arbiter
    public void judge(II_Result result) {
        boolean held = sent.target(second.id()) == target;
        result.r1 = held || second.isReleased() ? 1 : 0;
        second.release();
        result.r2 = sent.target(second.id()) == null && sent.target(first.id()) == null ? 1 : 0;
    }
}

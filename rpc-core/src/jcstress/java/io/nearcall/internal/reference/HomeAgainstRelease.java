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
 * A stub is sent home in a message that nobody answers, and given up at once, so that the release may come first. The
 * object has to be there when the message is read, and must not be kept afterwards.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the message meets the object, which is gone after it")
@Outcome(id = "0, .*", expect = Expect.FORBIDDEN, desc = "the release overtook the message and took the object away")
@Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "kept for nobody")
@State
public class HomeAgainstRelease {

    private final Object target = new Object();
    private final SentReferences sent = new SentReferences(
            8, new LocalObjects((object, context, told) -> told.run()), null, (object, more) -> {}, (gone, done) -> done.run());
    private final ReceivedReferences received = new ReceivedReferences(8, sent::released, more -> {}, new ReferenceQueue<>());
    private final ReceivedReference reference = receive();

    private ReceivedReference receive() {
        int id = sent.count(target);
        ReceivedReference arrived = received.arrived(id);
        arrived.stub(null, new Class<?>[0], facets -> new Object());
        received.settled(arrived);
        arrived.sendHome(); // the message has been written, and is on its way
        return arrived;
    }

    @Actor
    public void holder() {
        reference.release();
    }

    @Actor
    public void receiver(II_Result result) {
        result.r1 = sent.target(reference.id()) == target ? 1 : 0;
        sent.cameHome(reference.id());
    }

    @Arbiter
    public void judge(II_Result result) {
        result.r2 = sent.target(reference.id()) == null ? 1 : 0;
    }
}

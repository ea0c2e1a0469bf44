// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A future's answer comes while the worker finds nothing more to complete and leaves: somebody completes it. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both completed, once each")
@Outcome(expect = Expect.FORBIDDEN, desc = "one that nobody completes, or that is completed twice")
@State
public class AddAgainstLastLook {

    private final ConcurrentLinkedQueue<Runnable> started = new ConcurrentLinkedQueue<>();
    private final Completions completions = new Completions(started::add);
    private final AtomicInteger completed = new AtomicInteger();

    public AddAgainstLastLook() {
        completions.add(completed::incrementAndGet);
    }

    @Actor
    public void worker() {
        started.poll().run();
    }

    @Actor
    public void receiver() {
        completions.add(completed::incrementAndGet);
    }

    @Arbiter
    public void rest(I_Result result) {
        for (Runnable next = started.poll(); next != null; next = started.poll()) {
            next.run();
        }
        result.r1 = completed.get();
    }
}

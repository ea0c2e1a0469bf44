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

/**
 * The receiver finds the worker at the same completion as before, and takes the queue away from it, while another answer is
 * added and the worker goes on: somebody completes each.
 */
@JCStressTest
@Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "all completed, once each")
@Outcome(expect = Expect.FORBIDDEN, desc = "one that nobody completes, or that is completed twice")
@State
public class LookAgainstAdd {

    private static final long LATER_NS = 1_000_000_000;

    private final ConcurrentLinkedQueue<Runnable> started = new ConcurrentLinkedQueue<>();
    private final Completions completions = new Completions(started::add);
    private final AtomicInteger completed = new AtomicInteger();
    private volatile boolean lookedAt;

    public LookAgainstAdd() {
        completions.add(this::completeFirst);
        completions.add(completed::incrementAndGet);
    }

    private void completeFirst() {
        completions.look(0); // the receiver's, which waits for this
        lookedAt = true;
        completions.add(completed::incrementAndGet);
        completed.incrementAndGet();
    }

    @Actor
    public void worker() {
        started.poll().run();
    }

    @Actor
    public void receiver() {
        while (!lookedAt) {
            Thread.onSpinWait();
        }
        completions.look(LATER_NS);
    }

    @Arbiter
    public void rest(I_Result result) {
        for (Runnable next = started.poll(); next != null; next = started.poll()) {
            next.run();
        }
        result.r1 = completed.get();
    }
}

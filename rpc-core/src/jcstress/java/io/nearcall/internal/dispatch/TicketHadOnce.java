// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.dispatch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A call that was given to an executor: begun, and withdrawn at the same time. Who has it sees its arguments. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "had once")
@Outcome(expect = Expect.FORBIDDEN, desc = "had twice, never, or without its arguments")
@State
public class TicketHadOnce {

    private final Ticket ticket = new Ticket(this::work);
    private int arguments;
    private int worked; // the executor's

    public TicketHadOnce() {
        arguments = 1;
        ticket.issue();
    }

    @Actor
    public void executor(II_Result result) {
        ticket.run();
        result.r1 = worked;
    }

    private void work() {
        worked = arguments;
    }

    @Actor
    public void monitor(II_Result result) {
        result.r2 = ticket.withdraw() ? arguments : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import static io.nearcall.samples.deadline.Lines.say;

import io.nearcall.Context;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import java.time.Duration;

/** Asks for three offers: with enough time, with too little, and again with enough. */
public final class Client {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private Client() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Agency agency = endpoint.lookup(Agency.class);
            Context traced = Context.empty().with(Context.TRACEPARENT, TRACE);

            say("Cape Town, within 3 s ...");
            String offer = traced.withDeadline(Duration.ofSeconds(3)).call(() -> agency.offer("Cape Town"));
            say("offered: " + offer);

            say("Kimberley, within 400 ms ...");
            try {
                traced.withDeadline(Duration.ofMillis(400)).call(() -> agency.offer("Kimberley"));
            } catch (DeadlineExceededException e) {
                say("given up: " + e.getMessage());
            }

            say("Durban, with the default of 30 s ...");
            say("offered: " + traced.call(() -> agency.offer("Durban")));
        }
    }
}

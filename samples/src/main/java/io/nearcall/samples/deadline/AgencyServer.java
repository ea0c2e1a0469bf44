// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import static io.nearcall.samples.deadline.Lines.left;
import static io.nearcall.samples.deadline.Lines.say;

import io.nearcall.Caller;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;

/** Offers the agency's service until it is stopped. The agency calls the airline. */
public final class AgencyServer {

    private static final long OWN_WORK_MS = 200;

    private AgencyServer() {}

    private record BusyAgency(Airline airline) implements Agency {
        @Override
        public String offer(String destination) throws InterruptedException {
            say("asked for " + destination + ", " + left(Caller.current().remaining()));
            Thread.sleep(OWN_WORK_MS);
            try {
                return airline.search(destination) + ", and a hotel"; // remaining time and trace go along
            } catch (NearcallException e) {
                say("no answer from the airline: " + e.getClass().getSimpleName());
                throw e;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Agency.class, new BusyAgency(endpoint.lookup(Airline.class)));
            say("The agency is open.");
            endpoint.awaitClose();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.deadline;

import static io.nearcall.samples.deadline.Lines.left;
import static io.nearcall.samples.deadline.Lines.say;

import io.nearcall.Caller;
import io.nearcall.Context;
import io.nearcall.Endpoint;

/** Offers the airline's service until it is stopped. */
public final class AirlineServer {

    private static final long SEARCH_MS = 600;

    private AirlineServer() {}

    private static final class SlowAirline implements Airline {
        @Override
        public String search(String destination) throws InterruptedException {
            Caller caller = Caller.current();
            say("searching a flight to " + destination + ", " + left(caller.remaining()) + ", for trace "
                    + caller.metadata().get(Context.TRACEPARENT));
            try {
                Thread.sleep(SEARCH_MS);
            } catch (InterruptedException e) {
                say("interrupted: nobody waits for " + destination + " any more");
                throw e;
            }
            say("found one");
            return "flight 807 to " + destination;
        }
    }

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Airline.class, new SlowAirline());
            say("The airline is open.");
            endpoint.awaitClose();
        }
    }
}

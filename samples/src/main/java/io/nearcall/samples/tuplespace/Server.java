// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Endpoint;
import io.nearcall.samples.tuplespace.comparison.Comparison;
import io.nearcall.samples.tuplespace.comparison.Opponent;

/** Offers the tuple space from its own JVM until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Space space = new Space();
            endpoint.export(Comparison.class, new Opponent(space)); // only for the last line of the master
            endpoint.export(TupleSpace.class, space);
            System.out.println("The tuple space is open.");
            endpoint.awaitClose();
        }
    }
}

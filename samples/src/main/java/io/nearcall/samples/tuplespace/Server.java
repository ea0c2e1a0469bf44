// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.Endpoint;

/** The tuple space in a JVM of its own, until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(TupleSpace.class, new Space());
            System.out.println("The tuple space is open.");
            endpoint.awaitClose();
        }
    }
}

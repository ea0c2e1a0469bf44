// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.callback;

import io.nearcall.Endpoint;

/** Offers the kitchen until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Kitchen.class, new Cook());
            System.out.println("The kitchen is open.");
            endpoint.awaitClose();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import io.nearcall.Endpoint;

/** Offers the depot until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint =
                Endpoint.builder().maxMessageBytes(Sending.MESSAGE_LIMIT_BYTES).open()) {
            endpoint.export(Depot.class, new CheckingDepot());
            System.out.println("The depot is open.");
            endpoint.awaitClose();
        }
    }
}

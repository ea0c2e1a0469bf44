// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.Endpoint;

/** Offers the shop until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Shop.class, new CartShop());
            System.out.println("The shop is open.");
            endpoint.awaitClose();
        }
    }
}

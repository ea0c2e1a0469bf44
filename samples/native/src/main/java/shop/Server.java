// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Endpoint;

/** Greets until it is ended. */
class Server {
    public static void main(String[] args) throws InterruptedException {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Greetings.class, guest -> "Hello, " + guest.name());
            endpoint.awaitClose();
        }
    }
}

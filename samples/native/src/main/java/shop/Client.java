// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Endpoint;

/** Has itself greeted once. */
class Client {
    public static void main(String[] args) {
        try (Endpoint endpoint = Endpoint.open()) {
            System.out.println(endpoint.lookup(Greetings.class).greet(new Guest(args[0])));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Endpoint;

/** A client that calls the server as one of another host would, over gRPC. */
class RemoteClient {

    public static void main(String[] args) {
        String address = "grpc://greetings@localhost:" + Integer.getInteger("shop.port");
        try (Endpoint endpoint = Endpoint.open()) {
            System.out.println(endpoint.lookup(Greetings.class, address).greet(args[0]));
        }
    }
}

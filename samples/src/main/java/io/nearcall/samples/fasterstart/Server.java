// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fasterstart;

import io.nearcall.Endpoint;

/** Greets until it is ended by Ctrl-C or SIGTERM. The JVM then makes its archive. */
public final class Server {

    private Server() {}

    private static final class Greeting implements Greeter {
        @Override
        public String greet(String name) {
            return "Hello, " + name;
        }
    }

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Greeter.class, new Greeting());
            System.out.println("The greeter is open.");
            endpoint.awaitClose();
        }
    }
}

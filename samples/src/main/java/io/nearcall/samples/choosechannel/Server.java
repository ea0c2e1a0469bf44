// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.choosechannel;

import io.nearcall.Endpoint;

/** Offers the service over all channels. The caller chooses which one is used. */
public final class Server {

    private Server() {}

    private static final class Echoing implements Echo {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public byte[] echo(byte[] content) {
            return content;
        }
    }

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Echo.class, new Echoing()); // "fifo:echo" as a third argument would allow FIFOs only
            System.out.println("The echo is open.");
            endpoint.awaitClose();
        }
    }
}

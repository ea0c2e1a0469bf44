// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.chat;

import io.nearcall.Endpoint;

/** Offers the chat room until it is stopped. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(ChatRoom.class, new Room());
            System.out.println("The room is open.");
            endpoint.awaitClose();
        }
    }
}

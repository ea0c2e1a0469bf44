// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Endpoint;
import java.util.Set;
import java.util.TreeSet;

/** A client in a JVM of its own. Calls until that many servers have answered, and prints their numbers. */
public final class ShopClient {

    private ShopClient() {}

    /** @param arguments the address and the number of servers */
    public static void main(String[] arguments) {
        try (Endpoint endpoint = Endpoint.open()) {
            Shop shop = endpoint.lookup(Shop.class, arguments[0]);
            Set<Long> servers = new TreeSet<>();
            while (servers.size() < Integer.parseInt(arguments[1])) {
                servers.add(shop.serveAgain());
            }
            servers.forEach(System.out::println);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import io.nearcall.Endpoint;
import io.nearcall.samples.quickstart.Order.Item;
import io.nearcall.samples.quickstart.comparison.Race;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Places some orders with a server in another JVM. */
public final class Client {

    private Client() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Orders orders = endpoint.lookup(Orders.class); // waits up to 10 s for the server

            orders.audit("Ada looks around"); // one-way: returns without waiting for the server

            // The two calls run at the same time. Each future completes when its answer arrives.
            CompletableFuture<Quote> lamps = orders.quote(order(1, new Item("lamp", 2, 2_990)));
            CompletableFuture<Quote> chairs = orders.quote(order(2, new Item("chair", 12, 8_900)));
            System.out.println("two lamps:     " + lamps.get());
            System.out.println("twelve chairs: " + chairs.get());

            try {
                Receipt receipt = orders.place(order(3, new Item("lamp", 2, 2_990), new Item("chair", 4, 8_900)));
                System.out.println("placed:        " + receipt);
                orders.place(order(4, new Item("lamp", 2, 2_990)));
            } catch (OutOfStock e) { // a second client finds less in stock
                System.out.println("refused:       " + e.getMessage() + "; so we take " + e.piecesLeft());
                orders.place(order(5, new Item(e.article(), e.piecesLeft(), 2_990)));
            }

            System.out.println("Measuring, a few seconds ...");
            Order books = order(6, new Item("e-book", 1, 990), new Item("e-book", 1, 490), new Item("e-book", 1, 0));
            System.out.println(Race.run(endpoint, orders, books));
        }
    }

    private static Order order(long number, Item... items) {
        return new Order(number, "Ada", "EUR", true, 5, List.of(items));
    }
}

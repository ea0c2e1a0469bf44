// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import io.nearcall.samples.quickstart.Order.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The order service. Several calls may run at the same time, each on its own thread. */
public final class Warehouse implements Orders {

    private final Map<String, Integer> stock;

    public Warehouse(Map<String, Integer> stock) {
        this.stock = new HashMap<>(stock);
    }

    @Override
    public synchronized Receipt place(Order order) throws OutOfStock {
        for (Item item : order.items()) {
            int left = stock.getOrDefault(item.article(), 0);
            if (item.pieces() > left) {
                throw new OutOfStock(item.article(), item.pieces(), left);
            }
        }
        for (Item item : order.items()) {
            stock.merge(item.article(), -item.pieces(), Integer::sum);
        }
        return new Receipt(order.number(), totalCents(order));
    }

    @Override
    public CompletableFuture<Quote> quote(Order order) {
        return CompletableFuture.supplyAsync(() -> new Quote(totalCents(order), isAvailable(order)));
    }

    @Override
    public void audit(String line) {
        System.out.println("audit: " + line);
    }

    private synchronized boolean isAvailable(Order order) {
        return order.items().stream().allMatch(item -> item.pieces() <= stock.getOrDefault(item.article(), 0));
    }

    private static long totalCents(Order order) {
        long cents = 0;
        for (Item item : order.items()) {
            cents += (long) item.pieces() * item.priceCents();
        }
        return cents * (100 - order.discountPercent()) / 100;
    }
}

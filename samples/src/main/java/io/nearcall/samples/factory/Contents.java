// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import java.util.ArrayList;
import java.util.List;

/** The contents of a cart. They outlive the cart and do not refer to it. Thread-safe. */
final class Contents {

    private record Item(String article, int pieces, int priceCents) {}

    private final String customer;
    private final int pid;
    private final List<Item> items = new ArrayList<>();

    Contents(String customer, int pid) {
        this.customer = customer;
        this.pid = pid;
    }

    synchronized void add(String article, int pieces, int priceCents) {
        items.add(new Item(article, pieces, priceCents));
    }

    synchronized long totalCents() {
        return items.stream()
                .mapToLong(item -> (long) item.pieces() * item.priceCents())
                .sum();
    }

    synchronized Shop.Visit visit() {
        return new Shop.Visit(
                customer, pid, items.stream().mapToInt(Item::pieces).sum());
    }
}

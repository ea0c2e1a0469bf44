// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.factory;

import io.nearcall.Caller;
import java.lang.ref.Cleaner;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The shop. It keeps the contents of its carts, but does not refer to the carts. Only the customers keep the carts. */
final class CartShop implements Shop {

    private final Cleaner cleaner = Cleaner.create();
    private final Set<Contents> visits = ConcurrentHashMap.newKeySet();

    /** A cart. It refers to its contents. Only the customer's stub keeps the cart alive. */
    private record ContentsCart(Contents contents) implements Cart {
        @Override
        public void add(String article, int pieces, int priceCents) {
            contents.add(article, pieces, priceCents);
        }

        @Override
        public long totalCents() {
            return contents.totalCents();
        }
    }

    @Override
    public Cart cart(String customer) {
        Contents contents = new Contents(customer, Caller.current().pid());
        Cart cart = new ContentsCart(contents);
        visits.add(contents);
        cleaner.register(cart, () -> collected(contents)); // the action must not refer to the cart
        return cart;
    }

    private void collected(Contents contents) {
        visits.remove(contents);
        Visit visit = contents.visit();
        System.out.println(visit.customer() + "'s cart is collected; pieces in it: " + visit.pieces());
    }

    @Override
    public List<Visit> visits() {
        System.gc(); // for the demonstration; a real shop leaves this to the JVM
        return visits.stream()
                .map(Contents::visit)
                .sorted(Comparator.comparing(Visit::customer))
                .toList();
    }
}

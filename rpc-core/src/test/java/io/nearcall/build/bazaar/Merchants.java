// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.bazaar;

import java.util.List;

final class Merchants implements Bazaar {

    @Override
    public Rug find(String name) {
        return new Rug(name, 12);
    }

    @Override
    public List<Rug> findAll(List<? extends Rug> like) {
        return List.copyOf(like);
    }

    @Override
    public Ticket park(Cart cart) {
        return new Ticket("ticket for " + cart.wheels());
    }

    @Override
    public Haggler haggler() {
        return new Merchant();
    }

    /** Has two interfaces. */
    private static final class Merchant implements Haggler, Gossip {
        @Override
        public int offer(int price) {
            return price + 1;
        }

        @Override
        public String news() {
            return "no news";
        }
    }
}

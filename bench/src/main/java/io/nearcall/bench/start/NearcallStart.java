// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import io.nearcall.Endpoint;
import io.nearcall.bench.trade.Order;
import io.nearcall.bench.trade.Trade;

/** A fresh Nearcall client, as a user writes it: an endpoint, a look-up, a call. */
public final class NearcallStart {

    private NearcallStart() {}

    /** Arguments: when the parent started this JVM, the service's name. */
    public static void main(String[] args) throws Exception {
        long mainNs = System.nanoTime();
        Marks marks = new Marks(args[0], mainNs);
        try (Endpoint endpoint = Endpoint.open()) {
            marks.done("Endpoint.open()");
            Trade trade = endpoint.lookup(Trade.class, args[1]);
            marks.done("lookup()");
            trade.place(Order.example());
            marks.done("first call");
            marks.tell();
        }
    }
}

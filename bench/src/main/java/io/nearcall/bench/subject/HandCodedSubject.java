// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.Endpoint;
import io.nearcall.bench.Workload;
import io.nearcall.bench.trade.MarkedOrder;
import io.nearcall.bench.trade.OrderBytes;
import io.nearcall.bench.trade.Trade;

/** An order that both sides code by hand into an array, sent over Nearcall. A generated codec must be as good. */
public final class HandCodedSubject implements Subject {

    /** The name in tables and files. */
    public static final String NAME = "nearcall-by-hand";

    private final Trade trade;

    /** Finds the service that the server JVM exported as {@code service}. */
    public HandCodedSubject(String service) {
        this.trade = Endpoint.open().lookup(Trade.class, "shm:" + service);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return workload == Workload.ORDER && callers == 1;
    }

    @Override
    public Calls open(Workload workload) {
        MarkedOrder order = new MarkedOrder();
        return count -> {
            for (int i = 0; i < count; i++) {
                order.expect(OrderBytes.read(trade.placeByHand(OrderBytes.write(order.next()))));
            }
        };
    }
}

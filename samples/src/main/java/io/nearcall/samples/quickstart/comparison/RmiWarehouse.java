// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.samples.quickstart.Order;
import io.nearcall.samples.quickstart.Orders;
import io.nearcall.samples.quickstart.OutOfStock;
import io.nearcall.samples.quickstart.Quote;
import io.nearcall.samples.quickstart.Receipt;

/** The same order service, exported through Java RMI. */
final class RmiWarehouse implements RmiOrders {

    private final Orders orders;

    RmiWarehouse(Orders orders) {
        this.orders = orders;
    }

    @Override
    public Receipt place(Order order) throws OutOfStock {
        return orders.place(order);
    }

    @Override
    public Quote quote(Order order) {
        return orders.quote(order).join();
    }

    @Override
    public void audit(String line) {
        orders.audit(line);
    }
}

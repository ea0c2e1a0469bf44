// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Six fields, one of them a list of three. It is a bean with public fields, because plain Kryo, the baseline, is
 * fastest with such a bean when it may not use Unsafe.
 */
public final class Order implements Serializable {

    private static final long serialVersionUID = 1;

    public long id;
    public String customer;
    public String currency;
    public int priority;
    public double discount;
    public ArrayList<OrderLine> lines;

    public Order() {}

    public Order(long id, String customer, String currency, int priority, double discount, List<OrderLine> lines) {
        this.id = id;
        this.customer = customer;
        this.currency = currency;
        this.priority = priority;
        this.discount = discount;
        this.lines = new ArrayList<>(lines);
    }

    /** Returns whether all fields of both are equal, including the lines. */
    public boolean isSame(Order other) {
        boolean same = id == other.id
                && customer.equals(other.customer)
                && currency.equals(other.currency)
                && priority == other.priority
                && discount == other.discount
                && lines.size() == other.lines.size();
        for (int i = 0; same && i < lines.size(); i++) {
            OrderLine line = lines.get(i);
            OrderLine others = other.lines.get(i);
            same = line.sku.equals(others.sku)
                    && line.quantity == others.quantity
                    && line.priceCents == others.priceCents;
        }
        return same;
    }

    /** Returns the order that every measured call carries. */
    public static Order example() {
        return new Order(
                4_711_000_815L,
                "Ada Lovelace",
                "EUR",
                3,
                0.05,
                List.of(
                        new OrderLine("NC-1001", 2, 19_99),
                        new OrderLine("NC-2002", 1, 249_00),
                        new OrderLine("NC-3003", 12, 3_49)));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.io.Serializable;

/** One line of an {@link Order}. */
public final class OrderLine implements Serializable {

    private static final long serialVersionUID = 1;

    public String sku;
    public int quantity;
    public long priceCents;

    public OrderLine() {}

    public OrderLine(String sku, int quantity, long priceCents) {
        this.sku = sku;
        this.quantity = quantity;
        this.priceCents = priceCents;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import java.io.Serializable;
import java.util.List;

/**
 * An order of a customer. Nearcall does not need {@link Serializable}. The records implement it because the comparison
 * with Java RMI sends the same objects.
 */
public record Order(
        long number, String customer, String currency, boolean express, int discountPercent, List<Item> items)
        implements Serializable {

    /** A number of pieces of one article. */
    public record Item(String article, int pieces, int priceCents) implements Serializable {}
}

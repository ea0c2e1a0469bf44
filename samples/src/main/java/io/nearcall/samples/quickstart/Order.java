// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import java.io.Serializable;
import java.util.List;

/**
 * What a customer wants. Nearcall needs no {@link Serializable}: it is there, on all the records, because the comparison
 * with Java RMI sends the same objects.
 */
public record Order(
        long number, String customer, String currency, boolean express, int discountPercent, List<Item> items)
        implements Serializable {

    /** So many pieces of an article. */
    public record Item(String article, int pieces, int priceCents) implements Serializable {}
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.io.Serializable;

/** How much of an article is in stock: the element of the measured lists. */
public record Position(String sku, int quantity, long priceCents) implements Serializable {}

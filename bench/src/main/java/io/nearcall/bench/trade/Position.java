// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.io.Serializable;

/** How much of something is in stock: what the lists of the measurements hold. */
public record Position(String sku, int quantity, long priceCents) implements Serializable {}

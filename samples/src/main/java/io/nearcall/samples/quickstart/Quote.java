// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import java.io.Serializable;

/** The price of an order, and whether all its items are in stock. */
public record Quote(long totalCents, boolean available) implements Serializable {}

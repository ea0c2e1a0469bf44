// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import java.io.Serializable;

/** The answer to an order. */
public record Receipt(long orderNumber, long totalCents) implements Serializable {}

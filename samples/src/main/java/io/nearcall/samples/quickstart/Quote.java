// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart;

import java.io.Serializable;

/** What an order would cost, and whether there is enough of everything. */
public record Quote(long totalCents, boolean available) implements Serializable {}

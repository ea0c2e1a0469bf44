// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

/**
 * A point of a percentile curve.
 *
 * @param percentile the per cent of calls that took at most {@code ns}
 */
public record Quantile(double percentile, double ns) {}

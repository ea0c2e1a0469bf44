// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

/**
 * A point of a percentile curve.
 *
 * @param percentile that many per cent of the calls took at most {@code ns}
 */
public record Quantile(double percentile, double ns) {}

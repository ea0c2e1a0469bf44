// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/**
 * What an idle process costs.
 *
 * @param cpuShare of one CPU
 * @param wakeUpsPerSecond context switches of all its threads: each time one ran and stopped again
 */
public record IdleCost(double cpuShare, double wakeUpsPerSecond) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/**
 * The cost of an idle process.
 *
 * @param cpuShare the share of one CPU
 * @param wakeUpsPerSecond context switches of all its threads: each time a thread ran and stopped again
 */
public record IdleCost(double cpuShare, double wakeUpsPerSecond) {}

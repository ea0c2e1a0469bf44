// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

/**
 * How long the loads take.
 *
 * @param turns turns through the systems of each load
 * @param sliceMs the slice of each system in each turn
 * @param warmTurns turns before them, which are not counted
 */
public record LoadPlan(int turns, long sliceMs, int warmTurns) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

/**
 * How long the loads take.
 *
 * @param turns through the systems of each load
 * @param sliceMs of each system in each turn
 * @param warmTurns before them, which are not counted
 */
public record LoadPlan(int turns, long sliceMs, int warmTurns) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

/**
 * How long the measurements of this package take.
 *
 * @param windows the windows of each paced run; 0 leaves the paced runs out
 * @param windowMs a window has as many calls as this time has periods
 * @param coldStarts fresh pairs of JVMs in which slices take turns
 * @param rounds rounds of two slices in each of them
 * @param sliceMs the length of each slice from a cold start
 * @param handOverPairs fresh pairs of JVMs in each place of the hand-over
 * @param handOverTurns turns in each of them
 * @param handOverMs the slice of each system in each turn
 * @param rmiSamples runs of {@code samples/run from-rmi}
 */
public record LifePlan(
        int windows,
        long windowMs,
        int coldStarts,
        int rounds,
        long sliceMs,
        int handOverPairs,
        int handOverTurns,
        long handOverMs,
        int rmiSamples) {}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

/** What calls took for a moment: the usual one, and all of them on the average, which has what others took of the CPU. */
record Slice(double p50Ns, double meanNs, long calls) {}

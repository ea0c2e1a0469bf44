// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/** Calls per second of all callers of one system together. */
public record Throughput(String system, int callers, double callsPerSecond) {}

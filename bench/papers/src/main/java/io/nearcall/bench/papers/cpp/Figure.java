// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.cpp;

/**
 * What a client found, as it answers.
 *
 * @param p50Ns of a call
 * @param count how many calls there were
 */
public record Figure(double p50Ns, long count) {}

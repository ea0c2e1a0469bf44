// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/**
 * How long calls of one system took that carried arrays.
 *
 * @param calls how many there were; few where each takes long
 */
public record Transfer(
        String system,
        int requestBytes,
        int replyBytes,
        long calls,
        double p50Ns,
        double shortestNs,
        double longestNs) {}

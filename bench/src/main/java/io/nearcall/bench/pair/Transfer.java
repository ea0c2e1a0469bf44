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
        double longestNs) {

    /** How many bytes go one way where the other is long. */
    public static final int SMALL_BYTES = 16;

    Transfer of(String otherSystem) {
        return new Transfer(otherSystem, requestBytes, replyBytes, calls, p50Ns, shortestNs, longestNs);
    }

    public boolean is(String otherSystem, int otherRequestBytes, int otherReplyBytes) {
        return system.equals(otherSystem) && requestBytes == otherRequestBytes && replyBytes == otherReplyBytes;
    }
}

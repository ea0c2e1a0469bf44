// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

/**
 * The times of one system's calls that carried arrays.
 *
 * @param calls the number of calls; few if each takes long
 */
public record Transfer(
        String system,
        int requestBytes,
        int replyBytes,
        long calls,
        double p50Ns,
        double shortestNs,
        double longestNs) {

    /** The number of bytes in one direction if the other direction is long. */
    public static final int SMALL_BYTES = 16;

    Transfer of(String otherSystem) {
        return new Transfer(otherSystem, requestBytes, replyBytes, calls, p50Ns, shortestNs, longestNs);
    }

    public boolean is(String otherSystem, int otherRequestBytes, int otherReplyBytes) {
        return system.equals(otherSystem) && requestBytes == otherRequestBytes && replyBytes == otherReplyBytes;
    }
}

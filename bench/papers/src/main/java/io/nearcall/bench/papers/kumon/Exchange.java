// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

/** A way to the other side. Used by one thread. */
@FunctionalInterface
interface Exchange {

    /** Sends a request and waits for its reply, which is to have that length. Blocks. */
    byte[] exchange(byte[] request, int replyBytes) throws Exception;
}

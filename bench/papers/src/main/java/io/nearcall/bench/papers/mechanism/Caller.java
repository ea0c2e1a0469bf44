// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** The client's side of a mechanism. Used by one thread; it ends with the JVM. */
@FunctionalInterface
public interface Caller {

    /**
     * Sends a request and waits for its reply. Blocks.
     *
     * @param room as long as the reply
     * @return the reply: that array, or one that the mechanism has made
     */
    byte[] call(byte[] request, byte[] room) throws Exception;
}

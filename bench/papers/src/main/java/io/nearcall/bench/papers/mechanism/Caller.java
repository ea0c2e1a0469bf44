// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** The client's side of a mechanism. Used by one thread. It ends with the JVM. */
@FunctionalInterface
public interface Caller {

    /**
     * Sends a request and waits for its reply. Blocks.
     *
     * @param room an array as long as the reply
     * @return the reply: that array, or an array that the mechanism has made
     */
    byte[] call(byte[] request, byte[] room) throws Exception;
}

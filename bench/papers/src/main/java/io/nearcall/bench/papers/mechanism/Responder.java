// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** The server's side of a mechanism. Used by one thread at a time. Closing it removes what the host keeps. */
public interface Responder extends AutoCloseable {

    /** Returns what the client's side needs to find this side. */
    String address();

    /** Waits for the client's side, if it has to come before the first request. */
    default void accept() throws Exception {}

    /** Answers that many requests of that shape. Blocks. */
    void respond(Shape shape, int count) throws Exception;

    @Override
    default void close() {}
}

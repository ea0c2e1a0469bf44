// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

/** The server's side of a mechanism. Used by one thread at a time; closing removes what the host keeps. */
public interface Responder extends AutoCloseable {

    /** What the client's side needs to find this one. */
    String address();

    /** Waits until the client's side is there, if it has to come before the first request does. */
    default void accept() throws Exception {}

    /** Answers so many requests of that shape. Blocks. */
    void respond(Shape shape, int count) throws Exception;

    @Override
    default void close() {}
}

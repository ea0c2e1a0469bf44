// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import java.io.IOException;

/**
 * Calls of one workload on one system, made by one thread. Each system and workload has a class of its own, which
 * contains the loop. So the JIT sees one receiver and one method in each, as in a program that uses only one system.
 */
public interface Calls extends AutoCloseable {

    void make(int count) throws Exception;

    /** Ends the slice. */
    @Override
    default void close() throws IOException {}
}

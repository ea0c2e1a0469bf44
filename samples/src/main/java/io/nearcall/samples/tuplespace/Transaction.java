// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.RemoteObject;

/**
 * What is taken and put here counts once it is committed, all at once. If it is closed before, or its taker's process ends
 * in whatever way, what was taken comes back and what was put is forgotten. One that is never
 * closed keeps what it has while its taker lives.
 */
@RemoteObject
public interface Transaction extends Tuples, AutoCloseable {

    /**
     * Gives up what was taken for good, and shows everybody what was put.
     *
     * @throws IllegalStateException if it has ended
     */
    void commit();

    /** Takes everything back, unless it was committed. */
    @Override
    void close();
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import io.nearcall.RemoteObject;

/**
 * Tuples that are taken and put in one step. All takes and puts take effect together, when the transaction is
 * committed. If it is closed before, or the taker's process ends in any way, the taken tuples come back and the put
 * tuples are dropped. A transaction that is never closed keeps its tuples as long as its taker lives.
 */
@RemoteObject
public interface Transaction extends Tuples, AutoCloseable {

    /**
     * Makes the takes final, and shows the put tuples to everybody.
     *
     * @throws IllegalStateException if the transaction has ended
     */
    void commit();

    /** Undoes everything, unless the transaction was committed. */
    @Override
    void close();
}

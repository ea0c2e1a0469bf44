// SPDX-License-Identifier: Apache-2.0
package io.nearcall.container.library;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Collection;
import java.util.List;

/** What the container's own library declares, and applications implement. */
public interface Ledger extends Remote {

    List<Object> book(Amount amount, Collection<Object> entries) throws Overdrawn, RemoteException;

    Reader reader() throws RemoteException;

    void watch(Reader reader) throws RemoteException;

    /** Which a client keeps. */
    interface Reader extends Remote {
        Entry read() throws RemoteException;
    }

    /** No such money. */
    final class Overdrawn extends Exception {
        private static final long serialVersionUID = 1L;

        private final Amount amount;

        public Overdrawn(Amount amount) {
            super("overdrawn");
            this.amount = amount;
        }

        public Amount amount() {
            return amount;
        }
    }
}

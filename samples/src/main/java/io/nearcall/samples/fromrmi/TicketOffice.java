// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** The service that the server offers, as Java RMI requires it. Both versions share it. */
public interface TicketOffice extends Remote {

    Seat reserve(String customer) throws SoldOut, RemoteException;

    /** Returns the last seat that was reserved for that customer; null if there is none. */
    Seat seatOf(String customer) throws RemoteException;

    int free() throws RemoteException;

    void watch(Watcher watcher) throws RemoteException;

    void unwatch(Watcher watcher) throws RemoteException;
}

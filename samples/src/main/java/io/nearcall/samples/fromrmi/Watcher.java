// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** An object of a client that the server calls. Both versions share it. */
public interface Watcher extends Remote {
    void reserved(Seat seat) throws RemoteException;
}

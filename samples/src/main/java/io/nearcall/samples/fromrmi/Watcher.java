// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Of a client, called by the server. Moves unchanged. */
public interface Watcher extends Remote {
    void reserved(Seat seat) throws RemoteException;
}

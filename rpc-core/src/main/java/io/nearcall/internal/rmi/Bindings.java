// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.rmi;

import io.nearcall.ByRef;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** A registry, as other processes call it. Public only because generated classes implement it. */
public interface Bindings extends Remote {

    /**
     * Binds a name.
     *
     * @param object is referred to as long as it is bound, so that it lives, and nothing else: the registry need not know
     *     its interfaces
     * @param place where those who look it up will find it
     * @param replace whether the name may be bound already
     */
    void bind(String name, @ByRef Remote object, Place place, boolean replace)
            throws AlreadyBoundException, RemoteException;

    void unbind(String name) throws NotBoundException, RemoteException;

    Place lookup(String name) throws NotBoundException, RemoteException;

    /** The names that are bound, sorted. */
    String[] list() throws RemoteException;
}

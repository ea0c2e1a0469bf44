// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * Takes the place of {@link java.rmi.server.UnicastRemoteObject}. Objects of its subclasses are exported when they are
 * made; its methods export objects of other classes. The JVM stays up while anything is exported. It also stays up
 * until calls that run when an object is unexported have been answered. An exported object lives as long as somebody
 * refers to it, in this process or in another one. When it has been garbage-collected, it is not exported any more.
 *
 * <p>Ports have no meaning: no socket is opened.
 */
public class UnicastRemoteObject extends RemoteServer {

    /** Exports the object. */
    protected UnicastRemoteObject() throws RemoteException {
        this(0);
    }

    /**
     * Exports the object.
     *
     * @param port ignored
     */
    @SuppressWarnings("this-escape") // no call arrives before another process has the object
    protected UnicastRemoteObject(int port) throws RemoteException {
        Home.open().export(this);
    }

    /** Exports an object; see {@link #exportObject(Remote, int)}. */
    public static Remote exportObject(Remote object) throws RemoteException {
        return exportObject(object, 0);
    }

    /**
     * Exports an object.
     *
     * @param port ignored
     * @return a stub of the object, see {@link RemoteObject#toStub}
     * @throws java.rmi.server.ExportException if the object is exported already, here or by Java RMI; if one of its
     *     remote interfaces cannot be called remotely, with every fault in the message; or if the endpoint cannot be
     *     opened or is being closed
     */
    public static Remote exportObject(Remote object, int port) throws RemoteException {
        Home.open().export(object);
        return toStub(object);
    }

    /**
     * Refuses calls from now on, with a {@link NoSuchObjectException} on the caller's side. Running calls go on.
     *
     * @param force if false, the object stays exported if a call of it runs; the check takes a millisecond, in which
     *     calls are refused
     * @return whether the object is not exported any more
     * @throws NoSuchObjectException if the object was not exported
     */
    public static boolean unexportObject(Remote object, boolean force) throws NoSuchObjectException {
        return Home.unexport(object, force);
    }
}

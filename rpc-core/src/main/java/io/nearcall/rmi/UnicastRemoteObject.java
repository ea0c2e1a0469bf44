// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/**
 * In place of {@link java.rmi.server.UnicastRemoteObject}: a base class whose objects are exported when they are made, and the
 * same for objects of other classes. The JVM stays up while anything is exported, and until calls have been answered that run
 * when an object is unexported. An exported object lives as long as somebody
 * refers to it, in this process or in another one; when it has been collected, it is not exported any more.
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
    @SuppressWarnings("this-escape") // nobody is called before somebody is given the object
    protected UnicastRemoteObject(int port) throws RemoteException {
        Home.open().export(this);
    }

    /** See {@link #exportObject(Remote, int)}. */
    public static Remote exportObject(Remote object) throws RemoteException {
        return exportObject(object, 0);
    }

    /**
     * Exports an object.
     *
     * @param port ignored
     * @return a stub of the object, see {@link RemoteObject#toStub}
     * @throws java.rmi.server.ExportException if it is exported already, here or by Java RMI; if it implements no remote
     *     interface, or one that cannot be called remotely, with every fault in the message; or if this process cannot open an
     *     endpoint
     */
    public static Remote exportObject(Remote object, int port) throws RemoteException {
        Home.open().export(object);
        return toStub(object);
    }

    /**
     * Refuses calls from now on, with {@link NoSuchObjectException} on the caller's side. Calls that run go on.
     *
     * @param force if false, the object stays exported where a call of it runs; to find that out takes a millisecond, in
     *     which calls are refused
     * @return whether it is not exported any more
     * @throws NoSuchObjectException if it was not
     */
    public static boolean unexportObject(Remote object, boolean force) throws NoSuchObjectException {
        return Home.unexport(object, force);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.rmi.RemoteException;

/**
 * In place of {@link java.rmi.registry.LocateRegistry}. A port is a part of a name, {@code rmiregistry-1099}: none is opened. A
 * host has to be this one.
 */
public final class LocateRegistry {

    private static final int LAST_PORT = 65_535;

    private LocateRegistry() {}

    /**
     * Makes a registry in this JVM, which others find until it is unexported. It does not keep the JVM up, what is exported
     * and bound in it does.
     *
     * @param port 0 for one that others can be passed, but do not find
     * @throws IllegalArgumentException if there can be no such port
     * @throws java.rmi.server.ExportException if there is one already, here or in another process of this host
     */
    public static Registry createRegistry(int port) throws RemoteException {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("port=" + port + " is not between 0 and " + LAST_PORT);
        }
        return Home.open().createRegistry(port);
    }

    /** The registry of the usual port; see {@link #getRegistry(String, int)}. */
    public static Registry getRegistry() throws RemoteException {
        return getRegistry(null, Registry.REGISTRY_PORT);
    }

    /** See {@link #getRegistry(String, int)}. */
    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry(null, port);
    }

    /** The registry of the usual port; see {@link #getRegistry(String, int)}. */
    public static Registry getRegistry(String host) throws RemoteException {
        return getRegistry(host, Registry.REGISTRY_PORT);
    }

    /**
     * A registry of this host. It is looked for when it is first used, and again when it was restarted; if it is not there
     * then, its methods throw a {@link java.rmi.ConnectException} at once.
     *
     * @param host null, empty, or any name or address of this host
     * @param port 0 or less for the usual one
     * @throws java.rmi.UnknownHostException if nobody knows the host
     * @throws java.rmi.ConnectException if it is another one
     */
    public static Registry getRegistry(String host, int port) throws RemoteException {
        ThisHost.require(host);
        return new FoundRegistry(port > 0 ? port : Registry.REGISTRY_PORT);
    }
}

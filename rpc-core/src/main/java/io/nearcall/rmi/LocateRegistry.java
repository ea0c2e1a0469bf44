// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.rmi.RemoteException;

/**
 * Takes the place of {@link java.rmi.registry.LocateRegistry}. A port is a part of a name, {@code rmiregistry-1099}: no
 * port is opened. A host must be this one.
 */
public final class LocateRegistry {

    private static final int LAST_PORT = 65_535;

    private LocateRegistry() {}

    /**
     * Creates a registry in this JVM, which others find until it is unexported. The registry does not keep the JVM up,
     * but exported objects that are bound in it do.
     *
     * @param port 0 for a registry that can be passed to others, but is not found
     * @throws IllegalArgumentException if the port is not between 0 and 65535
     * @throws java.rmi.server.ExportException if there is a registry of that port already, here or in another process
     *     of this host; or if the registry cannot be offered
     */
    public static Registry createRegistry(int port) throws RemoteException {
        if (port < 0 || port > LAST_PORT) {
            throw new IllegalArgumentException("port=" + port + " is not between 0 and " + LAST_PORT);
        }
        return Home.open().createRegistry(port);
    }

    /** Returns the registry of the default port, 1099; see {@link #getRegistry(String, int)}. */
    public static Registry getRegistry() throws RemoteException {
        return getRegistry(null, Registry.REGISTRY_PORT);
    }

    /** Returns the registry of that port; see {@link #getRegistry(String, int)}. */
    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry(null, port);
    }

    /** Returns the registry of the default port, 1099; see {@link #getRegistry(String, int)}. */
    public static Registry getRegistry(String host) throws RemoteException {
        return getRegistry(host, Registry.REGISTRY_PORT);
    }

    /**
     * Returns a registry of this host. The registry is looked for when it is first used, and again after a restart. If
     * it is not found then, its methods throw a {@link java.rmi.ConnectException} at once.
     *
     * @param host null, empty, or any name or address of this host
     * @param port 0 or less for the default port, 1099
     * @throws java.rmi.UnknownHostException if the name of the host cannot be resolved
     * @throws java.rmi.ConnectException if it is another host, or if that cannot be determined
     */
    public static Registry getRegistry(String host, int port) throws RemoteException {
        ThisHost.require(host);
        return new FoundRegistry(port > 0 ? port : Registry.REGISTRY_PORT);
    }
}

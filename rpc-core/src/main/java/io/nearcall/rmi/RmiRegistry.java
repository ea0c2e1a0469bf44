// SPDX-License-Identifier: Apache-2.0
package io.nearcall.rmi;

import java.rmi.RemoteException;
import java.rmi.server.ExportException;

/**
 * Takes the place of the command {@code rmiregistry}: runs a registry in a process of its own, until that process is
 * told to end. Its class path need not have the classes of the programs that use it.
 *
 * <pre>{@code java -cp ... io.nearcall.rmi.RmiRegistry [port]}</pre>
 */
public final class RmiRegistry {

    private RmiRegistry() {}

    public static void main(String[] arguments) throws RemoteException, InterruptedException {
        int port = Registry.REGISTRY_PORT;
        if (arguments.length > 0) {
            try {
                port = Integer.parseInt(arguments[0]);
            } catch (NumberFormatException e) {
                System.err.println("RmiRegistry [port]: \"" + arguments[0] + "\" is not a number");
                System.exit(2);
            }
        }
        try {
            LocateRegistry.createRegistry(port);
        } catch (IllegalArgumentException | ExportException e) {
            System.err.println("RmiRegistry: " + e.getMessage());
            System.exit(1);
        }
        System.out.println("Registry " + port + " is open.");
        Rmi.endpoint().awaitClose();
    }
}

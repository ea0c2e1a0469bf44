// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi.after;

import io.nearcall.rmi.LocateRegistry;
import io.nearcall.rmi.Registry;
import java.rmi.RemoteException;

/** Makes a registry and binds a box office. The JVM keeps running because an object is exported. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws RemoteException {
        int port = args.length > 0 ? Integer.parseInt(args[0]) : Registry.REGISTRY_PORT;
        Registry registry = LocateRegistry.createRegistry(port);
        registry.rebind("box-office", new BoxOffice(3));
        System.out.println("The box office is open.");
    }
}

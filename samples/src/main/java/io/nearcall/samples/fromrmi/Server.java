// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

import java.rmi.RemoteException;

/** Runs the servers of both versions in one JVM, for {@link Comparison}. */
public final class Server {

    private Server() {}

    public static void main(String[] args) throws RemoteException {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1"); // the address that RMI's stubs connect to
        io.nearcall.samples.fromrmi.before.Server.main(args);
        io.nearcall.samples.fromrmi.after.Server.main(args);
    }
}

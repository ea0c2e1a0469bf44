// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi.after;

import io.nearcall.rmi.Naming;
import io.nearcall.rmi.Registry;
import io.nearcall.rmi.UnicastRemoteObject;
import io.nearcall.samples.fromrmi.SoldOut;
import io.nearcall.samples.fromrmi.TicketOffice;
import io.nearcall.samples.fromrmi.Watcher;
import java.net.MalformedURLException;
import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;

/** Reserves seats. Its watcher is told of each reservation. */
public final class Client {

    private static final int ATTEMPTS = 150;

    private Client() {}

    public static void main(String[] args) throws Exception {
        TicketOffice office = find(args.length > 0 ? Integer.parseInt(args[0]) : Registry.REGISTRY_PORT);

        Watcher watcher = seat -> System.out.println("told of:  " + seat);
        Watcher stub = (Watcher) UnicastRemoteObject.exportObject(watcher, 0);
        office.watch(stub);

        for (String customer : new String[] {"Ada", "Bob", "Cem", "Dan"}) {
            try {
                System.out.println("reserved: " + office.reserve(customer));
            } catch (SoldOut e) {
                System.out.println("refused:  " + customer + ", " + e.getMessage());
            }
        }

        office.unwatch(stub);
        UnicastRemoteObject.unexportObject(watcher, true);
    }

    /** Looks the box office up. Tries again for a while, because the server may still be starting. */
    public static TicketOffice find(int port)
            throws MalformedURLException, NotBoundException, RemoteException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return (TicketOffice) Naming.lookup("rmi://localhost:" + port + "/box-office");
            } catch (ConnectException | NotBoundException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }
}

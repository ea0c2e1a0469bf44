// SPDX-License-Identifier: Apache-2.0
package bank;

import io.nearcall.rmi.LocateRegistry;
import io.nearcall.rmi.UnicastRemoteObject;
import java.rmi.RemoteException;

public class Server extends UnicastRemoteObject implements Bank {

    protected Server() throws RemoteException {}

    public static void main(String[] arguments) throws Exception {
        LocateRegistry.createRegistry(1099).bind("bank", new Server());
        System.out.println("ready");
    }

    @Override
    public int balance(String owner) {
        if (owner.isEmpty()) {
            throw new IllegalArgumentException("nobody");
        }
        return owner.length();
    }

    @Override
    public Account open(String owner) {
        return () -> owner;
    }
}

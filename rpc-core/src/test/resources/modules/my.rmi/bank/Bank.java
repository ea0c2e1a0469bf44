// SPDX-License-Identifier: Apache-2.0
package bank;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Bank extends Remote {

    int balance(String owner) throws RemoteException;

    Account open(String owner) throws RemoteException;

    interface Account extends Remote {
        String owner() throws RemoteException;
    }
}

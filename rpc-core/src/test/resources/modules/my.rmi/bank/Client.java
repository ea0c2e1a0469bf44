// SPDX-License-Identifier: Apache-2.0
package bank;

import io.nearcall.rmi.LocateRegistry;
import java.rmi.NotBoundException;

public class Client {

    public static void main(String[] arguments) throws Exception {
        Bank bank = (Bank) LocateRegistry.getRegistry(1099).lookup("bank");
        System.out.println(bank.balance("ann"));
        System.out.println(bank.open("bob").owner());
        try {
            bank.balance("");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            LocateRegistry.getRegistry(1099).lookup("shop");
        } catch (NotBoundException e) {
            System.out.println(e);
        }
    }
}

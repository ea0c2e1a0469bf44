// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.samples.quickstart.Order;
import io.nearcall.samples.quickstart.OutOfStock;
import io.nearcall.samples.quickstart.Quote;
import io.nearcall.samples.quickstart.Receipt;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** {@link io.nearcall.samples.quickstart.Orders} as Java RMI wants it, which has no futures and nothing one-way. */
public interface RmiOrders extends Remote {

    Receipt place(Order order) throws OutOfStock, RemoteException;

    Quote quote(Order order) throws RemoteException;

    void audit(String line) throws RemoteException;
}

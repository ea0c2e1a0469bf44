// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.samples.quickstart.Order;
import io.nearcall.samples.quickstart.OutOfStock;
import io.nearcall.samples.quickstart.Quote;
import io.nearcall.samples.quickstart.Receipt;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** The Java RMI version of {@link io.nearcall.samples.quickstart.Orders}. RMI has neither futures nor one-way calls. */
public interface RmiOrders extends Remote {

    Receipt place(Order order) throws OutOfStock, RemoteException;

    Quote quote(Order order) throws RemoteException;

    void audit(String line) throws RemoteException;
}

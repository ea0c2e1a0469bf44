// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.samples.quickstart.Order;
import io.nearcall.samples.quickstart.Orders;
import io.nearcall.samples.quickstart.OutOfStock;
import io.nearcall.samples.quickstart.Quote;
import io.nearcall.samples.quickstart.Receipt;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObject;
import java.rmi.server.UnicastRemoteObject;

/** The same order service, behind Java RMI. */
final class RmiWarehouse implements RmiOrders {

    private final Orders orders;

    RmiWarehouse(Orders orders) {
        this.orders = orders;
    }

    /** Opens it on a free port that only this host reaches. */
    static RmiWarehouse open(Orders orders) throws RemoteException {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        RmiWarehouse warehouse = new RmiWarehouse(orders);
        UnicastRemoteObject.exportObject(
                warehouse, 0, null, port -> new ServerSocket(port, 50, InetAddress.getByName("127.0.0.1")));
        return warehouse;
    }

    RmiOrders stub() throws RemoteException {
        return (RmiOrders) RemoteObject.toStub(this);
    }

    @Override
    public Receipt place(Order order) throws OutOfStock {
        return orders.place(order);
    }

    @Override
    public Quote quote(Order order) {
        return orders.quote(order).join();
    }

    @Override
    public void audit(String line) {
        orders.audit(line);
    }
}

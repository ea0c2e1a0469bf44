// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Endpoint;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import shop.closed.Parcel;
import shop.model.Order;
import shop.model.OutOfStock;

public class Server implements Orders {

    public static void main(String[] arguments) throws Exception {
        Endpoint endpoint = Endpoint.open();
        endpoint.export(Orders.class, new Server());
        System.out.println("ready");
        endpoint.awaitClose();
    }

    @Override
    public Order place(Order order) throws OutOfStock {
        if (order.count() > 10) {
            throw new OutOfStock(10);
        }
        return order;
    }

    @Override
    public int stock(String item) {
        return item.length();
    }

    @Override
    public CompletableFuture<Order> later(Order order) {
        return CompletableFuture.completedFuture(order);
    }

    @Override
    public Iterator<Order> all() {
        return List.of(new Order("tea", 1, List.of()), new Order("oats", 2, List.of())).iterator();
    }

    @Override
    public void watch(Watcher watcher) {
        System.out.println(watcher.seen(new Order("seen", 1, List.of())));
    }

    @Override
    public byte[] seal(byte[] contents) {
        return contents;
    }

    @Override
    public Parcel send(Parcel parcel) {
        return parcel;
    }
}

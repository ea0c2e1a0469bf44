// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Idempotent;
import io.nearcall.RemoteObject;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import shop.closed.Parcel;
import shop.model.Order;
import shop.model.OutOfStock;

public interface Orders {

    Order place(Order order) throws OutOfStock;

    @Idempotent
    int stock(String item);

    CompletableFuture<Order> later(Order order);

    Iterator<Order> all();

    void watch(Watcher watcher);

    Parcel send(Parcel parcel);

    byte[] seal(byte[] contents);

    @RemoteObject
    interface Watcher {
        String seen(Order order);
    }
}

// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.EncodingException;
import io.nearcall.Endpoint;
import java.util.List;
import shop.closed.Parcel;
import shop.model.Order;
import shop.model.OutOfStock;

public class Client {

    public static void main(String[] arguments) throws Exception {
        System.out.println(Client.class.getModule() + ", " + Endpoint.class.getModule());
        Order order = new Order("tea", 3, List.of(new Order.Line("green")));
        try (Endpoint endpoint = Endpoint.open()) {
            Orders orders = endpoint.lookup(Orders.class);
            System.out.println(orders.place(order));
            System.out.println(orders.stock("salt"));
            System.out.println(orders.seal(new byte[3]).length);
            System.out.println(orders.later(order).get());
            orders.all().forEachRemaining(each -> System.out.println(each.item()));
            orders.watch(each -> "client has " + each.item());
            try {
                orders.place(new Order("tea", 11, List.of()));
            } catch (OutOfStock e) {
                System.out.println(e.getMessage() + ", " + e.left());
            }
            try {
                orders.send(new Parcel("tea"));
            } catch (EncodingException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.market;

import io.nearcall.Endpoint;
import io.nearcall.build.Reflected;
import io.nearcall.build.market.Market.Basket;
import io.nearcall.build.market.Market.Order;
import io.nearcall.build.market.Market.Price;
import io.nearcall.build.market.Market.SoldOut;
import io.nearcall.build.market.Market.Square;
import io.nearcall.build.market.Market.Stamp;
import io.nearcall.build.market.Market.Unit;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;

/**
 * Calls every method of a market from another endpoint. Prints the results, then the members that reflection accessed.
 */
public final class Customer {

    private final Market market;
    private final StringJoiner seen = new StringJoiner(" ");

    private Customer(Market market) {
        this.market = market;
    }

    public static void main(String[] arguments) throws Exception {
        System.setProperty(
                "java.vm.name", "Substrate VM"); // by which Kryo decides how to make an object without its constructor
        try (Endpoint server = Endpoint.open();
                Endpoint client = Endpoint.open()) {
            server.export(Market.class, new Stall());
            Customer customer = new Customer(client.lookup(Market.class));
            customer.buy();
            customer.fail();
            System.out.println(customer.seen);
        }
        Reflected.print();
    }

    private void buy() throws Exception {
        market.watch(count -> seen.add("placed " + count));
        Order order = market.place(new Order("17", List.of(new Price("tea", Unit.KILOGRAM, 3))));
        seen.add(order.number()).add(order.lines().get(0).toString());
        seen.add(market.prices(Map.of("tea", Unit.PIECE))[0].toString());
        Basket basket = market.basket().get();
        seen.add("basket " + basket.count());
        try (Stream<Price> offers = market.offers()) {
            offers.forEach(offer -> seen.add(offer.article()));
        }
        seen.add(market.cut(new Square(4)).toString());
        seen.add(market.stamp(new Stamp("paid")).text());
    }

    private void fail() {
        try {
            market.place(new Order("18", List.of()));
        } catch (SoldOut e) {
            seen.add(e.getMessage()).add(e.unit().toString());
        }
        try {
            market.fail("closed");
        } catch (IllegalStateException e) {
            seen.add(e.toString());
        }
    }
}

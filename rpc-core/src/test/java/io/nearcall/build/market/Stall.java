// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.market;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Sells. */
final class Stall implements Market {

    private int placed;
    private Watcher watcher = count -> {};

    @Override
    public Order place(Order order) throws SoldOut {
        if (order.lines().isEmpty()) {
            throw new SoldOut("no " + order.number(), Unit.PIECE);
        }
        placed++;
        watcher.placed(placed);
        return order;
    }

    @Override
    public Price[] prices(Map<String, Unit> units) {
        return units.entrySet().stream()
                .map(each -> new Price(each.getKey(), each.getValue(), 1))
                .toArray(Price[]::new);
    }

    @Override
    public CompletableFuture<Basket> basket() {
        return CompletableFuture.completedFuture(new Basket(placed));
    }

    @Override
    public Stream<Price> offers() {
        return Stream.of(new Price("tea", Unit.PIECE, 2));
    }

    @Override
    public Shape cut(Shape shape) {
        return shape instanceof Square square ? new Circle(square.side()) : shape;
    }

    @Override
    public Stamp stamp(Stamp stamp) {
        return new Stamp(stamp.text() + '!');
    }

    @Override
    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    @Override
    public void fail(String message) {
        throw new IllegalStateException(message);
    }
}

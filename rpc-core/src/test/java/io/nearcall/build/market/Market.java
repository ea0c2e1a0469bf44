// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build.market;

import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** An interface with values of all kinds, for which a build generates. */
@RemoteService("market")
public interface Market {

    Order place(Order order) throws SoldOut;

    Price[] prices(Map<String, Unit> units);

    CompletableFuture<Basket> basket();

    Stream<Price> offers();

    Shape cut(Shape shape);

    Stamp stamp(Stamp stamp);

    void watch(Watcher watcher);

    void fail(String message);

    enum Unit {
        PIECE,
        KILOGRAM
    }

    record Price(String article, Unit unit, long cents) {}

    sealed interface Shape permits Square, Circle {}

    record Square(int side) implements Shape {}

    record Circle(int radius) implements Shape {}

    /** What orders have in common. */
    abstract class Paper {
        private String number;

        Paper(String number) {
            this.number = number;
        }

        public String number() {
            return number;
        }
    }

    /** Without a constructor that takes nothing. */
    final class Order extends Paper {
        private final List<Price> lines;

        public Order(String number, List<Price> lines) {
            super(number);
            this.lines = lines;
        }

        public List<Price> lines() {
            return lines;
        }
    }

    /** With one. */
    final class Basket {
        private int count;
        private int[][] places;

        public Basket() {}

        public Basket(int count) {
            this.count = count;
            this.places = new int[][] {{count}};
        }

        public int count() {
            return count + places[0][0];
        }
    }

    /** Has a serialised form of its own. */
    final class Stamp implements Serializable {
        private static final long serialVersionUID = 1;
        private transient String text;

        public Stamp(String text) {
            this.text = text;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeUTF(text);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            text = in.readUTF();
        }

        public String text() {
            return text;
        }
    }

    /** With a field of its own. */
    final class SoldOut extends Exception {
        private static final long serialVersionUID = 1;
        private final Unit unit;

        public SoldOut(String message, Unit unit) {
            super(message);
            this.unit = unit;
        }

        public Unit unit() {
            return unit;
        }
    }

    @RemoteObject
    interface Watcher {
        void placed(int count);
    }
}

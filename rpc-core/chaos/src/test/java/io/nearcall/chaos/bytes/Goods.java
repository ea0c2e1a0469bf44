// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** The classes that are allowed, of every kind that travels. */
final class Goods {

    /** In the order of their ids. A new class goes to the end, because otherwise the corpus changes its meaning. */
    static final List<Class<?>> CLASSES = List.of(
            Status.class,
            Line.class,
            Order.class,
            Pair.class,
            Nothing.class,
            Person.class,
            Employee.class,
            Node.class,
            Level.class,
            Point.class,
            Basket.class,
            Bag.class,
            Holder.class,
            Swap.class,
            Porter.class,
            Line[].class,
            Status[].class,
            int[][].class,
            Object[][].class);

    private Goods() {}

    enum Status {
        NEW,
        PAID {
            @Override
            boolean isFinal() {
                return true;
            }
        };

        boolean isFinal() {
            return false;
        }
    }

    record Line(String sku, int quantity, double price) {}

    record Order(
            long id, String customer, Status status, boolean express, float total, Line[] lines, List<Line> more) {}

    record Pair(Object left, Object right) {}

    record Nothing() {}

    /** Its friends may refer back. */
    static class Person {
        String name;
        int age;
        final List<Object> friends = new ArrayList<>();
    }

    static final class Employee extends Person {
        Person boss;
        byte[] badge;
    }

    static final class Node {
        Node next;
        Object payload;
    }

    /** Names in its form the object that replaces it. */
    static final class Level implements Serializable {
        private static final long serialVersionUID = 1L;
        static final Level HIGH = new Level(10);
        private final int value;

        Level(int value) {
            this.value = value;
        }

        private Object readResolve() {
            return value == 10 ? HIGH : this;
        }
    }

    /** Writes and reads itself. */
    public static final class Point implements Externalizable {
        private static final long serialVersionUID = 1L;
        private int x;

        public Point() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(x + 1);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            x = in.readInt() - 1;
        }
    }

    static final class Basket extends ArrayList<Object> {
        private static final long serialVersionUID = 1L;
        private String owner;

        Basket(String owner) {
            this.owner = owner;
        }

        @Override
        public boolean equals(Object o) {
            return super.equals(o) && owner.equals(((Basket) o).owner);
        }

        @Override
        public int hashCode() {
            return super.hashCode() * 31 + owner.hashCode();
        }
    }

    static final class Bag extends HashSet<Object> {
        private static final long serialVersionUID = 1L;
    }

    /** Has a serialised form for being resolved, with anything in it. */
    static final class Holder implements Serializable {
        private static final long serialVersionUID = 1L;
        private final Object[] contents;

        Holder(Object... contents) {
            this.contents = contents;
        }

        private Object readResolve() {
            return this;
        }
    }

    /** Is replaced by a canary when it is written. */
    static final class Swap implements Serializable {
        private static final long serialVersionUID = 1L;

        private Object writeReplace() {
            return new Canaries.Proxy();
        }
    }

    /** Reads whatever object comes. */
    public static final class Porter implements Externalizable {
        private static final long serialVersionUID = 1L;
        private Object load;

        public Porter() {}

        Porter(Object load) {
            this.load = load;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(load);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            load = in.readObject();
        }
    }

    /** An exception with fields of its own. */
    static final class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;
        private final String sku;
        private final transient int left;
        private final Serializable detail;

        OutOfStock(String sku, int left, Serializable detail, Throwable cause) {
            super("Only " + left + " left of " + sku, cause);
            this.sku = sku;
            this.left = left;
            this.detail = detail;
        }
    }

    /** An exception with any value in it. */
    public static final class Faulty extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object what;

        public Faulty(String message, Throwable cause) {
            super(message, cause);
            this.what = null;
        }

        Faulty(Object what) {
            this.what = what;
        }
    }
}

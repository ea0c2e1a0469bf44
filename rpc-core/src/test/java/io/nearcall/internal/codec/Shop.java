// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** The classes that the tests send. */
final class Shop {

    private Shop() {}

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

    record Order(long id, String customer, Status status, boolean express, double total, List<Line> lines) {}

    record Everything(
            boolean b,
            byte y,
            char c,
            short s,
            int i,
            long l,
            float f,
            double d,
            String text,
            Status status,
            Line line,
            Object any,
            int[] ints,
            Line[] lines,
            Map<String, Line> map) {}

    record Positive(int value) {
        Positive {
            if (value <= 0) {
                throw new IllegalArgumentException("value=" + value);
            }
        }
    }

    record Pair(Object left, Object right) {}

    record Nothing() {}

    private record Hidden(String secret, Hidden next) {}

    static Object hidden() {
        return new Hidden("x", new Hidden(null, null));
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    static class Person {
        private String name;
        private int age;
        final List<Person> friends = new ArrayList<>();
        transient String session = "fresh";

        Person() {}

        Person(String name, int age) {
            this.name = name;
            this.age = age;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Person p && Objects.equals(name, p.name) && age == p.age;
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, age);
        }
    }

    static class Employee extends Person {
        private final String name;
        private final Person boss;

        Employee(String name, int age, String badge, Person boss) {
            super(name, age);
            this.name = Objects.requireNonNull(badge);
            this.boss = boss;
        }

        String badge() {
            return name;
        }

        Person boss() {
            return boss;
        }
    }

    static final class Node {
        Node next;
        Object payload;
    }

    final class Inner {}

    static class WithRunnable {
        Runnable action;
    }

    static class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;
        private final String sku;
        private final int left;

        OutOfStock(String sku, int left, Throwable cause) {
            super("Only " + left + " left of " + sku, cause);
            this.sku = sku;
            this.left = left;
        }

        String sku() {
            return sku;
        }

        int left() {
            return left;
        }
    }

    interface Orders {
        Order place(Order order, Map<String, ? extends Shape> shapes) throws OutOfStock, IOException;

        CompletableFuture<List<Positive>> later(Person[] people);

        default void local(Thread notSent) {}
    }

    interface Repository<T> {
        T find(String key);
    }

    interface Employees extends Repository<Employee> {}

    interface Impossible {
        void run(Runnable action);

        java.io.InputStream open(WithRunnable with);
    }

    interface Threaded {
        Thread same(Thread thread);

        java.util.List<Thread> list();
    }

    interface HalfMarked {
        java.util.function.Function<String, String> change(
                @io.nearcall.ByRef java.util.function.Function<String, String> before);
    }
}

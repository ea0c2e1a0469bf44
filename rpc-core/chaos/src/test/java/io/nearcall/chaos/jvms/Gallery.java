// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.jvms;

import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Calls of every kind, with values of many. */
@RemoteService
public interface Gallery {

    void ping();

    long sum(boolean z, byte b, char c, short s, int i, long l, float f, double d);

    String text(String text);

    byte[] bytes(byte[] bytes);

    Exhibit exhibit(Exhibit exhibit);

    /** Anything that is allowed. */
    Object same(Object thing);

    CompletableFuture<Exhibit> later(Exhibit exhibit);

    CompletableFuture<String> never(String why);

    @OneWay
    void count(int by);

    int counted();

    void fail(int how) throws Sold;

    /** The version of the JVM that serves. */
    int version();

    /** A record of records. */
    record Exhibit(String name, int year, Style style, List<Room> rooms, Map<String, Shape> shapes, Set<Long> tags) {}

    /** Another implementation. */
    record Room(int number, double area) {}

    /** An enum with a body. */
    enum Style {
        PLAIN,
        ORNATE {
            @Override
            public String toString() {
                return "very ornate";
            }
        }
    }

    /** Sealed. */
    sealed interface Shape extends Serializable permits Circle, Bean {}

    /** A record of an interface. */
    record Circle(double radius) implements Shape {}

    /** A class with fields, one of which refers back to it. */
    final class Bean implements Shape {
        private static final long serialVersionUID = 1L;
        private String title;
        private Bean self;

        Bean() {}

        Bean(String title) {
            this.title = title;
            this.self = this;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bean bean && bean.title.equals(title) && bean.self == bean;
        }

        @Override
        public int hashCode() {
            return title.hashCode();
        }
    }

    /** Declared, with a value of its own. */
    final class Sold extends Exception {
        private static final long serialVersionUID = 1L;
        private final int price;

        Sold(int price, Throwable cause) {
            super("sold for " + price, cause);
            this.price = price;
        }

        int price() {
            return price;
        }
    }
}

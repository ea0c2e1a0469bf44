// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.ByRef;
import io.nearcall.OneWay;
import io.nearcall.RemoteService;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/** What the C tests call, and what a C process serves. */
@RemoteService("shop")
public interface Shop {

    /** A type whose values may be null. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE_USE)
    @interface Nullable {}

    /** A value that goes both ways. */
    record Item(@Nullable String name, int count, @Nullable Colour colour, @Nullable List<String> tags) {}

    /** An enum of the application. */
    enum Colour {
        RED,
        GREEN
    }

    /** A value within which others are written without their class. */
    record Receipt(Item item, double total, @Nullable Item[] parts) {}

    /** A bean. */
    class Box {
        int size;
        Box inner;
        Object content;
    }

    /** A class that no signature names. */
    final class Gift {
        String wrapping = "paper".repeat(5000); // in two records
    }

    /** What is thrown. */
    class SoldOut extends Exception {
        private static final long serialVersionUID = 1L;

        public SoldOut(String name) {
            super(name);
        }
    }

    int add(int a, int b);

    String describe(boolean z, byte b, char c, short s, int i, long l, float f, double d);

    @Nullable String greet(@Nullable String name);

    Receipt buy(Item item, double price) throws SoldOut;

    Object echo(Object value);

    Box wrap(Box box);

    byte[] reverse(byte[] bytes);

    int[] twice(int[] numbers);

    Instant later(Instant at, Duration by);

    Object surprise();

    void fail();

    void sleep(long millis) throws InterruptedException;

    int interrupts();

    CompletableFuture<String> soon(String text);

    @OneWay
    void note(String text);

    List<String> notes();

    String context();

    int process();

    void die();

    Till open(@Nullable String name);

    int total(Till till);

    int apply(@ByRef IntUnaryOperator operator, int times);

    void collect();

    Stream<Integer> range(int from, int to);

    long sum(Iterator<Integer> numbers);

    Iterator<String> broken();

    Flow.Publisher<Integer> ticks(int count);
}

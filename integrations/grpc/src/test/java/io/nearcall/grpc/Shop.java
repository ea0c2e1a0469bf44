// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.Idempotent;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** What tests call that have several servers. */
@RemoteService("shop")
public interface Shop {

    /** The number of the server that is called. */
    long serve();

    /** The same, again and again if need be. */
    @Idempotent
    long serveAgain();

    /** As {@link #serve}, for a sale with a number that no other has. The server first writes that down. */
    long sell(long number);

    /** The same, again and again if need be. */
    @Idempotent
    long sellAgain(long number);

    CompletableFuture<Long> serveLater();

    /** A reference. */
    Basket basket();

    /** The number of the server that is called, so often. A stream, which is fetched bit by bit. */
    Iterator<Long> served(int times);

    /** Calls back, and returns whether what the callback has called ran on this method's thread. */
    boolean callBack(Visitor visitor);

    /** Whether that is the object of the server that is called. */
    boolean isSelf(Shop shop);

    /** An object of one server. */
    @RemoteObject
    interface Basket {
        long server();
    }

    /** An object of the caller. */
    @RemoteObject
    interface Visitor {
        void visit();
    }

    /** A server. */
    final class Counting implements Shop {

        final AtomicInteger calls = new AtomicInteger();
        volatile long delayMs;
        private final long number;
        private final LongConsumer sales;
        private final ThreadLocal<AtomicInteger> nested = ThreadLocal.withInitial(AtomicInteger::new);

        Counting(long number) {
            this(number, sale -> {});
        }

        /** @param sales is told of each sale that begins */
        Counting(long number, LongConsumer sales) {
            this.number = number;
            this.sales = sales;
        }

        @Override
        public long serve() {
            calls.incrementAndGet();
            nested.get().incrementAndGet();
            if (delayMs > 0) {
                pause();
            }
            return number;
        }

        private void pause() {
            try {
                TimeUnit.MILLISECONDS.sleep(delayMs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public long serveAgain() {
            return serve();
        }

        @Override
        public long sell(long sale) {
            sales.accept(sale);
            return serve();
        }

        @Override
        public long sellAgain(long sale) {
            return sell(sale);
        }

        @Override
        public CompletableFuture<Long> serveLater() {
            return CompletableFuture.completedFuture(serve());
        }

        @Override
        public Basket basket() {
            return () -> number;
        }

        @Override
        public Iterator<Long> served(int times) {
            return Stream.generate(() -> number).limit(times).iterator();
        }

        @Override
        public boolean callBack(Visitor visitor) {
            int before = nested.get().get();
            visitor.visit();
            return nested.get().get() == before + 1;
        }

        @Override
        public boolean isSelf(Shop shop) {
            return shop == this;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What the tests call. Each method asks for the stock. */
@RemoteService("orders")
public interface Orders {

    /** Is called back. */
    @RemoteObject
    interface Bell {
        void ring();
    }

    int place(int number);

    CompletableFuture<Integer> placeLater(int number);

    @OneWay
    void note(int number);

    Stream<Integer> lines(int number);

    void whenReady(Bell bell);

    /** Asks for the stock on a thread of its own, which has Nearcall's context only. */
    int placeElsewhere(int number);

    void cancel(int number);

    /** Takes every order. */
    final class Taken implements Orders {

        private final Stock stock;

        Taken(Stock stock) {
            this.stock = stock;
        }

        @Override
        public int place(int number) {
            return stock.take(number);
        }

        @Override
        public CompletableFuture<Integer> placeLater(int number) {
            return CompletableFuture.completedFuture(stock.take(number));
        }

        @Override
        public void note(int number) {
            stock.take(number);
        }

        @Override
        public Stream<Integer> lines(int number) {
            int taken = stock.take(number);
            return Stream.iterate(1, line -> line + 1).limit(taken);
        }

        @Override
        public void whenReady(Bell bell) {
            stock.take(1);
            bell.ring();
        }

        @Override
        public int placeElsewhere(int number) {
            CompletableFuture<Integer> taken = new CompletableFuture<>();
            start(io.nearcall.Context.current().wrap(() -> {
                taken.complete(stock.take(number));
            }));
            return taken.join();
        }

        /** On a virtual thread, from JDK 21 on. */
        private static void start(Runnable task) {
            try {
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
            } catch (NoSuchMethodException e) {
                new Thread(task).start();
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void cancel(int number) {
            throw new IllegalStateException("order " + number + " has been sent");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import io.nearcall.DeadlineExceededException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A {@link Market} that keeps the objects that it receives. */
public final class MarketPlace implements Market {

    volatile Order last;

    final AtomicLong told = new AtomicLong();

    final List<Listener> listeners = new CopyOnWriteArrayList<>();

    @Override
    public long tellNow(Listener listener, int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += listener.price(i);
        }
        return sum;
    }

    @Override
    public void tellForEver(Listener listener) {
        while (listener.price(1) == 1) {
            told.incrementAndGet();
        }
    }

    @Override
    public void subscribe(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public void subscribeAll(List<Listener> all) {
        listeners.addAll(all);
    }

    @Override
    public void tellAll(int price) {
        listeners.forEach(listener -> listener.price(price));
    }

    @Override
    public void unsubscribe(Listener listener) {
        listeners.remove(listener);
    }

    @Override
    public int subscribers() {
        return listeners.size();
    }

    @Override
    public Listener give(int index) {
        return listeners.get(index);
    }

    @Override
    public boolean same(Listener a, Listener b) {
        return a == b;
    }

    @Override
    public Order open(String what) {
        Sale sale = new Sale(what);
        last = sale;
        return sale;
    }

    @Override
    public CompletableFuture<Order> openLater(String what) {
        return CompletableFuture.completedFuture(new Sale(what));
    }

    @Override
    public void post(Listener listener) {
        listeners.add(listener);
    }

    @Override
    public Object any(Object value) {
        return value;
    }

    @Override
    public void each(int limit, Consumer<Integer> consumer) {
        for (int i = 0; i < limit; i++) {
            consumer.accept(i);
        }
    }

    @Override
    public Supplier<String> supplier(String text) {
        return () -> text;
    }

    @Override
    public Order trader() {
        return new Trader();
    }

    @Override
    public boolean cancel(Cancellable order) {
        return order.cancel();
    }

    @Override
    public boolean endure(Slow slow) {
        try {
            slow.slowly();
            return false;
        } catch (DeadlineExceededException e) {
            return true;
        }
    }

    private static final class Trader extends Sale implements Cancellable {
        Trader() {
            super("trader");
        }

        @Override
        public boolean cancel() {
            return true;
        }
    }

    private static class Sale implements Order {
        private final String name;
        private int quantity;

        Sale(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public synchronized void add(int more) {
            quantity += more;
        }

        @Override
        public synchronized int quantity() {
            return quantity;
        }
    }
}

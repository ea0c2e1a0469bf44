// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A mill that stands still for want of wind. */
final class WindMill implements Mill {

    final CountDownLatch wind = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger knocks = new AtomicInteger();

    @Override
    public boolean isOpen(boolean open) {
        return open;
    }

    @Override
    public byte grains(byte number) {
        return number;
    }

    @Override
    public short sacks(short number) {
        return number;
    }

    @Override
    public char grade(char grade) {
        return grade;
    }

    @Override
    public int grind(int weight) {
        return weight;
    }

    @Override
    public long grindMuch(long weight) {
        return weight;
    }

    @Override
    public float price(float weight) {
        return weight;
    }

    @Override
    public double pricePerTon(double weight) {
        return weight;
    }

    @Override
    public String label(String text) {
        return text;
    }

    @Override
    public Flour flour(String sort) {
        return new Flour(sort, 25);
    }

    @Override
    public List<Flour> all(List<String> sorts) {
        return sorts.stream().map(this::flour).toList();
    }

    @Override
    public Object whatever(Object given) {
        return given;
    }

    @Override
    public int[] weights(int count) {
        return new int[count];
    }

    @Override
    public void clean() {
        running.incrementAndGet();
    }

    @Override
    public Miller miller() {
        return new Person();
    }

    @Override
    public Supplier<String> recipe() {
        return () -> "flour and water";
    }

    @Override
    public Iterator<Integer> sacksInOrder(int count) {
        List<Integer> sacks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sacks.add(i);
        }
        return sacks.iterator();
    }

    @Override
    public int fail(String text) throws IOException {
        throw new IOException(text);
    }

    @Override
    public int grindSlowly() {
        try {
            wind.await();
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
        return 1;
    }

    @Override
    public int waitForWind() throws InterruptedException {
        running.incrementAndGet();
        try {
            wind.await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return running.get();
    }

    @Override
    public void knock() {
        knocks.incrementAndGet();
    }

    @Override
    public CompletableFuture<String> later(String text) {
        return CompletableFuture.completedFuture(text);
    }

    @Override
    public boolean isSame(Mill other) {
        return other == this;
    }

    private static final class Person implements Miller, Singer {
        @Override
        public String name() {
            return "Moss";
        }

        @Override
        public int strength(int more) {
            return 40 + more;
        }

        @Override
        public String song() {
            return "la";
        }
    }
}

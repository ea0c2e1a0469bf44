// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.NearcallException;
import java.io.IOException;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;

/** The service that is fuzzed. Any thread. */
final class DeskClerk implements Desk {

    private static final int LONGEST_REST_MS = 20;
    private static final int MOST_NUMBERS = 100;

    private final Executor ownThreads;
    private volatile Listener kept;

    /** @param ownThreads call listeners outside of calls */
    DeskClerk(Executor ownThreads) {
        this.ownThreads = ownThreads;
    }

    /** Keeps nothing of a conversation. */
    void forget() {
        kept = null;
    }

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public String greet(String name) {
        return "hello " + name;
    }

    @Override
    public Object echo(Object value) {
        return value;
    }

    @Override
    public byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[there(bytes).length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Override
    public CompletableFuture<Integer> later(int number) {
        return number % 2 == 0 ? CompletableFuture.completedFuture(number) : new CompletableFuture<>();
    }

    @Override
    public void note(String line) {}

    @Override
    public int ask(Listener listener, int number) {
        return there(listener).told(number);
    }

    /** A fault of the caller: {@link Surprises} takes the exceptions of the JDK for faults of ours. */
    static final class NothingPassed extends RuntimeException {

        private static final long serialVersionUID = 1;

        NothingPassed() {
            super("nothing was passed");
        }
    }

    /** A peer may pass null, and get an exception. */
    private static <T> T there(T argument) {
        if (argument == null) {
            throw new NothingPassed();
        }
        return argument;
    }

    @Override
    public void keep(Listener listener) {
        kept = listener;
    }

    @Override
    public void tellLater(int number) {
        Listener listener = kept;
        if (listener == null) {
            return;
        }
        try {
            ownThreads.execute(() -> tell(listener, number));
        } catch (RejectedExecutionException e) {
            // the last threads are still busy
        }
    }

    private static void tell(Listener listener, int number) {
        try {
            switch (number & 3) {
                case 0 -> listener.told(number);
                case 1 -> listener.toldLater(number);
                default -> listener.heard(number);
            }
        } catch (Exception e) {
            if (!(e instanceof NearcallException || e instanceof IOException)) {
                throw e;
            }
            // as the listener deserves: a peer may answer an undeclared exception
        }
    }

    @Override
    public Item item(int number) {
        return new CountedItem(number);
    }

    @Override
    public int numberOf(Item item) {
        return there(item).number();
    }

    @Override
    public Iterator<Integer> numbers(int count) {
        return IntStream.range(0, Math.floorMod(count, MOST_NUMBERS)).iterator();
    }

    @Override
    public int sum(Iterator<Integer> numbers) {
        there(numbers);
        int sum = 0;
        for (int i = 0; i < MOST_NUMBERS && numbers.hasNext(); i++) {
            sum += there(numbers.next());
        }
        return sum;
    }

    @Override
    public Flow.Publisher<Integer> ticks(int count) {
        return subscriber -> {
            try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(Runnable::run, MOST_NUMBERS)) {
                publisher.subscribe(subscriber);
                for (int i = 0; i < Math.floorMod(count, MOST_NUMBERS); i++) {
                    publisher.offer(i, null);
                }
            }
        };
    }

    @Override
    public void fail(String message) throws IOException {
        throw new IOException(message);
    }

    @Override
    public void rest(int milliseconds) throws InterruptedException {
        Thread.sleep(Math.floorMod(milliseconds, LONGEST_REST_MS));
    }

    private record CountedItem(int number) implements Item {
        @Override
        public CompletableFuture<Integer> numberLater() {
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public void touch(int times) {}
    }
}

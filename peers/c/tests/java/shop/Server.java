// SPDX-License-Identifier: Apache-2.0
package shop;

import io.nearcall.Caller;
import io.nearcall.Endpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Serves the shop over a channel until its input ends. */
public final class Server implements Shop {

    private final AtomicInteger interrupts = new AtomicInteger();
    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    private static final class CountingTill implements Till {
        private int sum;

        @Override
        public synchronized int put(int amount) {
            sum += amount;
            return sum;
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Endpoint endpoint = Endpoint.builder().allow(Gift.class).open()) {
            endpoint.export(Shop.class, new Server(), arguments[0] + ":shop");
            System.out.println("READY");
            System.out.flush();
            while (System.in.read() >= 0) {
                // until the test closes it
            }
        }
    }

    @Override
    public int add(int a, int b) {
        return a + b;
    }

    @Override
    public String describe(boolean z, byte b, char c, short s, int i, long l, float f, double d) {
        return z + " " + b + " " + c + " " + s + " " + i + " " + l + " " + f + " " + d;
    }

    @Override
    public String greet(String name) {
        return name == null ? null : "Hello " + name;
    }

    @Override
    public Receipt buy(Item item, double price) throws SoldOut {
        if (price == 0) {
            throw new SoldOut(item.name());
        }
        return new Receipt(item, item.count() * price, new Item[] {item, null});
    }

    @Override
    public Object echo(Object value) {
        return value;
    }

    @Override
    public Box wrap(Box box) {
        Box outer = new Box();
        outer.size = box.size + 1;
        outer.inner = box;
        outer.content = box.content;
        return outer;
    }

    @Override
    public byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Override
    public int[] twice(int[] numbers) {
        int[] doubled = numbers.clone();
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] *= 2;
        }
        return doubled;
    }

    @Override
    public Instant later(Instant at, Duration by) {
        return at.plus(by);
    }

    @Override
    public Object surprise() {
        return new Gift();
    }

    @Override
    public void fail() {
        throw new IllegalStateException("closed", new IllegalArgumentException("till"));
    }

    @Override
    public void sleep(long millis) throws InterruptedException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            interrupts.incrementAndGet();
            throw e;
        }
    }

    @Override
    public int interrupts() {
        return interrupts.get();
    }

    @Override
    public CompletableFuture<String> soon(String text) {
        return CompletableFuture.supplyAsync(() -> text + "!");
    }

    @Override
    public void note(String text) {
        notes.add(text);
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public String context() {
        Caller caller = Caller.current();
        return caller.metadata().get("tenant") + " "
                + caller.remaining().map(left -> left.compareTo(Duration.ofSeconds(5)) <= 0).orElse(null);
    }

    @Override
    public int process() {
        return (int) ProcessHandle.current().pid();
    }

    @Override
    public void die() {
        Runtime.getRuntime().halt(7);
    }

    @Override
    public Till open(String name) {
        return new CountingTill();
    }

    @Override
    public int total(Till till) {
        return till.put(0);
    }

    @Override
    public int apply(IntUnaryOperator operator, int times) {
        int value = 1;
        for (int i = 0; i < times; i++) {
            value = operator.applyAsInt(value);
        }
        return value;
    }

    @Override
    public void collect() {
        System.gc();
    }

    @Override
    public Stream<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed();
    }

    @Override
    public long sum(Iterator<Integer> numbers) {
        long sum = 0;
        while (numbers.hasNext()) {
            sum += numbers.next();
        }
        return sum;
    }

    @Override
    public Iterator<String> broken() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                if (next == 3) {
                    throw new IllegalStateException("broken");
                }
                return "piece " + next++;
            }
        };
    }

    @Override
    public Flow.Publisher<Integer> ticks(int count) {
        return subscriber -> {
            SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>();
            publisher.subscribe(subscriber);
            for (int i = 0; i < count; i++) {
                publisher.submit(i);
            }
            publisher.close();
        };
    }
}

package market;

import io.nearcall.Caller;
import io.nearcall.Context;
import io.nearcall.Endpoint;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.*;

public final class MarketServer implements Market {
    private volatile String audited = "nothing";

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = open()) {
            endpoint.export(Market.class, new MarketServer());
            endpoint.export(Market.class, new MarketServer(), "old.market");
            System.out.println("ready");
            endpoint.awaitClose();
        }
    }

    private static final AtomicInteger TASKS = new AtomicInteger();

    /** With an executor that takes so many tasks, if the test says how many. */
    private static Endpoint open() {
        int most = Integer.getInteger("market.tasks", -1);
        if (most < 0) {
            return Endpoint.open();
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        return Endpoint.builder()
                .executor(task -> {
                    if (TASKS.incrementAndGet() > most) {
                        throw new RejectedExecutionException("busy");
                    }
                    threads.execute(task);
                })
                .open();
    }

    public int tasks() {
        return TASKS.get();
    }

    public int add(int a, int b) {
        return a + b;
    }

    public String greet(String name) {
        return "Hello, " + name;
    }

    public Receipt place(Order order) throws OutOfStock {
        if (order.lines().isEmpty()) {
            throw new OutOfStock("no tea");
        }
        int pieces = order.lines().stream().mapToInt(Line::count).sum();
        return new Receipt(order.customer(), pieces, Instant.EPOCH);
    }

    public Everything echo(Everything all) {
        return all;
    }

    public Object any(Object value) {
        return value;
    }

    public Shape grown(Shape shape) {
        return shape instanceof Circle circle
                ? new Circle(2 * circle.radius())
                : new Square(2 * ((Square) shape).side(), Colour.GREEN);
    }

    public Map<Key, List<Integer>> byKey(Map<Key, List<Integer>> map) {
        return new TreeMap<>(map);
    }

    public Page<Order> page(Page<Order> page) {
        return page;
    }

    public SortedSet<Key> sorted(List<Key> keys) {
        return new TreeSet<>(keys);
    }

    public int put(int value) {
        return value;
    }

    public int put(String value) {
        return value.length();
    }

    public CompletableFuture<String> later(long millis) {
        return CompletableFuture.supplyAsync(
                () -> "later", CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }

    public void audit(String line) {
        if (line.equals("exit")) {
            exit();
        }
        audited = line;
    }

    public String audited() {
        return audited;
    }

    public String header(String key) {
        return Context.current().metadata().get(key);
    }

    public void sleep(long millis) {
        slow(millis);
    }

    public void slow(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public void ping() {}

    public Iterator<Integer> count(int to) {
        return IntStream.range(0, to).iterator();
    }

    public Stream<Order> orders(int count) {
        return IntStream.range(0, count).mapToObj(number -> new Order("c" + number));
    }

    public IntStream squares(int count) {
        return IntStream.range(0, count).map(each -> each * each);
    }

    private final AtomicInteger openStreams = new AtomicInteger();

    /** Each element takes a while, so that the next one is not there yet when one is printed. */
    public Stream<Integer> endless() {
        openStreams.incrementAndGet();
        return IntStream.iterate(0, each -> each + 1)
                .peek(each -> slow(20))
                .boxed()
                .onClose(openStreams::decrementAndGet);
    }

    public int openStreams() {
        return openStreams.get();
    }

    public void breakDown(String how) {
        throw new AssertionError(how);
    }

    public Flow.Publisher<String> broken() {
        SubmissionPublisher<String> publisher = new SubmissionPublisher<>();
        CompletableFuture.runAsync(() -> {
            while (publisher.getNumberOfSubscribers() == 0) {
                Thread.onSpinWait();
            }
            publisher.closeExceptionally(new AssertionError("torn"));
        });
        return publisher;
    }

    public Flow.Publisher<String> words(int count) {
        SubmissionPublisher<String> publisher = new SubmissionPublisher<>();
        CompletableFuture.runAsync(() -> {
            while (publisher.getNumberOfSubscribers() == 0) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < count; i++) {
                publisher.submit("word" + i);
            }
            publisher.close();
        });
        return publisher;
    }

    public long sum(Iterator<Integer> numbers) {
        long sum = 0;
        while (numbers.hasNext()) {
            sum += numbers.next();
        }
        return sum;
    }

    public int total(Flow.Publisher<Integer> numbers) {
        CompletableFuture<Integer> total = new CompletableFuture<>();
        numbers.subscribe(new Flow.Subscriber<Integer>() {
            private int sum;

            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            public void onNext(Integer item) {
                sum += item;
            }

            public void onError(Throwable thrown) {
                total.completeExceptionally(thrown);
            }

            public void onComplete() {
                total.complete(sum);
            }
        });
        return total.join();
    }

    public void fail(String how) {
        throw new IllegalStateException(how);
    }

    public void exit() {
        Runtime.getRuntime().halt(3);
    }

    public Cart cart() {
        return order -> {};
    }

    public void watch(Consumer<String> listener) {}
}

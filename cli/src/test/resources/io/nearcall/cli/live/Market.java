package market;

import io.nearcall.*;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.Consumer;
import java.util.stream.*;

/** Every kind of method and value. Its classes have code that must not run in the command. */
@RemoteService("market")
public interface Market {
    int add(int a, int b);

    String greet(String name);

    Receipt place(Order order) throws OutOfStock;

    Everything echo(Everything all);

    Object any(Object value);

    Shape grown(Shape shape);

    Map<Key, List<Integer>> byKey(Map<Key, List<Integer>> map);

    Page<Order> page(Page<Order> page);

    SortedSet<Key> sorted(List<Key> keys);

    int put(int value);

    int put(String value);

    CompletableFuture<String> later(long millis);

    @OneWay
    void audit(String line);

    String audited();

    String header(String key);

    @Deadline("100ms")
    void sleep(long millis);

    void slow(long millis);

    void ping();

    int tasks();

    @Deadline("5s")
    Iterator<Integer> count(int to);

    Stream<Order> orders(int count);

    IntStream squares(int count);

    Stream<Integer> endless();

    int openStreams();

    void breakDown(String how);

    Flow.Publisher<String> broken();

    Flow.Publisher<String> words(int count);

    long sum(Iterator<Integer> numbers);

    int total(Flow.Publisher<Integer> numbers);

    void fail(String how);

    void exit();

    Cart cart();

    void watch(@ByRef Consumer<String> listener);

    @RemoteObject
    interface Cart {
        void add(Order order);
    }

    enum Colour {
        RED,
        GREEN {
            @Override
            String shade() {
                return "dark";
            }
        };

        static {
            Code.ran();
        }

        String shade() {
            return "light";
        }
    }

    record Key(String name, int number) implements Comparable<Key> {
        static final Code CODE = new Code();

        public Key {
            Code.ran();
            if (number < 0) {
                throw new IllegalArgumentException("number=" + number);
            }
        }

        @Override
        public int compareTo(Key other) {
            return name.compareTo(other.name);
        }
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side, Colour colour) implements Shape {}

    class Base {
        private String id = "none";
        protected transient Code code;
    }

    class Order extends Base {
        private final String customer;
        private List<Line> lines = new ArrayList<>();
        private Optional<Instant> due = Optional.empty();

        public Order(String customer) {
            Code.ran();
            this.customer = customer;
        }

        String customer() {
            return customer;
        }

        List<Line> lines() {
            return lines;
        }
    }

    record Line(String article, int count, @Nullable String note) {}

    record Receipt(String customer, int pieces, Instant at) {}

    record Page<T>(List<T> items, int number, Map<String, T> byName) {}

    record Everything(
            boolean z,
            byte b,
            short s,
            char c,
            int i,
            long l,
            float f,
            double d,
            Integer boxed,
            String text,
            BigDecimal decimal,
            BigInteger integer,
            UUID uuid,
            URI uri,
            Colour colour,
            DayOfWeek day,
            LocalDate date,
            LocalDateTime dateTime,
            Instant instant,
            Duration duration,
            ZonedDateTime zoned,
            Date old,
            Locale locale,
            byte[] bytes,
            int[] ints,
            String[][] texts,
            Colour[] colours,
            List<Line> lines,
            Set<Colour> set,
            EnumSet<Colour> enumSet,
            EnumMap<Colour, Integer> enumMap,
            Map<Integer, String> map,
            Map.Entry<String, Integer> entry,
            Optional<String> optional,
            OptionalInt optionalInt,
            Deque<String> deque,
            TreeMap<String, Long> tree,
            BitSet bits,
            List<? extends Shape> shapes) {}

    class OutOfStock extends Exception {
        private static final long serialVersionUID = 1L;
        final transient Code code = new Code();

        public OutOfStock(String message) {
            super(message);
        }
    }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Nullable {}
}

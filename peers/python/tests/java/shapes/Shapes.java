// SPDX-License-Identifier: Apache-2.0
package shapes;

import io.nearcall.RemoteService;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Types of parameters and results that shop.Shop does not have. Each method returns its argument, or says what it got. */
@RemoteService("shapes")
public interface Shapes {

    enum Size {
        SMALL,
        LARGE
    }

    record Line(String sku, long quantity, Size size) {}

    record Order(
            Long id, List<Line> lines, Map<String, Line> byName, Optional<Line> gift, Set<Size> sizes, int[] counts, byte[] raw, Instant at) {}

    class Base {
        protected String name = "base";
    }

    class Derived extends Base {
        private short number = 7;
    }

    sealed interface Figure permits Circle, Square {}

    record Circle(double radius) implements Figure {}

    record Square(double side) implements Figure {}

    class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        public Refused(String message, Throwable cause) {
            super(message, cause);
        }
    }

    void ping();

    int add(int a, int b);

    Order order(Order order);

    Derived derived(Derived derived);

    Figure figure(Figure figure);

    List<Long> longs(List<Long> longs);

    Map<Integer, List<String>> map(Map<Integer, List<String>> map);

    Set<Character> letters(Set<Character> letters);

    Collection<Float> floats(Collection<Float> floats);

    Optional<String> optional(Optional<String> text);

    OptionalInt optionalInt(OptionalInt number);

    BigInteger bigInteger(BigInteger number);

    BigDecimal bigDecimal(BigDecimal number);

    UUID uuid(UUID uuid);

    URI uri(URI uri);

    LocalDate date(LocalDate date);

    LocalTime time(LocalTime time);

    LocalDateTime dateTime(LocalDateTime dateTime);

    OffsetDateTime offset(OffsetDateTime dateTime);

    ZonedDateTime zoned(ZonedDateTime dateTime);

    Instant instant(Instant instant);

    Duration duration(Duration duration);

    Date legacy(Date date);

    DayOfWeek day(DayOfWeek day);

    Integer boxed(Integer number);

    String[] strings(String[] strings);

    Line[][] grid(Line[][] grid);

    double[] doubles(double[] doubles);

    boolean[] flags(boolean[] flags);

    char[] chars(char[] chars);

    Map.Entry<String, Integer> entry(Map.Entry<String, Integer> entry);

    List<Optional<String>> optionals(List<Optional<String>> texts);

    List<int[]> arrays(List<int[]> arrays);

    Map<String, Instant> moments(Map<String, Instant> moments);

    CompletableFuture<List<Line>> later(List<Line> lines, long millis);

    IntStream squares(IntStream numbers);

    /** The class of each element. */
    List<String> classes(List<Object> values);

    /** Values of classes that Python reads as one of its own. */
    List<Object> samples();

    void refuse(String message) throws Refused;

    long nanos(Instant instant);
}

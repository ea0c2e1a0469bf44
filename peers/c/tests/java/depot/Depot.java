// SPDX-License-Identifier: Apache-2.0
package depot;

import io.nearcall.ByRef;
import io.nearcall.Deadline;
import io.nearcall.Idempotent;
import io.nearcall.OneWay;
import io.nearcall.RemoteObject;
import io.nearcall.RemoteService;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Each kind of method, parameter and value, for the tests of generated code. */
@RemoteService("depot")
@Deadline("20s")
public interface Depot {

    /** An enum, with a constant that is a macro in C. */
    enum Size {
        SMALL,
        LARGE,
        NULL
    }

    /** A record with what may be missing. */
    record Part(
            String name, int count, @Nullable Size size, Long weight, Optional<String> note, OptionalInt shelf) {}

    /** A record with containers, and one that contains itself. */
    record Crate(
            Part part,
            List<Part> parts,
            Map<String, Part> byName,
            Set<String> tags,
            @Nullable Part[] spare,
            @Nullable Crate inner,
            int[][] grid,
            boolean[] flags) {}

    /** A record with times and bytes. */
    record Seal(Instant at, Duration age, LocalDate due, byte[] bytes, @Nullable List<@Nullable String> lines) {}

    /** A class with fields. */
    class Tag {
        public String text;
        public int number;
    }

    /** Another one, which hides a field. */
    class Label extends Tag {
        public String text;
        public Label next;
    }

    /** An interface of values, which C++ takes for any value. */
    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    /** What is thrown. */
    class Empty extends Exception {
        private static final long serialVersionUID = 1L;

        public Empty(String message) {
            super(message);
        }
    }

    /** What is called back. */
    @RemoteObject
    interface Watcher {
        void seen(Part part);
    }

    Crate pack(Crate crate);

    Seal seal(Seal seal);

    Label relabel(Label label);

    Shape scale(Shape shape, double by);

    Map<Size, List<Integer>> count(Collection<String> names);

    Set<Long> ids(Set<Long> ids);

    Optional<Part> find(String name);

    OptionalDouble ratio(int a, int b);

    Integer half(Integer number);

    @Nullable
    String shorten(@Nullable String text);

    BigDecimal price(BigDecimal price);

    DayOfWeek after(DayOfWeek day);

    byte[] reverse(byte[] bytes);

    char next(char letter);

    String put(int number);

    String put(String text, List<Part> parts);

    @Idempotent
    String delete(String register);

    Part take(String name) throws Empty;

    CompletableFuture<Part> order(String name);

    CompletableFuture<Void> settle();

    @OneWay
    void log(String line);

    List<String> logged();

    Stream<Part> parts(int count);

    IntStream numbers(int count);

    long total(Iterator<Part> parts);

    Flow.Publisher<Part> news(int count);

    int watch(Watcher watcher, int times);

    Watcher same(Watcher watcher);

    int apply(@ByRef IntBinaryOperator operator, int a, int b);

    @Deadline("100ms")
    void rest() throws InterruptedException;
}

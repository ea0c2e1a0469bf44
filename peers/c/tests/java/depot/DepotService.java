// SPDX-License-Identifier: Apache-2.0
package depot;

import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The depot in Java. Other languages do the same. */
final class DepotService implements Depot {

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    static Part part(int number) {
        return new Part("part " + number, number, Size.LARGE, null, Optional.empty(), OptionalInt.of(number));
    }

    @Override
    public Crate pack(Crate crate) {
        return new Crate(
                part(1), crate.parts(), crate.byName(), crate.tags(), crate.spare(), crate, crate.grid(), crate.flags());
    }

    @Override
    public Seal seal(Seal seal) {
        return new Seal(
                seal.at().plus(seal.age()), seal.age().negated(), seal.due().plusDays(1), seal.bytes(), seal.lines());
    }

    @Override
    public Label relabel(Label label) {
        Label made = new Label();
        made.text = label.text + "!";
        made.number = label.number + 1;
        ((Tag) made).text = ((Tag) label).text;
        made.next = label;
        return made;
    }

    @Override
    public Shape scale(Shape shape, double by) {
        return shape instanceof Circle circle
                ? new Circle(circle.radius() * by)
                : new Square(((Square) shape).side() * by);
    }

    @Override
    public Map<Size, List<Integer>> count(Collection<String> names) {
        return new TreeMap<>(Map.of(Size.SMALL, names.stream().map(String::length).toList()));
    }

    @Override
    public Set<Long> ids(Set<Long> ids) {
        Set<Long> more = new TreeSet<>(ids);
        more.add(7L);
        return more;
    }

    @Override
    public Optional<Part> find(String name) {
        return name.isEmpty() ? Optional.empty() : Optional.of(part(2));
    }

    @Override
    public OptionalDouble ratio(int a, int b) {
        return b == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) a / b);
    }

    @Override
    public Integer half(Integer number) {
        return number == null ? null : number / 2;
    }

    @Override
    public String shorten(String text) {
        return text == null ? null : text.substring(1);
    }

    @Override
    public BigDecimal price(BigDecimal price) {
        return price;
    }

    @Override
    public DayOfWeek after(DayOfWeek day) {
        return day;
    }

    @Override
    public byte[] reverse(byte[] bytes) {
        byte[] made = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            made[i] = bytes[bytes.length - 1 - i];
        }
        return made;
    }

    @Override
    public char next(char letter) {
        return (char) (letter + 1);
    }

    @Override
    public String put(int number) {
        return "number " + number;
    }

    @Override
    public String put(String text, List<Part> parts) {
        return text + ' ' + parts.size();
    }

    @Override
    public String delete(String register) {
        return "deleted " + register;
    }

    @Override
    public Part take(String name) throws Empty {
        if (name.isEmpty()) {
            throw new Empty("nothing left");
        }
        return part(3);
    }

    @Override
    public CompletableFuture<Part> order(String name) {
        return CompletableFuture.completedFuture(part(4));
    }

    @Override
    public CompletableFuture<Void> settle() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void log(String line) {
        lines.add(line);
    }

    @Override
    public List<String> logged() {
        return List.copyOf(lines);
    }

    @Override
    public Stream<Part> parts(int count) {
        return IntStream.range(0, count).mapToObj(DepotService::part);
    }

    @Override
    public IntStream numbers(int count) {
        return IntStream.range(0, count);
    }

    @Override
    public long total(Iterator<Part> parts) {
        long total = 0;
        while (parts.hasNext()) {
            total += parts.next().count();
        }
        return total;
    }

    @Override
    public Flow.Publisher<Part> news(int count) {
        return subscriber -> {
            SubmissionPublisher<Part> publisher = new SubmissionPublisher<>();
            publisher.subscribe(subscriber);
            new Thread(() -> {
                        for (int i = 0; i < count; i++) {
                            publisher.submit(part(i));
                        }
                        publisher.close();
                    })
                    .start();
        };
    }

    @Override
    public int watch(Watcher watcher, int times) {
        for (int i = 0; i < times; i++) {
            watcher.seen(part(i));
        }
        return times;
    }

    @Override
    public Watcher same(Watcher watcher) {
        return watcher;
    }

    @Override
    public int apply(IntBinaryOperator operator, int a, int b) {
        return operator.applyAsInt(a, b);
    }

    @Override
    public void rest() throws InterruptedException {
        Thread.sleep(Duration.ofSeconds(10).toMillis());
    }
}

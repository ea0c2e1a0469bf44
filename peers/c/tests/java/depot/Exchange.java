// SPDX-License-Identifier: Apache-2.0
package depot;

import depot.Depot.Circle;
import depot.Depot.Crate;
import depot.Depot.Empty;
import depot.Depot.Label;
import depot.Depot.Part;
import depot.Depot.Seal;
import depot.Depot.Size;
import depot.Depot.Tag;
import depot.Depot.Watcher;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Offers "depot", and calls the service "other" of a process in another language. Ends when that is done and its input ends. */
public final class Exchange {

    private static final Part LAMP =
            new Part("lamp", 3, Size.NULL, 40L, Optional.of("new"), OptionalInt.empty());

    private static void check(boolean condition, Object found) {
        if (!condition) {
            throw new AssertionError(found);
        }
    }

    private interface Group {
        void run(Depot other) throws Exception;
    }

    private static final Map<String, Group> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("crates", Exchange::crates);
        GROUPS.put("seals", Exchange::seals);
        GROUPS.put("labels", Exchange::labels);
        GROUPS.put("values", Exchange::values);
        GROUPS.put("texts", Exchange::texts);
        GROUPS.put("failures", Exchange::failures);
        GROUPS.put("calls", Exchange::calls);
        GROUPS.put("streams", Exchange::streams);
        GROUPS.put("references", Exchange::references);
    }

    public static void main(String[] arguments) throws Exception {
        List<String> wanted = List.of(arguments).subList(1, arguments.length);
        try (Endpoint endpoint = Endpoint.open()) {
            endpoint.export(Depot.class, new DepotService());
            Depot other = endpoint.lookup(Depot.class, arguments[0] + ":other");
            for (Map.Entry<String, Group> group : GROUPS.entrySet()) {
                if (wanted.isEmpty() || wanted.contains(group.getKey())) {
                    group.getValue().run(other);
                    System.out.println("ok should_offer_" + group.getKey());
                }
            }
            System.out.println("DONE");
            while (System.in.read() >= 0) {}
        }
    }

    private static void crates(Depot other) {
        Crate inner = new Crate(
                LAMP,
                List.of(LAMP, LAMP),
                Map.of("a", LAMP),
                Set.of("x", "y"),
                new Part[] {null, LAMP},
                null,
                new int[][] {{1, 2}, {}},
                new boolean[] {true, false});
        Crate crate = other.pack(inner);
        check(crate.part().equals(DepotService.part(1)) && crate.parts().equals(inner.parts()), crate);
        check(crate.byName().equals(inner.byName()) && crate.tags().equals(inner.tags()), crate);
        check(Arrays.equals(crate.spare(), inner.spare()) && Arrays.deepEquals(crate.grid(), inner.grid()), crate);
        check(Arrays.equals(crate.flags(), inner.flags()) && crate.inner().part().equals(LAMP), crate);
        check(crate.inner().inner() == null, crate);
    }

    private static void seals(Depot other) {
        Seal seal = other.seal(new Seal(
                Instant.ofEpochSecond(-5, 7_000),
                Duration.ofMillis(-1500),
                LocalDate.of(2024, 2, 28),
                new byte[] {1, -1},
                Arrays.asList("a", null)));
        check(seal.at().equals(Instant.ofEpochSecond(-7, 500_007_000)), seal);
        check(seal.age().equals(Duration.ofMillis(1500)) && seal.due().equals(LocalDate.of(2024, 2, 29)), seal);
        check(Arrays.equals(seal.bytes(), new byte[] {1, -1}), seal);
        check(seal.lines().equals(Arrays.asList("a", null)), seal);
    }

    private static void labels(Depot other) {
        Label label = new Label();
        label.text = "front";
        label.number = 4;
        ((Tag) label).text = "back";
        Label made = other.relabel(label);
        check(made.text.equals("front!") && made.number == 5 && ((Tag) made).text.equals("back"), made.text);
        check(made.next.text.equals("front") && made.next.next == null, made.next);
    }

    private static void values(Depot other) {
        check(other.scale(new Circle(2), 1.5).equals(new Circle(3)), "scale");
        check(other.count(List.of("ab", "c")).equals(Map.of(Size.SMALL, List.of(2, 1))), "count");
        check(other.ids(Set.of(1L)).equals(Set.of(1L, 7L)), "ids");
        check(other.find("").isEmpty() && other.find("x").get().equals(DepotService.part(2)), "find");
        check(other.ratio(1, 0).isEmpty() && other.ratio(1, 4).equals(OptionalDouble.of(0.25)), "ratio");
        check(other.price(new BigDecimal("1.25")).equals(new BigDecimal("1.25")), "price");
        check(other.after(DayOfWeek.FRIDAY) == DayOfWeek.FRIDAY, "after");
    }

    private static void texts(Depot other) {
        check(other.half(9) == 4 && other.half(null) == null, "half");
        check(other.shorten("abc").equals("bc") && other.shorten(null) == null, "shorten");
        check(Arrays.equals(other.reverse(new byte[] {1, 2, -3}), new byte[] {-3, 2, 1}), "reverse");
        check(other.next('a') == 'b', "next");
        check(other.put(3).equals("number 3") && other.put("x", List.of(LAMP)).equals("x 1"), "put");
        check(other.delete("it").equals("deleted it"), "delete");
    }

    private static void failures(Depot other) throws Exception {
        check(other.take("x").equals(DepotService.part(3)), "take");
        try {
            other.take("");
            check(false, "nothing was thrown");
        } catch (Empty e) {
            check(e.getMessage().equals("nothing left"), e);
        }
        try {
            other.rest();
            check(false, "it was not too late");
        } catch (DeadlineExceededException e) {
            check(e.getMessage().contains("100ms"), e.getMessage());
        }
    }

    private static void calls(Depot other) throws Exception {
        check(other.order("x").get(10, TimeUnit.SECONDS).equals(DepotService.part(4)), "order");
        check(other.settle().get(10, TimeUnit.SECONDS) == null, "settle");
        other.log("one");
        other.log("two");
        check(other.logged().equals(List.of("one", "two")), other.logged());
    }

    private static void streams(Depot other) {
        check(other.parts(3).toList().get(2).equals(DepotService.part(2)), "parts");
        check(other.numbers(100).sum() == 4950, "numbers");
        check(other.total(List.of(LAMP, DepotService.part(2)).iterator()) == 5, "total");
    }

    private static void references(Depot other) {
        List<Part> seen = new ArrayList<>();
        Watcher watcher = seen::add;
        check(other.watch(watcher, 3) == 3 && seen.get(2).equals(DepotService.part(2)), seen);
        check(other.same(watcher) == watcher, "another object");
        check(other.apply((a, b) -> 10 * a + b, 4, 2) == 42, "apply");
    }
}

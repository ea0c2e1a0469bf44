// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.io.Serializable;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the signatures of remote interfaces name, type parameters included, to another JVM and back: nothing need be allowed. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class GenericSignaturesIT {

    /** A service whose signatures name type parameters. */
    public interface Typed {
        <T extends Comparable<T> & Serializable> T bounded(T thing);

        <N extends Number> Box<N> box(Box<N> box);

        List<? extends Shape> shapes(Collection<? super Circle> shapes);

        Class<? extends Shape> type(Class<? extends Shape> type);

        Pattern pattern(Pattern pattern);

        Calendar calendar(Calendar calendar);

        NavigableSet<String> sorted(NavigableSet<String> sorted);

        Queue<Shape> queue(Queue<Shape> queue);

        Set<PosixFilePermission> permissions(Set<PosixFilePermission> permissions);

        Map.Entry<String, int[][]> entry(Map.Entry<String, int[][]> entry);

        Shape[][] table(Shape[][] table);
    }

    /** By an interface. */
    public sealed interface Shape extends Serializable permits Circle, Square {}

    /** One kind. */
    public record Circle(double radius) implements Shape {
        public Circle {
            if (radius < 0) {
                throw new IllegalArgumentException("radius=" + radius);
            }
        }
    }

    /** Another kind. */
    public record Square(double side) implements Shape {}

    /** Of anything. */
    public record Box<T>(T content) {}

    /** Returns its argument. */
    public static final class ReflectingTyped implements Typed {
        @Override
        public <T extends Comparable<T> & Serializable> T bounded(T thing) {
            return thing;
        }

        @Override
        public <N extends Number> Box<N> box(Box<N> box) {
            return box;
        }

        @Override
        public List<? extends Shape> shapes(Collection<? super Circle> shapes) {
            return shapes.stream().map(shape -> (Shape) shape).toList();
        }

        @Override
        public Class<? extends Shape> type(Class<? extends Shape> type) {
            return type;
        }

        @Override
        public Pattern pattern(Pattern pattern) {
            return pattern;
        }

        @Override
        public Calendar calendar(Calendar calendar) {
            return calendar;
        }

        @Override
        public NavigableSet<String> sorted(NavigableSet<String> sorted) {
            return sorted;
        }

        @Override
        public Queue<Shape> queue(Queue<Shape> queue) {
            return queue;
        }

        @Override
        public Set<PosixFilePermission> permissions(Set<PosixFilePermission> permissions) {
            return permissions;
        }

        @Override
        public Map.Entry<String, int[][]> entry(Map.Entry<String, int[][]> entry) {
            return entry;
        }

        @Override
        public Shape[][] table(Shape[][] table) {
            return table;
        }
    }

    @Test
    void shouldCarryWhatGenericSignaturesName() {
        try (OtherJvm server = Server.start(Typed.class, ReflectingTyped.class);
                Endpoint client = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Typed typed = client.lookup(Typed.class);
            assertThat(typed.bounded("text")).isEqualTo("text");
            assertThat(typed.bounded(7L)).isEqualTo(7L);
            assertThat(typed.box(new Box<>(2.5))).isEqualTo(new Box<>(2.5));
            assertThat(typed.shapes(new ArrayList<>(List.of(new Circle(1), new Square(2)))))
                    .isEqualTo(List.of(new Circle(1), new Square(2)));
            assertThat(typed.type(Circle.class)).isEqualTo(Circle.class);
            assertThat(typed.pattern(Pattern.compile("a+")).pattern()).isEqualTo("a+");
            assertThat(typed.calendar(Calendar.getInstance())).isInstanceOf(Calendar.class);
            assertThat(typed.sorted(new TreeSet<>(Set.of("b", "a")).descendingSet()))
                    .containsExactly("b", "a");
            assertThat(typed.queue(new PriorityQueue<>(Comparator.nullsFirst(null))))
                    .isEmpty();
            assertThat(typed.permissions(Set.of(PosixFilePermission.OWNER_READ)))
                    .containsExactly(PosixFilePermission.OWNER_READ);
            assertThat(typed.entry(Map.entry("k", new int[][] {{1}, {}})).getValue())
                    .isDeepEqualTo(new int[][] {{1}, {}});
            assertThat(typed.table(new Shape[][] {{new Circle(1), null}, null})[0])
                    .containsExactly(new Circle(1), null);
        }
    }
}

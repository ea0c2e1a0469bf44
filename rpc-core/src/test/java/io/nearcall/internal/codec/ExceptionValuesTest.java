// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.RemoteFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions with fields whose objects are values, but not Serializable. */
@Timeout(60)
public class ExceptionValuesTest {

    private final TestLane lane = new TestLane(1 << 16);
    private final ThrowableCodec throwables = lane.throwables.withValues(new SpareCodecs(() -> valueCodec(lane)));

    private static LaneCodec valueCodec(TestLane lane) {
        return LaneCodec.of(lane.table, lane.throwables);
    }

    /** Without Serializable, as most records are. */
    public record Part(String sku, Object detail) {}

    /** A bean. */
    public static final class Box {
        Object content;

        Box() {}

        Box(Object content) {
            this.content = content;
        }
    }

    /** Has anything with it. */
    public static final class Faulty extends Exception {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object what;

        Faulty(Object what) {
            this(what, null);
        }

        Faulty(Object what, Throwable cause) {
            super("faulty", cause, true, true);
            this.what = what;
        }
    }

    private Throwable copy(Throwable thrown) {
        lane.write(out -> throwables.write(out, thrown));
        Throwable copy = lane.read(throwables::read);
        assertThat(lane.input.end()).isTrue();
        return copy;
    }

    static List<Object> values() {
        return List.of(
                new Part("A-17", new Part("B-2", null)),
                Optional.of("x"),
                Map.entry("k", new Part("A", 1)),
                new ArrayList<>(List.of(new Part("A", 1), "x", new Part("B", 2))),
                new HashSet<>(List.of(new Part("A", List.of(1)))),
                new HashMap<>(Map.of(new Part("A", Optional.empty()), new Part("B", 2))));
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldArriveAsItselfWithThem(Object value) {
        Throwable copy = copy(new Faulty(value));

        assertThat(copy)
                .isInstanceOfSatisfying(
                        Faulty.class, faulty -> assertThat(faulty.what).isEqualTo(value))
                .hasMessage("faulty");
    }

    @Test
    void shouldArriveWithAnArrayOfThem() {
        Part[] parts = {new Part("A", null), null};

        assertThat(copy(new Faulty(parts)))
                .isInstanceOfSatisfying(
                        Faulty.class, faulty -> assertThat((Part[]) faulty.what).containsExactly(parts));
    }

    @Test
    void shouldKeepAnObjectOneThatIsThereTwice() {
        Box shared = new Box("bolts");
        Box own = new Box(null);
        own.content = List.of(own, shared);

        Faulty copy = (Faulty) copy(new Faulty(Arrays.asList(shared, shared, own)));

        List<?> boxes = (List<?>) copy.what;
        assertThat(boxes.get(0)).isSameAs(boxes.get(1)).isInstanceOf(Box.class);
        Box ownCopy = (Box) boxes.get(2);
        assertThat((List<?>) ownCopy.content).isEqualTo(List.of(ownCopy, boxes.get(0)));
    }

    @Test
    void shouldBringThoseOfItsCauseAlong() {
        Throwable copy = copy(new Faulty(new Part("A", 1), new IOException("disk", new Faulty(new Part("B", 2)))));

        assertThat(((Faulty) copy).what).isEqualTo(new Part("A", 1));
        assertThat(((Faulty) copy.getCause().getCause()).what).isEqualTo(new Part("B", 2));
    }

    @Test
    void shouldBeAValueItself() {
        lane.codec = LaneCodec.of(lane.table, throwables);

        Object[] copy = lane.copy(new Object[] {new Part("A", 1), new Faulty(new Part("A", 1))});

        assertThat(((Faulty) copy[1]).what).isEqualTo(copy[0]);
    }

    private void shouldBeText(Object value, String... reason) {
        assertThat(copy(new Faulty(value)))
                .isInstanceOf(RemoteFailure.class)
                .hasMessageContaining("Faulty: faulty")
                .hasMessageContainingAll(reason);
    }

    @Test
    void shouldArriveAsTextWithWhatCannotTravel() {
        shouldBeText(Thread.currentThread(), "java.lang.Thread");
        shouldBeText(new Part("A", Thread.currentThread()), "java.lang.Thread", "may not travel");
        shouldBeText(new Part("A", "x".repeat(ExceptionStreams.MAX_EXCEPTION_BYTES)), "1048576");
    }

    /** Its hash tables are not asked how many keys share a hash code, so it is short in any case. */
    @Test
    void shouldArriveAsTextIfItIsLargerThanItIsEverWritten() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream object = new ObjectOutputStream(bytes)) {
            object.writeObject(new Faulty("x".repeat(ExceptionStreams.MAX_EXCEPTION_BYTES)));
        }
        lane.write(out -> {
            out.writeVarInt(1, true);
            out.writeString(Faulty.class.getName());
            out.writeString("faulty");
            out.writeString("faulty");
            out.writeVarInt(0, true); // no stack, no cause, nothing suppressed
            out.writeVarInt(0, true);
            out.writeVarInt(0, true);
            out.writeVarInt(bytes.size(), true);
            out.writeBytes(bytes.toByteArray());
        });
        Throwable copy = lane.read(throwables::read);
        assertThat(copy).isInstanceOf(RemoteFailure.class).hasMessageContaining("larger than 1048576 bytes");
    }

    @Test
    void shouldNotNestValuesInExceptionsInValues() {
        Throwable copy = copy(new Faulty(new Part("outer", new Faulty(new Part("inner", null)))));

        Part outer = (Part) ((Faulty) copy).what;
        assertThat(outer.sku()).isEqualTo("outer");
        assertThat(outer.detail())
                .isInstanceOfSatisfying(
                        RemoteFailure.class,
                        inner -> assertThat(inner).hasMessageContaining("NotSerializableException"));
    }

    /** The message with another byte at every place of the values, one after the other. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x7F, 0xFF})
    void shouldMakeATextOfWhatIsNoValueOrOneOfAnotherClass(int other) {
        Faulty faulty = new Faulty(new Part("marker", List.of(1)));
        faulty.setStackTrace(new StackTraceElement[0]);
        lane.write(out -> throwables.write(out, faulty));
        byte[] honest = lane.message();
        int marker = new String(honest, StandardCharsets.ISO_8859_1).indexOf("marker");
        for (int at = marker - 3; at < honest.length; at++) {
            byte[] hostile = honest.clone();
            hostile[at] = (byte) other;
            lane.write(out -> out.writeBytes(hostile));
            Throwable copy = lane.read(throwables::read);
            assertThat(copy.getClass()).isIn(Faulty.class, RemoteFailure.class);
        }
    }

    @Test
    void shouldNotHashABombOfSharedLists() {
        Object bomb = new Box("bolt");
        for (int i = 0; i < 40; i++) {
            bomb = new ArrayList<>(Arrays.asList(bomb, bomb));
        }
        Object held = new Part("bomb", bomb);

        shouldBeText(new ArrayList<>(List.of(held)), "its hash code would take too long");
    }

    /** Answers hashCode a limited number of times, and then fails. */
    public record Twin(Object one, Object other) implements Serializable {
        private static final int ENDLESS = 1_000_000;
        static int hashed = ENDLESS;

        @Override
        public int hashCode() {
            if (hashed++ >= ENDLESS) {
                return 0;
            }
            return 31 * Objects.hashCode(one) + Objects.hashCode(other);
        }
    }

    /** As a program from before records has it. */
    public static final class Couple implements Serializable {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final Object[] both;

        Couple(Object both) {
            this.both = new Object[] {new Twin(both, both)};
        }

        @Override
        public int hashCode() {
            return both[0].hashCode();
        }

        @Override
        public boolean equals(Object other) {
            return other == this;
        }
    }

    static List<UnaryOperator<Object>> sharing() {
        return List.of(inner -> new Twin(inner, inner), Couple::new);
    }

    @ParameterizedTest
    @MethodSource("sharing")
    void shouldNotHashABombOfObjectsThatOthersShare(UnaryOperator<Object> twice) {
        List<Object> all = new ArrayList<>(); // one after the other, so they do not lie deep in each other
        Object bomb = "x";
        for (int i = 0; i < 30; i++) {
            bomb = twice.apply(bomb);
            all.add(bomb);
        }
        for (Object table : List.of(
                new HashSet<>(Set.of(bomb)), new HashMap<>(Map.of("y", 1, bomb, 2)), Set.of(bomb), Map.of(bomb, 2))) {
            lane.write(out -> throwables.write(out, new Faulty(List.of(all, table))));
            Twin.hashed = 0;
            Throwable copy = lane.read(throwables::read);
            int hashed = Twin.hashed;
            Twin.hashed = Twin.ENDLESS;
            assertThat(hashed).as(table.getClass().getName()).isLessThan(100_000);
            assertThat(copy).isInstanceOf(RemoteFailure.class).hasMessageContaining("would take too long");
        }
    }

    @Test
    void shouldBringObjectsThatOthersShareAcrossWhereNobodyHashesThem() {
        Object shared = new Twin("a", new Twin("b", "c"));
        List<Object> orders = new ArrayList<>();
        Map<Object, Object> byNumber = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            Twin order = new Twin(i, shared);
            orders.add(order);
            byNumber.put(i, order);
        }
        Object copied = ((Faulty) copy(new Faulty(List.of(orders, byNumber)))).what;

        assertThat(copied).isEqualTo(List.of(orders, byNumber));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Specimens;
import io.nearcall.test.Specimens.Specimen;
import io.nearcall.test.Vectors;
import java.io.IOException;
import java.math.RoundingMode;
import java.time.Month;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/vectors/values.txt: values with class, each the only one of its message. */
class ValueVectorsTest {

    private static final int LANE_BYTES = 1 << 22;

    /** A longer one says nothing new. */
    private static final int MAX_BYTES = 1000;

    /** Of another order in each process, only there on some JDKs, or with a stack. */
    private static final Pattern UNSTEADY = Pattern.compile("(Set|Map)\\.of|.*dentit.*|reversed .*|.*exception.*");

    private final TestLane lane = new TestLane(LANE_BYTES);
    private final Vectors vectors = new Vectors("values.txt");

    private byte[] written(Specimen specimen) {
        lane.write(out -> lane.codec.writeClassAndObject(out, specimen.value()));
        return lane.message();
    }

    @Test
    void shouldWriteEachValueAsTheVectors() throws IOException {
        for (Specimen specimen : specimens()) {
            byte[] bytes = written(specimen);
            if (bytes.length <= MAX_BYTES) {
                vectors.add(specimen.name(), bytes);
            }
        }
        vectors.keep("reversed ArrayDeque");
        vectors.keep("exception in plain form");
        vectors.check();
    }

    @Test
    void shouldReadEachValueOfTheVectors() {
        for (Specimen specimen : specimens()) {
            if (written(specimen).length <= MAX_BYTES) { // by which its classes have their numbers
                Object read = lane.read(vectors.bytes(specimen.name()));
                assertThat(specimen.essenceOf(read))
                        .as(specimen.name())
                        .isEqualTo(specimen.essenceOf(specimen.value()));
            }
        }
    }

    @Test
    void shouldReadTheVectorsThatJavaDoesNotWrite() {
        assertThat((ArrayDeque<?>) lane.read(vectors.bytes("reversed ArrayDeque")))
                .map(Object::toString)
                .containsExactly("2", "1");

        Throwable thrown = (Throwable) lane.read(vectors.bytes("exception in plain form"));
        assertThat(thrown)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("closed")
                .hasCause(new IOException("disk"));
        assertThat(thrown.getStackTrace()).containsExactly(new StackTraceElement("till", "open", "till.py", 17));
    }

    @Test
    void shouldHaveAVectorOfEachClassAndOfEachFurtherKind() {
        Set<String> known = new TreeSet<>(vectors.all().stream()
                .map(bytes -> bytes[0] == BuiltIn.FURTHER.id() + 1
                        ? Further.values()[bytes[2]].toString()
                        : bytes[0] > 0 && bytes[0] <= BuiltIn.values().length
                                ? BuiltIn.values()[bytes[0] - 1].toString()
                                : "")
                .toList());
        Set<String> missing = new TreeSet<>();
        Arrays.stream(BuiltIn.values()).map(BuiltIn::toString).forEach(missing::add);
        Arrays.stream(Further.values()).map(Further::toString).forEach(missing::add);
        missing.removeAll(known);
        // The first is the others, and the second is in calls.txt: it is a connection's.
        assertThat(missing).containsExactlyInAnyOrder("FURTHER", "REMOTE_REFERENCE");
    }

    private static List<Specimen> specimens() {
        List<Specimen> all = new ArrayList<>();
        all.addAll(primitives());
        all.addAll(ofTheApplication());
        Specimens.all().stream()
                .filter(specimen -> !UNSTEADY.matcher(specimen.name()).matches())
                .forEach(all::add);
        all.addAll(steady());
        return all;
    }

    private static Specimen same(String name, Object value) {
        return new Specimen(name, value, value == null ? Object.class : value.getClass(), thing -> thing);
    }

    private static Specimen shown(String name, Object value, Specimens.Essence essence) {
        return new Specimen(name, value, value.getClass(), essence);
    }

    private static List<Specimen> primitives() {
        return List.of(
                same("null", null),
                same("Boolean", true),
                same("Byte", (byte) -1),
                same("Character", '\u20ac'),
                same("Short", (short) -2),
                same("Integer", 300),
                same("Integer below zero", -3),
                same("greatest Integer", Integer.MAX_VALUE),
                same("Long", 1L << 40),
                same("least Long", Long.MIN_VALUE),
                same("Float", 1.5f),
                same("Double", -2.5),
                same("String", "abc"),
                same("String with a wide character", "a\u20ac"),
                same("String of 100 characters", "x".repeat(100)),
                same("boolean[]", new boolean[] {true, false}),
                same("byte[]", new byte[] {1, -1}),
                same("char[]", new char[] {'a', '\u20ac'}),
                same("short[]", new short[] {1, -1}),
                same("int[]", new int[] {1, -1}),
                same("long[]", new long[] {1, -1}),
                same("float[]", new float[] {1.5f}),
                same("double[]", new double[] {-2.5}),
                same("String[]", new String[] {"a", null, ""}));
    }

    private static List<Specimen> ofTheApplication() {
        Object shared = new Shop.Pair("a", null);
        return List.of(
                same(
                        "record",
                        new Shop.Order(1, "Ada", Shop.Status.PAID, true, 2.5, List.of(new Shop.Line("tea", 2, 1.25)))),
                shown("bean", new Shop.Employee("Bo", 40, "b-1", new Shop.Person("Cy", 50)), ValueVectorsTest::fields),
                shown("record of everything", everything(), ValueVectorsTest::fields),
                same("array of an interface", new Shop.Shape[] {new Shop.Circle(1), null, new Shop.Square(2)}),
                same("enum", Shop.Status.PAID),
                same("one object twice", new Shop.Pair(shared, shared)));
    }

    /** The fields of the object, each with its written form. */
    private static Object fields(Object thing) {
        TestLane lane = new TestLane(LANE_BYTES);
        lane.write(out -> lane.codec.writeClassAndObject(out, thing));
        return HexFormat.of().formatHex(lane.message());
    }

    /** Those that are too unsteady among the specimens, and classes that are only within others there. */
    private static List<Specimen> steady() {
        Map<Object, Object> identities = new IdentityHashMap<>();
        identities.put("a", 1);
        return List.of(
                same("Set.of one", Set.of("a")),
                shown("IdentityHashMap", identities, map -> Map.copyOf((Map<?, ?>) map)),
                same("naturalOrder", Comparator.naturalOrder()),
                same("reverseOrder", Comparator.reverseOrder()),
                same("CASE_INSENSITIVE_ORDER", String.CASE_INSENSITIVE_ORDER),
                same("TimeUnit", TimeUnit.SECONDS),
                same("Month", Month.MAY),
                same("RoundingMode", RoundingMode.HALF_UP),
                shown("reverseOrder of a comparator", String.CASE_INSENSITIVE_ORDER.reversed(), Object::toString),
                shown("nullsFirst", Comparator.nullsFirst(Comparator.naturalOrder()), ValueVectorsTest::fields),
                shown("exception", thrown(), e -> e + Arrays.toString(((Throwable) e).getStackTrace())),
                shown(
                        "elements of a stream",
                        new Batch(new Object[] {1, "a", null}, true),
                        batch -> Arrays.toString(((Batch) batch).elements()) + ((Batch) batch).isLast()));
    }

    private static Exception thrown() {
        Exception thrown = new IllegalStateException("closed");
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("app", "shop.core", "1.0", "shop.Till", "open", "Till.java", 17),
            new StackTraceElement("shop.Main", "main", null, -1)
        });
        return thrown;
    }

    private static Shop.Everything everything() {
        Shop.Line line = new Shop.Line("milk", 1, 0.5);
        return new Shop.Everything(
                true,
                (byte) -1,
                '\u4e2d',
                (short) -2,
                3,
                Long.MIN_VALUE,
                1.5f,
                -2.5,
                "text",
                Shop.Status.NEW,
                line,
                7,
                new int[] {1, -1},
                new Shop.Line[] {line},
                Map.of("k", line));
    }
}

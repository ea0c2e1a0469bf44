// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ValuesTest {

    static Stream<Object> equalValues() {
        LinkedHashMap<String, Object> stock = new LinkedHashMap<>();
        stock.put("bolts", 12);
        stock.put(null, null);
        stock.put("nuts", List.of(1, "two", 3.0));
        TreeMap<String, Integer> descending = new TreeMap<>(Comparator.reverseOrder());
        descending.putAll(Map.of("a", 1, "b", 2));
        TreeSet<String> ignoringCase = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        ignoringCase.addAll(List.of("B", "a", "C"));
        EnumMap<Month, Integer> days = new EnumMap<>(Map.of(Month.MAY, 31));
        BitSet bits = new BitSet();
        bits.set(3, 200);
        return Stream.of(
                true,
                (byte) -1,
                'x',
                (short) -300,
                -5,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                -7L,
                1.5f,
                Double.NaN,
                -0.0,
                "",
                "a",
                "bolts and nuts",
                "caf\u00e9",
                "\u4e2d\u6587",
                "\ud83d\ude00 smile",
                "lone \ud83d surrogate",
                "x".repeat(10_000),
                "\u20ac".repeat(5_000),
                "y".repeat(512),
                "z".repeat(513),
                new BigDecimal("-123.4500"),
                new BigDecimal(BigInteger.TWO.pow(200), -3),
                BigDecimal.TEN,
                BigInteger.ZERO,
                BigInteger.TEN.pow(100).negate(),
                new UUID(3, -4),
                URI.create("mailto:a@b.c"),
                Locale.GERMANY,
                Locale.ROOT,
                Locale.forLanguageTag("zh-Hans-CN"),
                Locale.forLanguageTag("th-TH-u-nu-thai"),
                Currency.getInstance("EUR"),
                Duration.ofNanos(-1),
                Instant.MIN,
                Instant.parse("2026-11-20T10:00:00.123Z"),
                LocalDate.of(-5, 2, 28),
                LocalTime.of(1, 2, 3, 4),
                LocalTime.MIDNIGHT,
                LocalDateTime.MAX,
                ZoneOffset.ofHoursMinutes(-3, -30),
                ZoneId.of("Asia/Tokyo"),
                OffsetTime.MAX,
                OffsetDateTime.MIN,
                ZonedDateTime.of(2026, 5, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin")),
                ZonedDateTime.ofInstant(Instant.parse("2026-10-25T01:30:00Z"), ZoneId.of("Europe/Berlin")),
                Year.of(-44),
                YearMonth.of(2026, 2),
                MonthDay.of(2, 29),
                Period.of(-1, 2, -3),
                Month.MAY,
                TimeUnit.DAYS,
                new Date(-5),
                TimeZone.getTimeZone("America/New_York"),
                bits,
                new BitSet(),
                Optional.of("x"),
                Optional.empty(),
                OptionalInt.of(-2),
                OptionalLong.empty(),
                OptionalDouble.of(2.5),
                new ArrayList<>(Arrays.asList(1, null, "x", 2L)),
                new LinkedList<>(List.of("a", "b")),
                new Vector<>(List.of(1)),
                new HashSet<>(Arrays.asList(1, null)),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                new TreeSet<>(List.of(3, 1)),
                ignoringCase,
                new ConcurrentSkipListSet<>(List.of("q")),
                new CopyOnWriteArrayList<>(List.of(1, 2)),
                new HashMap<>(stock),
                stock,
                new TreeMap<>(Map.of("k", "v")),
                descending,
                new ConcurrentHashMap<>(Map.of(1, 2)),
                new ConcurrentSkipListMap<>(Map.of(1, 2)),
                EnumSet.of(Month.MAY, Month.JUNE),
                EnumSet.noneOf(Month.class),
                EnumSet.allOf(TimeUnit.class),
                days,
                new EnumMap<>(Month.class),
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                List.of(1, 2, 3, 4).subList(1, 3),
                Set.of(),
                Set.of(1),
                Set.of(1, 2, 3),
                Map.of(),
                Map.of(1, 2),
                Map.of(1, 2, 3, 4),
                Stream.of(1, null).toList(),
                Arrays.asList(1, null),
                Collections.emptyList(),
                Collections.emptySet(),
                Collections.emptyMap(),
                Collections.singletonList(null),
                Collections.singleton("s"),
                Collections.singletonMap(null, "v"),
                Collections.unmodifiableList(new ArrayList<>(List.of(1))),
                Collections.unmodifiableList(new LinkedList<>(List.of(1))),
                Collections.unmodifiableSet(new HashSet<>(List.of(1))),
                Collections.unmodifiableMap(stock),
                new AbstractMap.SimpleEntry<>("k", null),
                new AbstractMap.SimpleImmutableEntry<>(null, 1),
                Map.entry(1, 2),
                Comparator.naturalOrder(),
                Comparator.reverseOrder());
    }

    @ParameterizedTest
    @MethodSource("equalValues")
    void shouldArriveAsAnEqualValueOfTheSameClass(Object value) {
        Object copy = new TestLane(1 << 16).copy(value);

        assertThat(copy).isEqualTo(value);
        assertThat(copy.getClass().getName())
                .isEqualTo(value.getClass()
                        .getName()
                        .replace(
                                "UnmodifiableList",
                                copy.getClass().getName().contains("RandomAccess")
                                                && !value.getClass().getName().contains("RandomAccess")
                                        ? "UnmodifiableRandomAccessList"
                                        : "UnmodifiableList")
                        .replace("ImmutableCollections$SubList", "ImmutableCollections$List12"));
    }

    @ParameterizedTest
    @MethodSource("equalValues")
    void shouldArriveTwiceInOneMessage(Object value) {
        Object[] copy = new TestLane(1 << 16).copy(new Object[] {value, value});

        assertThat(copy[0]).isEqualTo(value);
        assertThat(copy[1]).isEqualTo(value);
        if (!BuiltInClasses.isValue(value.getClass())) {
            assertThat(copy[1]).isSameAs(copy[0]);
        }
    }

    @ParameterizedTest
    @MethodSource("equalValues")
    void shouldArriveThroughSmallFragments(Object value) {
        assertThat(new TestLane(64).copy(value)).isEqualTo(value);
        assertThat(new TestLane(128).copy(value)).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("equalValues")
    void shouldArriveWhereverTheFirstFragmentEnds(Object value) {
        for (int firstBytes = 0; firstBytes <= 40; firstBytes++) {
            assertThat(new TestLane(firstBytes, 16).copy(value)).isEqualTo(value);
        }
    }

    @Test
    void shouldKeepTheOrderOfQueuesAndTheirComparators() {
        PriorityQueue<Integer> queue = new PriorityQueue<>(Comparator.reverseOrder());
        queue.addAll(List.of(1, 5, 3));

        PriorityQueue<Integer> copy = new TestLane(4096).copy(queue);
        ArrayDeque<String> deque = new TestLane(4096).copy(new ArrayDeque<>(List.of("a", "b")));

        assertThat(List.of(copy.remove(), copy.remove(), copy.remove())).containsExactly(5, 3, 1);
        assertThat(deque).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 30})
    void shouldKeepTheAccessOrderOfALinkedHashMap(int size) {
        LinkedHashMap<Object, Object> recent = new LinkedHashMap<>(16, 0.75f, true);
        for (int i = 0; i < size; i++) {
            recent.put(i == 0 ? null : i, "value " + i);
        }
        Object[] twice = {recent, recent, new LinkedHashMap<>(recent)};
        List<Object> keys = new ArrayList<>(recent.keySet());

        Object[] copies = new TestLane(64).copy(twice);

        assertThat(copies).isEqualTo(twice);
        assertThat(copies[1]).isSameAs(copies[0]);
        assertThat(recent.keySet()).containsExactlyElementsOf(keys);
        assertThat(isInAccessOrder(copies[0])).isTrue();
        assertThat(isInAccessOrder(copies[2])).isFalse();
    }

    @SuppressWarnings("unchecked")
    private static boolean isInAccessOrder(Object map) {
        Map<Object, Object> asked = (Map<Object, Object>) map;
        asked.put("first", 1);
        asked.keySet().removeIf(key -> !"first".equals(key));
        asked.put("last", 2);
        asked.get("first");
        return asked.keySet().iterator().next().equals("last");
    }

    @Test
    void shouldBringValuesWithoutEqualsAcross() {
        TestLane lane = new TestLane(4096);

        assertThat(lane.copy(new AtomicInteger(7))).hasValue(7);
        assertThat(lane.copy(new StringBuilder("abc")).toString()).isEqualTo("abc");
        assertThat(lane.copy(Collections.unmodifiableCollection(new ArrayList<>(List.of(1)))))
                .containsExactly(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 37, 64, 4096, 1 << 20})
    void shouldBringArraysOfAllPrimitiveTypesAcross(int fragmentBytes) {
        TestLane lane = new TestLane(fragmentBytes);
        int length = 300;
        byte[] bytes = new byte[length];
        int[] ints = new int[length];
        long[] longs = new long[length];
        double[] doubles = new double[length];
        float[] floats = new float[length];
        short[] shorts = new short[length];
        char[] chars = new char[length];
        boolean[] booleans = new boolean[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7);
            ints[i] = i * -77_777;
            longs[i] = i * -77_777_777_777L;
            doubles[i] = i / 3.0;
            floats[i] = i / 7f;
            shorts[i] = (short) (i * 333);
            chars[i] = (char) (i * 444);
            booleans[i] = i % 3 == 0;
        }

        assertThat(lane.copy(bytes)).isEqualTo(bytes);
        assertThat(lane.copy(ints)).isEqualTo(ints);
        assertThat(lane.copy(longs)).isEqualTo(longs);
        assertThat(lane.copy(doubles)).isEqualTo(doubles);
        assertThat(lane.copy(floats)).isEqualTo(floats);
        assertThat(lane.copy(shorts)).isEqualTo(shorts);
        assertThat(lane.copy(chars)).isEqualTo(chars);
        assertThat(lane.copy(booleans)).isEqualTo(booleans);
        assertThat(lane.copy(new int[0])).isEmpty();
        assertThat(lane.copy(new Object[] {1, null, "x", new int[] {1}}))
                .isEqualTo(new Object[] {1, null, "x", new int[] {1}});
    }

    @Test
    void shouldBringArraysOfArraysAcross() {
        int[][] triangle = {{}, {1}, {2, 3}, null};
        String[][] names = {{"a", null}, null, {}};
        List<?>[] lists = {List.of(1), null, new ArrayList<>()};
        Integer[] boxes = {1, null, 3};

        TestLane lane = new TestLane(64);

        assertThat(lane.copy(triangle)).isDeepEqualTo(triangle);
        assertThat(lane.copy(names)).isDeepEqualTo(names);
        assertThat(lane.copy(lists)).isEqualTo(lists);
        assertThat(lane.copy(boxes)).isEqualTo(boxes);
    }

    @Test
    void shouldBringLongArraysAcrossManyFragments() {
        TestLane lane = new TestLane(64);
        Object[] thousands = new Object[20_000];
        Arrays.setAll(thousands, i -> "line " + i);
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            numbers.add(i);
        }

        assertThat(lane.copy(thousands)).isEqualTo(thousands);
        assertThat(lane.copy(numbers)).isEqualTo(numbers);
        assertThat(lane.copy(new byte[100_000])).hasSize(100_000);
    }

    @Test
    void shouldRefuseToWriteMoreThanTheLimit() {
        TestLane lane = new TestLane(64, 64, 1_000);

        assertThat(lane.copy(new byte[900])).hasSize(900);
        assertThatThrownBy(() -> lane.copy(new byte[1_000]))
                .isInstanceOf(FrameTooLarge.class)
                .hasMessageContaining("1000");
    }

    @Test
    void shouldRefuseToReadMoreThanTheLimit() {
        TestLane lane = new TestLane(64);
        lane.write(out -> lane.codec.writeClassAndObject(out, new byte[1_000]));
        byte[] message = lane.message();

        assertThatThrownBy(() -> new TestLane(2_000, 64, 1_000).read(message)).isInstanceOf(FrameTooLarge.class);
    }

    @Test
    void shouldWriteACollectionThatOthersChangeMeanwhile() throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        Thread writer = new Thread(() -> {
            for (int i = 0; !Thread.currentThread().isInterrupted(); i = (i + 1) % 1_000) {
                if (map.remove(i) == null) {
                    map.put(i, i);
                }
            }
        });
        writer.start();
        TestLane lane = new TestLane(4096);
        for (int i = 0; i < 200; i++) {
            Map<Integer, Integer> copy = lane.copy(map);
            assertThat(copy.keySet()).containsAll(copy.values());
        }
        writer.interrupt();
        writer.join();
    }

    @Test
    void shouldNotSayThatAnUnmodifiableCollectionCanBeModified() {
        Collection<Integer> copy = new TestLane(4096).copy(List.of(1, 2));

        assertThatThrownBy(() -> copy.add(3)).isInstanceOf(UnsupportedOperationException.class);
    }
}

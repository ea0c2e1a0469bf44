// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.bytes;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.*;
import java.time.chrono.HijrahDate;
import java.time.chrono.JapaneseDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An honest value of every kind that the JDK has and that travels. */
final class Stock {

    private static final List<String> LETTERS = List.of("d", "a", "c", "b");

    private Stock() {}

    static List<Object> all() {
        return Stream.of(simple(), arrays(), times(), collections(), further(), wrappers())
                .flatMap(Stream::of)
                .toList();
    }

    private static Object[] simple() {
        return new Object[] {
            true,
            (byte) -1,
            'x',
            (short) -300,
            Integer.MIN_VALUE,
            -7L,
            1.5f,
            Double.NaN,
            "",
            "bolts and nuts",
            "caf\u00e9 \u20ac \ud83d",
            "z".repeat(600),
            new BigDecimal("-123.4500"),
            new BigDecimal(BigInteger.TWO.pow(200), -3),
            BigInteger.TEN.pow(30).negate(),
            new UUID(3, -4),
            URI.create("http://example.org/%20?q#f"),
            Locale.forLanguageTag("de-Latn-DE-u-co-phonebk"),
            new Locale.Builder().setLanguage("no").setRegion("NO").build(),
            Currency.getInstance("EUR"),
            BitSet.valueOf(new long[] {5, 0, -1}),
            new StringBuilder("ab\u20ac"),
            new StringBuffer("ab"),
            TimeUnit.DAYS,
            LinkedHashMap.class,
            String[][].class,
            Goods.Line.class,
            int.class
        };
    }

    private static Object[] arrays() {
        return new Object[] {
            new boolean[] {true, false},
            new byte[] {1, 2, 3},
            new char[] {'a', 'b'},
            new short[] {1, 2},
            new int[] {1, 2},
            new long[] {1, 2},
            new float[] {1, 2},
            new double[] {1, 2},
            new String[] {"a", null},
            new Object[] {1, "a", null, 'c', new Object[0]}
        };
    }

    private static Object[] times() {
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
        calendar.setTimeInMillis(-12_345_678);
        return new Object[] {
            Duration.ofNanos(-1),
            Instant.parse("2026-11-20T10:00:00.123Z"),
            LocalDate.of(-5, 2, 28),
            LocalTime.of(1, 2, 3, 4),
            LocalDateTime.MAX,
            ZoneOffset.ofHoursMinutes(-3, -30),
            ZoneId.of("Asia/Tokyo"),
            OffsetTime.MAX,
            OffsetDateTime.MIN,
            ZonedDateTime.of(2026, 5, 1, 12, 0, 0, 0, ZoneId.of("Europe/Berlin")),
            Year.of(-44),
            YearMonth.of(2026, 2),
            MonthDay.of(2, 29),
            Period.of(-1, 2, -3),
            DayOfWeek.FRIDAY,
            Month.MAY,
            ChronoUnit.DECADES,
            java.math.RoundingMode.UP,
            new Date(-5),
            TimeZone.getTimeZone("America/New_York"),
            TimeZone.getTimeZone("GMT+03:30"),
            calendar,
            JapaneseDate.of(2026, 1, 2),
            HijrahDate.of(1448, 1, 2),
            ValueRange.of(1, 2, 3, 4),
            WeekFields.ISO,
            new SimpleTimeZone(3_600_000, "own", 2, -1, 1, 7_200_000, 9, -1, 1, 7_200_000)
        };
    }

    private static Object[] collections() {
        TreeMap<String, Integer> descending = new TreeMap<>(Comparator.reverseOrder());
        descending.putAll(Map.of("a", 1, "b", 2));
        PriorityQueue<String> down = new PriorityQueue<>(Comparator.reverseOrder());
        down.addAll(LETTERS);
        return new Object[] {
            new ArrayList<>(Arrays.asList(1, null, "x")),
            new LinkedList<>(LETTERS),
            new ArrayDeque<>(LETTERS),
            new Vector<>(LETTERS),
            new HashSet<>(Arrays.asList(1, null)),
            new LinkedHashSet<>(LETTERS),
            new TreeSet<>(LETTERS),
            down,
            new ConcurrentSkipListSet<>(LETTERS),
            new CopyOnWriteArrayList<>(LETTERS),
            new CopyOnWriteArraySet<>(LETTERS),
            new HashMap<>(Map.of("k", 1, 2, "v")),
            new LinkedHashMap<>(descending),
            descending,
            new ConcurrentHashMap<>(descending),
            new ConcurrentSkipListMap<>(descending),
            EnumSet.of(Goods.Status.PAID),
            EnumSet.noneOf(TimeUnit.class),
            new EnumMap<>(Map.of(Goods.Status.NEW, List.of(1))),
            List.of(1, "b"),
            Arrays.asList(1, null).stream().toList(),
            Set.of(1, 2, 3),
            Map.of(1, 2, 3, 4),
            Arrays.asList("x", null),
            Collections.emptyList(),
            Collections.emptySet(),
            Collections.emptyMap(),
            Collections.singletonList("s"),
            Collections.singleton(1),
            Collections.singletonMap("a", null),
            Collections.unmodifiableList(new ArrayList<>(LETTERS)),
            Collections.unmodifiableSet(new HashSet<>(LETTERS)),
            Collections.unmodifiableCollection(new ArrayList<>(LETTERS)),
            Collections.unmodifiableMap(descending)
        };
    }

    private static Object[] further() {
        Stack<Object> stack = new Stack<>();
        stack.addAll(LETTERS);
        Properties defaults = new Properties();
        defaults.setProperty("beneath", "d");
        Properties properties = new Properties(defaults);
        properties.setProperty("k", "v");
        Set<Object> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.add(new ArrayList<>());
        Set<Object> keys = ConcurrentHashMap.newKeySet();
        keys.addAll(LETTERS);
        TreeSet<String> letters = new TreeSet<>(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
        letters.addAll(LETTERS);
        TreeSet<String> nullsLast = new TreeSet<>(Comparator.nullsLast(Comparator.<String>naturalOrder()));
        nullsLast.addAll(Arrays.asList("b", null));
        TreeMap<Object, Object> tree = new TreeMap<>(Map.of("a", 1, "b", 2));
        return new Object[] {
            Pattern.compile("(a|b)+[c-f]?", Pattern.CASE_INSENSITIVE),
            StandardCharsets.UTF_16LE,
            Path.of("a", "..", "b"),
            new File("/tmp/../a b"),
            address("gate", 10, 0, 0, 1),
            address(null, 0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
            new InetSocketAddress(address(null, 10, 0, 0, 1), 80),
            InetSocketAddress.createUnresolved("nowhere.invalid", 1),
            stack,
            new Hashtable<>(Map.of("k", 1)),
            properties,
            new IdentityHashMap<>(Map.of("k", 1)),
            new WeakHashMap<>(Map.of("k", 1)),
            identities,
            keys,
            new ConcurrentLinkedQueue<>(LETTERS),
            new ConcurrentLinkedDeque<>(LETTERS),
            new LinkedTransferQueue<>(LETTERS),
            new LinkedBlockingQueue<>(LETTERS),
            new LinkedBlockingDeque<>(LETTERS),
            new ArrayBlockingQueue<>(5, false, LETTERS),
            new PriorityBlockingQueue<>(LETTERS),
            Collections.synchronizedCollection(new ArrayList<>(LETTERS)),
            Collections.synchronizedList(new ArrayList<>(LETTERS)),
            Collections.synchronizedSet(new HashSet<>(LETTERS)),
            Collections.synchronizedSortedSet(letters),
            Collections.synchronizedMap(new HashMap<>(tree)),
            Collections.synchronizedSortedMap(tree),
            Collections.unmodifiableSortedSet(nullsLast),
            Collections.unmodifiableSortedMap(tree),
            Collections.nCopies(3, "n"),
            tree.keySet(),
            new LinkedHashMap<>(tree).keySet(),
            tree.values(),
            tree.descendingMap(),
            Collections.checkedMap(new HashMap<>(tree), Object.class, Object.class),
            tree.firstEntry()
        };
    }

    private static Object[] wrappers() {
        LongAdder sum = new LongAdder();
        sum.add(5);
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        return new Object[] {
            Optional.of(List.of(1)),
            OptionalInt.of(-2),
            OptionalLong.empty(),
            OptionalDouble.of(2.5),
            new AbstractMap.SimpleEntry<>("k", null),
            new AbstractMap.SimpleImmutableEntry<>(null, 1),
            Map.entry(1, 2),
            new AtomicBoolean(true),
            new AtomicInteger(-1),
            new AtomicLong(-1),
            new AtomicReference<>(List.of(1)),
            new AtomicIntegerArray(new int[] {1, 2}),
            new AtomicLongArray(new long[] {1, -1}),
            new AtomicReferenceArray<>(new Object[] {1, null}),
            new AtomicMarkableReference<>("a", true),
            new AtomicStampedReference<>("a", 7),
            sum,
            doubles,
            Comparator.naturalOrder(),
            String.CASE_INSENSITIVE_ORDER,
            new java.io.IOException("disk", new IllegalStateException("inner"))
        };
    }

    private static InetAddress address(String host, int... bytes) {
        byte[] raw = new byte[bytes.length];
        for (int i = 0; i < raw.length; i++) {
            raw[i] = (byte) bytes[i];
        }
        try {
            return InetAddress.getByAddress(host, raw);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}

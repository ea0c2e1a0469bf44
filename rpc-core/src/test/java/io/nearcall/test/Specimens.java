// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.time.chrono.ThaiBuddhistDate;
import java.time.temporal.ChronoUnit;
import java.time.temporal.ValueRange;
import java.time.temporal.WeekFields;
import java.util.*;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** One object at least of every class of the JDK that travels, with what has to be equal when it has arrived. */
public final class Specimens {

    private Specimens() {}

    /**
     * @param arrivesAs what the copy has to be an instance of
     * @param essence what of it is compared, because not all classes have an equals
     */
    public record Specimen(String name, Object value, Class<?> arrivesAs, Essence essence) {
        @Override
        public String toString() {
            return name;
        }

        /** Of the object that was sent, or of its copy. */
        public Object essenceOf(Object thing) {
            return essence.of(thing);
        }
    }

    /** What of an object is compared. */
    public interface Essence {
        Object of(Object thing);
    }

    private static final List<Specimen> ALL = new ArrayList<>();

    /** Those of the JDK of this process; a newer one has more. */
    public static List<Specimen> all() {
        return Collections.unmodifiableList(ALL);
    }

    private static void same(String name, Object value) {
        ALL.add(new Specimen(name, value, value.getClass(), thing -> thing));
    }

    private static <T> void by(String name, T value, java.util.function.Function<T, Object> essence) {
        as(name, value, value.getClass(), essence);
    }

    @SuppressWarnings("unchecked")
    private static <T> void as(
            String name, T value, Class<?> arrivesAs, java.util.function.Function<T, Object> essence) {
        ALL.add(new Specimen(name, value, arrivesAs, thing -> essence.apply((T) thing)));
    }

    /** The class of the copy is another one: order and elements count. */
    private static void ordered(String name, Collection<?> value, Class<?> arrivesAs) {
        ALL.add(new Specimen(name, value, arrivesAs, thing -> new ArrayList<>((Collection<?>) thing)));
    }

    private static void ordered(String name, Map<?, ?> value, Class<?> arrivesAs) {
        ALL.add(new Specimen(name, value, arrivesAs, thing -> new ArrayList<>(((Map<?, ?>) thing).entrySet())));
    }

    private static final TreeMap<String, Integer> DESCENDING = new TreeMap<>(Comparator.reverseOrder());
    private static final List<String> LETTERS = new ArrayList<>(List.of("d", "a", "c", "b"));

    static {
        DESCENDING.putAll(Map.of("a", 1, "b", 2, "c", 3));
        text();
        numbersAndNames();
        times();
        lists();
        queues();
        sets();
        maps();
        wrappers();
        atomics();
    }

    private static void text() {
        same("empty string", "");
        same("huge string", "x\u00e9".repeat(200_000));
        same("huge wide string", "\u4e2d".repeat(100_000));
        same("lone surrogates", "\ud83d a \ude00 \udbff");
        StringBuilder planes = new StringBuilder();
        for (int plane = 0; plane <= 16; plane++) {
            planes.appendCodePoint((plane << 16) + 0x2345).appendCodePoint((plane << 16) + 0xFFFD);
        }
        same("a string of all planes", planes.toString());
        by("StringBuilder", new StringBuilder("ab\u20ac"), StringBuilder::toString);
        by("StringBuffer", new StringBuffer("ab"), StringBuffer::toString);
        by(
                "Pattern",
                Pattern.compile("(a|b)+[c-f]?", Pattern.CASE_INSENSITIVE | Pattern.COMMENTS),
                p -> p + "/" + p.flags());
    }

    private static void numbersAndNames() {
        same("BigDecimal", new BigDecimal("-1.2300"));
        same("BigInteger", BigInteger.ONE.shiftLeft(300).negate());
        same("UUID", new UUID(1, -2));
        same("URI", URI.create("http://example.org/%20?q#f"));
        same("Locale", Locale.CANADA_FRENCH);
        same("Locale with extensions", Locale.forLanguageTag("de-Latn-DE-u-co-phonebk"));
        same("Currency", Currency.getInstance("JPY"));
        same("BitSet", BitSet.valueOf(new long[] {5, 0, -1}));
        same("Class", LinkedHashMap.class);
        same("Class of an interface", List.class);
        same("Class of a primitive", int.class);
        same("Class of an array", String[][].class);
        same("Class of a specimen", Specimen.class);
        same("Charset", StandardCharsets.UTF_16LE);
        same("File", new File("/tmp/../a b"));
        same("Path", Path.of("a", "..", "b"));
        same("empty Path", Path.of(""));
        try {
            by("InetAddress", InetAddress.getByAddress("gate", new byte[] {10, 0, 0, 1}), InetAddress::toString);
            by("InetAddress without name", InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), InetAddress::toString);
            same("IPv6 address", InetAddress.getByAddress("six", new byte[] {
                (byte) 0xfe, (byte) 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1
            }));
            same("InetSocketAddress", new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 80));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
        same("unresolved InetSocketAddress", InetSocketAddress.createUnresolved("nowhere.invalid", 1));
        same("enum of the JDK", DayOfWeek.FRIDAY);
    }

    private static void times() {
        ZoneId berlin = ZoneId.of("Europe/Berlin");
        same("Instant", Instant.ofEpochSecond(-1, 5));
        same("Duration", Duration.ofMillis(-1));
        same("Period", Period.of(1, -2, 3));
        same("LocalDate", LocalDate.of(2026, 2, 28));
        same("LocalTime", LocalTime.of(23, 59, 59, 999_999_999));
        same("LocalDateTime", LocalDateTime.of(2026, 1, 1, 0, 0));
        same("ZoneId", berlin);
        same("ZoneOffset", ZoneOffset.ofTotalSeconds(-12_345));
        same(
                "ZonedDateTime",
                ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, berlin).withLaterOffsetAtOverlap());
        same("OffsetDateTime", OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 1, ZoneOffset.MAX));
        same("OffsetTime", OffsetTime.of(1, 2, 3, 4, ZoneOffset.MIN));
        same("Year", Year.of(2026));
        same("YearMonth", YearMonth.of(2026, 12));
        same("MonthDay", MonthDay.of(2, 29));
        same("ChronoUnit", ChronoUnit.DECADES);
        same("JapaneseDate", JapaneseDate.of(2026, 1, 2));
        same("ThaiBuddhistDate", ThaiBuddhistDate.of(2569, 1, 2));
        same("ValueRange", ValueRange.of(1, 2, 3, 4));
        same("WeekFields", WeekFields.ISO);
        same("Date", new Date(-1));
        GregorianCalendar calendar = new GregorianCalendar(TimeZone.getTimeZone("Asia/Tokyo"));
        calendar.setTimeInMillis(-12_345_678);
        calendar.setFirstDayOfWeek(Calendar.MONDAY);
        calendar.setMinimalDaysInFirstWeek(4);
        calendar.setLenient(false);
        same("GregorianCalendar", calendar);
        same("TimeZone", TimeZone.getTimeZone("America/Lima"));
        same("TimeZone of an offset", TimeZone.getTimeZone("GMT+03:30"));
        same("SimpleTimeZone", new SimpleTimeZone(3_600_000, "own", 2, -1, 1, 7_200_000, 9, -1, 1, 7_200_000));
        same("java.sql.Timestamp", timestamp());
        same("java.sql.Date", new java.sql.Date(1_000_000_000_000L));
        same("java.sql.Time", new java.sql.Time(12_345_000));
    }

    private static Object timestamp() {
        java.sql.Timestamp timestamp = new java.sql.Timestamp(1_000);
        timestamp.setNanos(123_456_789);
        return timestamp;
    }

    private static void lists() {
        same("ArrayList", LETTERS);
        same("LinkedList", new LinkedList<>(LETTERS));
        same("Vector", new Vector<>(LETTERS));
        Stack<Object> stack = new Stack<>();
        stack.addAll(LETTERS);
        same("Stack", stack);
        same("CopyOnWriteArrayList", new CopyOnWriteArrayList<>(LETTERS));
        same("List.of", List.of(1, 2, 3));
        same("List.of one", List.of(1));
        same("List.copyOf", List.copyOf(LETTERS));
        same("Stream.toList", Arrays.asList(1, null).stream().toList());
        same("Arrays.asList", Arrays.asList("x", null));
        same("emptyList", Collections.emptyList());
        same("singletonList", Collections.singletonList("s"));
        same("unmodifiableList", Collections.unmodifiableList(LETTERS));
        same("synchronizedList", Collections.synchronizedList(new ArrayList<>(LETTERS)));
        ordered("synchronizedList of links", Collections.synchronizedList(new LinkedList<>(LETTERS)), List.class);
        ordered("checkedList", Collections.checkedList(new ArrayList<>(LETTERS), String.class), List.class);
        ordered("nCopies", Collections.nCopies(3, "n"), List.class);
        ordered("subList", LETTERS.subList(1, 3), List.class);
        ordered("subList of links", new LinkedList<>(LETTERS).subList(1, 3), List.class);
        ordered("subList of List.of", List.of(1, 2, 3, 4).subList(1, 3), List.class);
        ordered("subList of a Vector", new Vector<>(LETTERS).subList(1, 3), List.class);
        ordered("subList of a CopyOnWriteArrayList", new CopyOnWriteArrayList<>(LETTERS).subList(1, 3), List.class);
        ordered("subList of Arrays.asList", Arrays.asList(1, 2, 3).subList(1, 3), List.class);
        reversed("reversed ArrayList", LETTERS, List.class);
        reversed("reversed LinkedList", new LinkedList<>(LETTERS), LinkedList.class);
        reversed("reversed List.of", List.of(1, 2, 3), List.class);
        reversed("reversed CopyOnWriteArrayList", new CopyOnWriteArrayList<>(LETTERS), List.class);
        reversed("reversed ArrayDeque", new ArrayDeque<>(LETTERS), Deque.class);
        reversed("reversed LinkedHashSet", new LinkedHashSet<>(LETTERS), LinkedHashSet.class);
        reversed("reversed TreeSet", new TreeSet<>(LETTERS), SortedSet.class);
        reversed("reversed LinkedHashMap", new LinkedHashMap<>(DESCENDING), LinkedHashMap.class);
        reversed("reversed TreeMap", DESCENDING, SortedMap.class);
    }

    /** What a JDK 21 or newer makes of it. */
    private static void reversed(String name, Object forwards, Class<?> arrivesAs) {
        try {
            Object backwards = (forwards instanceof Map
                            ? Class.forName("java.util.SequencedMap")
                            : Class.forName("java.util.SequencedCollection"))
                    .getMethod("reversed")
                    .invoke(forwards);
            if (backwards instanceof Map<?, ?> map) {
                ordered(name, map, arrivesAs);
            } else {
                ordered(name, (Collection<?>) backwards, arrivesAs);
            }
        } catch (ClassNotFoundException e) {
            return;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void queues() {
        ordered("ArrayDeque", new ArrayDeque<>(LETTERS), ArrayDeque.class);
        ordered("ConcurrentLinkedQueue", new ConcurrentLinkedQueue<>(LETTERS), ConcurrentLinkedQueue.class);
        ordered("ConcurrentLinkedDeque", new ConcurrentLinkedDeque<>(LETTERS), ConcurrentLinkedDeque.class);
        ordered("LinkedTransferQueue", new LinkedTransferQueue<>(LETTERS), LinkedTransferQueue.class);
        ordered("LinkedBlockingQueue", new LinkedBlockingQueue<>(LETTERS), LinkedBlockingQueue.class);
        ArrayBlockingQueue<Object> five = new ArrayBlockingQueue<>(5, false, LETTERS);
        by("ArrayBlockingQueue", five, queue -> List.copyOf(queue) + "/" + queue.remainingCapacity());
        LinkedBlockingDeque<Object> seven = new LinkedBlockingDeque<>(7);
        seven.addAll(LETTERS);
        by("LinkedBlockingDeque", seven, queue -> List.copyOf(queue) + "/" + queue.remainingCapacity());
        PriorityQueue<String> down = new PriorityQueue<>(Comparator.reverseOrder());
        down.addAll(LETTERS);
        by("PriorityQueue with comparator", down, queue -> polled(new PriorityQueue<>(queue)));
        PriorityBlockingQueue<String> blocking = new PriorityBlockingQueue<>(3, String.CASE_INSENSITIVE_ORDER);
        blocking.addAll(LETTERS);
        by("PriorityBlockingQueue", blocking, queue -> polled(new PriorityBlockingQueue<>(queue)));
    }

    private static List<Object> polled(Queue<?> queue) {
        List<Object> all = new ArrayList<>();
        while (!queue.isEmpty()) {
            all.add(queue.poll());
        }
        return all;
    }

    private static void sets() {
        same("HashSet", new HashSet<>(Arrays.asList(1, null)));
        ordered("LinkedHashSet", new LinkedHashSet<>(LETTERS), LinkedHashSet.class);
        same("TreeSet", new TreeSet<>(LETTERS));
        TreeSet<String> reverse = new TreeSet<>(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
        reverse.addAll(LETTERS);
        ordered("TreeSet with reverseOrder of a comparator", reverse, TreeSet.class);
        TreeSet<String> nullsLast = new TreeSet<>(Comparator.nullsLast(Comparator.<String>naturalOrder()));
        nullsLast.addAll(Arrays.asList("b", null, "a"));
        ordered("TreeSet with nullsLast", nullsLast, TreeSet.class);
        TreeSet<String> nullsFirst = new TreeSet<>(Comparator.nullsFirst(Comparator.<String>reverseOrder()));
        nullsFirst.addAll(Arrays.asList("b", null, "a"));
        ordered("TreeSet with nullsFirst", nullsFirst, TreeSet.class);
        TreeSet<String> byLength = new TreeSet<>(new ByLength());
        byLength.addAll(List.of("ccc", "a", "bb"));
        ordered("TreeSet with a comparator of one's own", byLength, TreeSet.class);
        ordered("subSet", new TreeSet<>(LETTERS).subSet("a", "c"), SortedSet.class);
        ordered("descendingSet", new TreeSet<>(LETTERS).descendingSet(), SortedSet.class);
        ordered("ConcurrentSkipListSet", new ConcurrentSkipListSet<>(LETTERS), ConcurrentSkipListSet.class);
        ordered("ConcurrentSkipListSet.headSet", new ConcurrentSkipListSet<>(LETTERS).headSet("c"), SortedSet.class);
        ordered("CopyOnWriteArraySet", new CopyOnWriteArraySet<>(LETTERS), CopyOnWriteArraySet.class);
        Set<Object> concurrent = ConcurrentHashMap.newKeySet();
        concurrent.addAll(LETTERS);
        same("ConcurrentHashMap.newKeySet", concurrent);
        same("EnumSet", EnumSet.of(DayOfWeek.FRIDAY));
        same("empty EnumSet", EnumSet.noneOf(TimeUnit.class));
        same("Set.of", Set.of(1, 2, 3));
        same("emptySet", Collections.emptySet());
        same("singleton", Collections.singleton(1));
        same("unmodifiableSet", Collections.unmodifiableSet(new HashSet<>(LETTERS)));
        same("unmodifiableSortedSet", Collections.unmodifiableNavigableSet(new TreeSet<>(LETTERS)));
        as("emptySortedSet", Collections.emptySortedSet(), SortedSet.class, set -> set);
        same("synchronizedSet", Collections.synchronizedSet(new HashSet<>(LETTERS)));
        ordered("synchronizedSortedSet", Collections.synchronizedSortedSet(new TreeSet<>(LETTERS)), SortedSet.class);
        ordered("checkedSet", Collections.checkedSet(new LinkedHashSet<>(LETTERS), String.class), Set.class);
        Set<Object> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.add(new ArrayList<>());
        identities.add(new ArrayList<>());
        by("newSetFromMap of identities", identities, Set::size);
        Set<Object> ordered = Collections.newSetFromMap(new LinkedHashMap<>());
        ordered.addAll(LETTERS);
        ordered("newSetFromMap", ordered, ordered.getClass());
        ordered("keySet", new LinkedHashMap<>(DESCENDING).keySet(), Set.class);
        ordered("keySet of a TreeMap", DESCENDING.navigableKeySet(), SortedSet.class);
        ordered("entrySet", DESCENDING.entrySet(), Set.class);
    }

    private static void maps() {
        same("HashMap", new HashMap<>(DESCENDING));
        ordered("LinkedHashMap", new LinkedHashMap<>(DESCENDING), LinkedHashMap.class);
        ordered("TreeMap with comparator", DESCENDING, TreeMap.class);
        ordered("headMap", DESCENDING.headMap("b", true), SortedMap.class);
        ordered("descendingMap", DESCENDING.descendingMap(), SortedMap.class);
        same("ConcurrentHashMap", new ConcurrentHashMap<>(DESCENDING));
        ordered("ConcurrentSkipListMap", new ConcurrentSkipListMap<>(DESCENDING), ConcurrentSkipListMap.class);
        ordered("ConcurrentSkipListMap.tailMap", new ConcurrentSkipListMap<>(DESCENDING).tailMap("b"), SortedMap.class);
        same("EnumMap", new EnumMap<>(Map.of(DayOfWeek.FRIDAY, "fish")));
        same("empty EnumMap", new EnumMap<>(DayOfWeek.class));
        same("Hashtable", new Hashtable<>(DESCENDING));
        Properties properties = new Properties(new Properties());
        properties.setProperty("k", "v");
        same("Properties", properties);
        Properties defaults = new Properties();
        defaults.setProperty("beneath", "d");
        defaults.setProperty("k", "hidden");
        Properties above = new Properties(defaults);
        above.setProperty("k", "v");
        by("Properties with defaults", above, p -> p + p.getProperty("beneath") + p.getProperty("k"));
        WeakHashMap<Object, Object> weak = new WeakHashMap<>(Map.of("held", 1));
        same("WeakHashMap", weak);
        IdentityHashMap<Object, Object> identities = new IdentityHashMap<>();
        identities.put(new ArrayList<>(), 1);
        identities.put(new ArrayList<>(), 2);
        by("IdentityHashMap", identities, map -> new TreeSet<>(map.values()));
        same("Map.of", Map.of(1, 2, 3, 4));
        same("Map.of one", Map.of(1, 2));
        same("emptyMap", Collections.emptyMap());
        same("singletonMap", Collections.singletonMap("a", null));
        same("unmodifiableMap", Collections.unmodifiableMap(new HashMap<>(DESCENDING)));
        ordered("unmodifiableSortedMap", Collections.unmodifiableSortedMap(DESCENDING), SortedMap.class);
        ordered("emptySortedMap", Collections.emptySortedMap(), SortedMap.class);
        same("synchronizedMap", Collections.synchronizedMap(new HashMap<>(DESCENDING)));
        ordered("synchronizedSortedMap", Collections.synchronizedSortedMap(DESCENDING), SortedMap.class);
        ordered("checkedMap", Collections.checkedMap(DESCENDING, String.class, Integer.class), Map.class);
        ordered("values", DESCENDING.values(), Collection.class);
        as(
                "an entry of a HashMap",
                new HashMap<>(Map.of(1, 2)).entrySet().iterator().next(),
                Map.Entry.class,
                e -> e);
        as("an entry of a TreeMap", DESCENDING.firstEntry(), Map.Entry.class, entry -> entry);
        same("Map.entry", Map.entry(1, 2));
        same("SimpleEntry", new AbstractMap.SimpleEntry<>(1, null));
        same("SimpleImmutableEntry", new AbstractMap.SimpleImmutableEntry<>(1, null));
    }

    private static void wrappers() {
        same("Optional", Optional.of(List.of(1)));
        same("empty Optional", Optional.empty());
        same("OptionalInt", OptionalInt.of(1));
        same("OptionalLong", OptionalLong.of(2));
        same("OptionalDouble", OptionalDouble.empty());
        ordered("unmodifiableCollection", Collections.unmodifiableCollection(LETTERS), Collection.class);
        ordered(
                "synchronizedCollection",
                Collections.synchronizedCollection(new ArrayList<>(LETTERS)),
                Collection.class);
        by("arrays of arrays of primitives", new int[][] {{1}, null, {}}, Arrays::deepToString);
        by("arrays of arrays", new Object[][] {{1, "a"}, {new long[] {2}}}, Arrays::deepToString);
        by("arrays of lists", new List<?>[] {List.of(1), null}, Arrays::toString);
        by("arrays of what is mixed", new Object[] {1, "a", null, 'c', 2.5, List.of()}, Arrays::toString);
        by(
                "checked exception",
                new IOException("disk", new IllegalStateException("inner")),
                e -> e + " " + e.getCause());
    }

    private static void atomics() {
        by("AtomicBoolean", new AtomicBoolean(true), AtomicBoolean::get);
        by("AtomicInteger", new AtomicInteger(-1), AtomicInteger::get);
        by("AtomicLong", new AtomicLong(-1), AtomicLong::get);
        by("AtomicReference", new AtomicReference<Object>(List.of(1)), AtomicReference::get);
        by("AtomicIntegerArray", new AtomicIntegerArray(IntStream.range(0, 9).toArray()), AtomicIntegerArray::toString);
        by("AtomicLongArray", new AtomicLongArray(new long[] {1, -1}), AtomicLongArray::toString);
        by("AtomicReferenceArray", new AtomicReferenceArray<>(new Object[] {1, null}), AtomicReferenceArray::toString);
        by(
                "AtomicMarkableReference",
                new AtomicMarkableReference<>("a", true),
                r -> r.getReference() + "/" + r.isMarked());
        by("AtomicStampedReference", new AtomicStampedReference<>("a", 7), r -> r.getReference() + "/" + r.getStamp());
        LongAdder sum = new LongAdder();
        sum.add(5);
        by("LongAdder", sum, LongAdder::sum);
        DoubleAdder doubles = new DoubleAdder();
        doubles.add(0.5);
        by("DoubleAdder", doubles, DoubleAdder::sum);
    }

    /** A comparator of an allowed class. */
    public static final class ByLength implements Comparator<String> {
        @Override
        public int compare(String one, String other) {
            return Integer.compare(one.length(), other.length());
        }
    }
}

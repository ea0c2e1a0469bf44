// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URI;
import java.time.DayOfWeek;
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
import java.time.temporal.ChronoUnit;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The kinds of values that travel on every connection, with the same ids everywhere. An id is a place in the list
 * below, which is part of the protocol: new lines go at its end, and no line moves. On the wire an id means a kind of
 * value. Where the JDK has several classes for one kind, or class names of its own that may change, all share an id.
 */
enum BuiltIn {
    BOOLEAN(Nature.VALUE, Boolean.class, boolean.class),
    BYTE(Nature.VALUE, Byte.class, byte.class),
    CHARACTER(Nature.VALUE, Character.class, char.class),
    SHORT(Nature.VALUE, Short.class, short.class),
    INTEGER(Nature.VALUE, Integer.class, int.class),
    LONG(Nature.VALUE, Long.class, long.class),
    FLOAT(Nature.VALUE, Float.class, float.class),
    DOUBLE(Nature.VALUE, Double.class, double.class),
    STRING(Nature.VALUE, String.class),

    BOOLEAN_ARRAY(Nature.OBJECT, boolean[].class),
    BYTE_ARRAY(Nature.OBJECT, byte[].class),
    CHAR_ARRAY(Nature.OBJECT, char[].class),
    SHORT_ARRAY(Nature.OBJECT, short[].class),
    INT_ARRAY(Nature.OBJECT, int[].class),
    LONG_ARRAY(Nature.OBJECT, long[].class),
    FLOAT_ARRAY(Nature.OBJECT, float[].class),
    DOUBLE_ARRAY(Nature.OBJECT, double[].class),
    STRING_ARRAY(Nature.OBJECT, String[].class),
    OBJECT_ARRAY(Nature.OBJECT, Object[].class),

    ARRAY_LIST(Nature.OBJECT, ArrayList.class),
    LINKED_LIST(Nature.OBJECT, LinkedList.class),
    ARRAY_DEQUE(Nature.OBJECT, ArrayDeque.class),
    VECTOR(Nature.OBJECT, Vector.class),
    HASH_SET(Nature.OBJECT, HashSet.class),
    LINKED_HASH_SET(Nature.OBJECT, LinkedHashSet.class),
    TREE_SET(Nature.OBJECT, TreeSet.class),
    PRIORITY_QUEUE(Nature.OBJECT, PriorityQueue.class),
    CONCURRENT_SKIP_LIST_SET(Nature.OBJECT, ConcurrentSkipListSet.class),
    COPY_ON_WRITE_ARRAY_LIST(Nature.OBJECT, CopyOnWriteArrayList.class),
    COPY_ON_WRITE_ARRAY_SET(Nature.OBJECT, CopyOnWriteArraySet.class),
    HASH_MAP(Nature.OBJECT, HashMap.class),
    LINKED_HASH_MAP(Nature.OBJECT, LinkedHashMap.class),
    TREE_MAP(Nature.OBJECT, TreeMap.class),
    CONCURRENT_HASH_MAP(Nature.OBJECT, ConcurrentHashMap.class),
    CONCURRENT_SKIP_LIST_MAP(Nature.OBJECT, ConcurrentSkipListMap.class),
    ENUM_SET(Nature.OBJECT, EnumSet.class),
    ENUM_MAP(Nature.OBJECT, EnumMap.class),

    IMMUTABLE_LIST(
            Nature.OBJECT,
            List.of(1, 2, 3).getClass(),
            List.of(1).getClass(),
            List.of(1, 2, 3).subList(0, 2).getClass()),
    IMMUTABLE_SET(Nature.OBJECT, Set.of(1, 2, 3).getClass(), Set.of(1).getClass()),
    IMMUTABLE_MAP(Nature.OBJECT, Map.of(1, 2, 3, 4).getClass(), Map.of(1, 2).getClass()),
    ARRAY_AS_LIST(Nature.OBJECT, Arrays.asList(1).getClass()),
    EMPTY_LIST(Nature.VALUE, Collections.emptyList().getClass()),
    EMPTY_SET(Nature.VALUE, Collections.emptySet().getClass()),
    EMPTY_MAP(Nature.VALUE, Collections.emptyMap().getClass()),
    SINGLETON_LIST(Nature.OBJECT, Collections.singletonList(1).getClass()),
    SINGLETON_SET(Nature.OBJECT, Collections.singleton(1).getClass()),
    SINGLETON_MAP(Nature.OBJECT, Collections.singletonMap(1, 2).getClass()),
    UNMODIFIABLE_LIST(
            Nature.OBJECT,
            Collections.unmodifiableList(new ArrayList<>()).getClass(),
            Collections.unmodifiableList(new LinkedList<>()).getClass()),
    UNMODIFIABLE_SET(Nature.OBJECT, Collections.unmodifiableSet(new HashSet<>()).getClass()),
    UNMODIFIABLE_COLLECTION(
            Nature.OBJECT, Collections.unmodifiableCollection(new ArrayList<>()).getClass()),
    UNMODIFIABLE_MAP(Nature.OBJECT, Collections.unmodifiableMap(new HashMap<>()).getClass()),

    OPTIONAL(Nature.OBJECT, Optional.class),
    OPTIONAL_INT(Nature.VALUE, OptionalInt.class),
    OPTIONAL_LONG(Nature.VALUE, OptionalLong.class),
    OPTIONAL_DOUBLE(Nature.VALUE, OptionalDouble.class),
    SIMPLE_ENTRY(Nature.OBJECT, AbstractMap.SimpleEntry.class),
    SIMPLE_IMMUTABLE_ENTRY(Nature.OBJECT, AbstractMap.SimpleImmutableEntry.class),
    KEY_VALUE(Nature.OBJECT, Map.entry(1, 2).getClass()),
    ATOMIC_BOOLEAN(Nature.OBJECT, AtomicBoolean.class),
    ATOMIC_INTEGER(Nature.OBJECT, AtomicInteger.class),
    ATOMIC_LONG(Nature.OBJECT, AtomicLong.class),
    ATOMIC_REFERENCE(Nature.OBJECT, AtomicReference.class),

    BIG_INTEGER(Nature.VALUE, BigInteger.class),
    BIG_DECIMAL(Nature.VALUE, BigDecimal.class),
    UUID(Nature.VALUE, UUID.class),
    URI(Nature.VALUE, URI.class),
    LOCALE(Nature.VALUE, Locale.class),
    CURRENCY(Nature.VALUE, Currency.class),
    DURATION(Nature.VALUE, Duration.class),
    INSTANT(Nature.VALUE, Instant.class),
    LOCAL_DATE(Nature.VALUE, LocalDate.class),
    LOCAL_TIME(Nature.VALUE, LocalTime.class),
    LOCAL_DATE_TIME(Nature.VALUE, LocalDateTime.class),
    ZONE_OFFSET(Nature.VALUE, ZoneOffset.class),
    ZONE_ID(Nature.VALUE, ZoneId.class, ZoneId.of("UTC").getClass()),
    OFFSET_TIME(Nature.VALUE, OffsetTime.class),
    OFFSET_DATE_TIME(Nature.VALUE, OffsetDateTime.class),
    ZONED_DATE_TIME(Nature.VALUE, ZonedDateTime.class),
    YEAR(Nature.VALUE, Year.class),
    YEAR_MONTH(Nature.VALUE, YearMonth.class),
    MONTH_DAY(Nature.VALUE, MonthDay.class),
    PERIOD(Nature.VALUE, Period.class),
    DAY_OF_WEEK(Nature.VALUE, DayOfWeek.class),
    MONTH(Nature.VALUE, Month.class),
    CHRONO_UNIT(Nature.VALUE, ChronoUnit.class),
    TIME_UNIT(Nature.VALUE, TimeUnit.class),
    ROUNDING_MODE(Nature.VALUE, RoundingMode.class),
    DATE(Nature.OBJECT, Date.class),
    TIME_ZONE(Nature.OBJECT, TimeZone.class),
    BIT_SET(Nature.OBJECT, BitSet.class),
    STRING_BUILDER(Nature.OBJECT, StringBuilder.class),
    STRING_BUFFER(Nature.OBJECT, StringBuffer.class),
    NATURAL_ORDER(Nature.VALUE, Comparator.naturalOrder().getClass()),
    REVERSE_ORDER(Nature.VALUE, Comparator.reverseOrder().getClass()),
    CASE_INSENSITIVE_ORDER(Nature.VALUE, String.CASE_INSENSITIVE_ORDER.getClass()),
    THROWABLE(Nature.OBJECT, Throwable.class),
    FURTHER(Nature.OBJECT, FurtherClasses.Any.class),
    REMOTE_REFERENCE(Nature.OBJECT, RemoteReference.class),
    BATCH(Nature.VALUE, Batch.class);

    /** Whether an object is nothing but its value, so that one that is written twice may arrive as two. */
    private enum Nature {
        VALUE,
        OBJECT
    }

    private final boolean value;
    private final Class<?>[] types;
    private volatile Serializer<?> codec;

    BuiltIn(Nature nature, Class<?>... types) {
        this.value = nature == Nature.VALUE;
        this.types = types;
    }

    int id() {
        return ordinal();
    }

    /** The class under which objects of this kind travel. */
    Class<?> type() {
        return types[0];
    }

    /** The classes whose objects travel as objects of {@link #type()}. */
    Class<?>[] types() {
        return types;
    }

    /** The serialiser of this kind, which has no state. Any thread may use it. */
    Serializer<?> codec() {
        Serializer<?> known = codec;
        if (known == null) {
            known = BuiltInCodecs.make(this); // two threads at once may make two, which does no harm
            codec = known;
        }
        return known;
    }

    /** Whether this is a kind of values. Part of the protocol: a reference number is written for all other objects. */
    boolean isValue() {
        return value;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.TimeSerializers;
import java.lang.reflect.Modifier;
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
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
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
import java.util.function.Function;

/**
 * The classes that travel on every connection, with the same ids everywhere. An id is the place in the list below, which
 * is part of the protocol: lines are added at the end of it and never moved. What an id means on the wire is the kind of
 * value; where the JDK has several classes for one kind, or names of its own that may change, all of them share an id.
 */
final class BuiltInClasses {

    /** Ids from here on are agreed per connection. */
    static final int FIRST_FREE_ID = 120;

    private static final List<Class<?>> CLASSES = new ArrayList<>();
    private static final List<Serializer<?>> SERIALIZERS = new ArrayList<>();
    private static final Map<Class<?>, Integer> IDS = new IdentityHashMap<>();
    private static final Set<Class<?>> VALUES = Collections.newSetFromMap(new IdentityHashMap<>());

    private static final ClassValue<Boolean> IS_VALUE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            Class<?> canonical = canonical(type);
            return canonical.isEnum() || VALUES.contains(canonical);
        }
    };

    static {
        value(Boolean.class, new DefaultSerializers.BooleanSerializer(), boolean.class);
        value(Byte.class, new DefaultSerializers.ByteSerializer(), byte.class);
        value(Character.class, new DefaultSerializers.CharSerializer(), char.class);
        value(Short.class, new DefaultSerializers.ShortSerializer(), short.class);
        value(Integer.class, new DefaultSerializers.IntSerializer(), int.class);
        value(Long.class, new DefaultSerializers.LongSerializer(), long.class);
        value(Float.class, new DefaultSerializers.FloatSerializer(), float.class);
        value(Double.class, new DefaultSerializers.DoubleSerializer(), double.class);
        value(String.class, ValueCodec.ofText(text -> text, text -> text));

        array(boolean[].class, a -> a.length, (out, a) -> out.writeBooleans(a, 0, a.length), FrameInput::readBooleans);
        array(byte[].class, a -> a.length, (out, a) -> out.writeBytes(a, 0, a.length), FrameInput::readBytes);
        array(char[].class, a -> a.length, (out, a) -> out.writeChars(a, 0, a.length), FrameInput::readChars);
        array(short[].class, a -> a.length, (out, a) -> out.writeShorts(a, 0, a.length), FrameInput::readShorts);
        array(int[].class, a -> a.length, (out, a) -> out.writeInts(a, 0, a.length), FrameInput::readInts);
        array(long[].class, a -> a.length, (out, a) -> out.writeLongs(a, 0, a.length), FrameInput::readLongs);
        array(float[].class, a -> a.length, (out, a) -> out.writeFloats(a, 0, a.length), FrameInput::readFloats);
        array(double[].class, a -> a.length, (out, a) -> out.writeDoubles(a, 0, a.length), FrameInput::readDoubles);
        add(String[].class, new ObjectArrayCodec(String.class));
        add(Object[].class, new ObjectArrayCodec(Object.class));

        add(ArrayList.class, CollectionCodec.growing(8, ArrayList::new));
        add(LinkedList.class, CollectionCodec.growing(0, capacity -> new LinkedList<>()));
        add(ArrayDeque.class, CollectionCodec.growing(8, ArrayDeque::new));
        add(Vector.class, CollectionCodec.growing(8, Vector::new));
        add(HashSet.class, CollectionCodec.hashed(capacity -> new HashSet<>(MapCodec.hashCapacity(capacity))));
        add(
                LinkedHashSet.class,
                CollectionCodec.hashed(capacity -> new LinkedHashSet<>(MapCodec.hashCapacity(capacity))));
        add(TreeSet.class, CollectionCodec.<TreeSet<?>>sorted(TreeSet::comparator, TreeSet::new));
        add(
                PriorityQueue.class,
                CollectionCodec.<PriorityQueue<?>>sorted(PriorityQueue::comparator, PriorityQueue::new));
        add(
                ConcurrentSkipListSet.class,
                CollectionCodec.<ConcurrentSkipListSet<?>>sorted(
                        ConcurrentSkipListSet::comparator, ConcurrentSkipListSet::new));
        add(CopyOnWriteArrayList.class, CollectionCodec.concurrent(CopyOnWriteArrayList::new));
        add(CopyOnWriteArraySet.class, CollectionCodec.concurrent(CopyOnWriteArraySet::new));
        add(HashMap.class, MapCodec.growing(HashMap::new));
        add(LinkedHashMap.class, MapCodec.growing(LinkedHashMap::new));
        add(TreeMap.class, MapCodec.sorted(TreeMap::new));
        add(ConcurrentHashMap.class, MapCodec.concurrent(ConcurrentHashMap::new));
        add(ConcurrentSkipListMap.class, MapCodec.sorted(ConcurrentSkipListMap::new));
        add(EnumSet.class, new EnumCodec.OfSet());
        add(EnumMap.class, new EnumCodec.OfMap());

        List<Object> four = List.of(1, 2, 3, 4);
        add(
                four.getClass(),
                CollectionCodec.finished(BuiltInClasses::immutableList),
                List.of(1).getClass(),
                four.subList(0, 2).getClass());
        add(
                Set.of(1, 2, 3).getClass(),
                CollectionCodec.finishedHashed(Set::of),
                Set.of(1).getClass());
        add(
                Map.of(1, 2, 3, 4).getClass(),
                MapCodec.finished(Map::copyOf),
                Map.of(1, 2).getClass());
        add(Arrays.asList(1).getClass(), CollectionCodec.finished(Arrays::asList));
        value(Collections.emptyList().getClass(), ValueCodec.ofSingleton(Collections.emptyList()));
        value(Collections.emptySet().getClass(), ValueCodec.ofSingleton(Collections.emptySet()));
        value(Collections.emptyMap().getClass(), ValueCodec.ofSingleton(Collections.emptyMap()));
        add(
                Collections.singletonList(1).getClass(),
                CollectionCodec.finished(one -> Collections.singletonList(only(one))));
        add(Collections.singleton(1).getClass(), CollectionCodec.finished(one -> Collections.singleton(only(one))));
        add(Collections.singletonMap(1, 2).getClass(), MapCodec.finished(map -> {
            Map.Entry<Object, Object> one = map.entrySet().iterator().next();
            return Collections.singletonMap(one.getKey(), one.getValue());
        }));
        add(
                Collections.unmodifiableList(new ArrayList<>()).getClass(),
                CollectionCodec.finished(all -> Collections.unmodifiableList(Arrays.asList(all))),
                Collections.unmodifiableList(new LinkedList<>()).getClass());
        add(
                Collections.unmodifiableSet(new HashSet<>()).getClass(),
                CollectionCodec.finishedHashed(
                        all -> Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(all)))));
        add(
                Collections.unmodifiableCollection(new ArrayList<>()).getClass(),
                CollectionCodec.finished(all -> Collections.unmodifiableCollection(Arrays.asList(all))));
        add(Collections.unmodifiableMap(new HashMap<>()).getClass(), MapCodec.finished(Collections::unmodifiableMap));

        add(Optional.class, new OptionalSerializers.OptionalSerializer());
        value(OptionalInt.class, new OptionalSerializers.OptionalIntSerializer());
        value(OptionalLong.class, new OptionalSerializers.OptionalLongSerializer());
        value(OptionalDouble.class, new OptionalSerializers.OptionalDoubleSerializer());
        add(AbstractMap.SimpleEntry.class, new EntryCodec(AbstractMap.SimpleEntry::new));
        add(AbstractMap.SimpleImmutableEntry.class, new EntryCodec(AbstractMap.SimpleImmutableEntry::new));
        add(Map.entry(1, 2).getClass(), new EntryCodec(Map::entry));
        add(AtomicBoolean.class, new DefaultSerializers.AtomicBooleanSerializer());
        add(AtomicInteger.class, new DefaultSerializers.AtomicIntegerSerializer());
        add(AtomicLong.class, new DefaultSerializers.AtomicLongSerializer());
        add(AtomicReference.class, new DefaultSerializers.AtomicReferenceSerializer());

        value(BigInteger.class, ValueCodec.bigInteger());
        value(BigDecimal.class, ValueCodec.bigDecimal());
        value(UUID.class, new DefaultSerializers.UUIDSerializer());
        value(URI.class, ValueCodec.ofText(URI::toString, URI::create));
        value(Locale.class, ValueCodec.locale());
        value(Currency.class, ValueCodec.ofText(Currency::getCurrencyCode, Currency::getInstance));
        value(Duration.class, new TimeSerializers.DurationSerializer());
        value(Instant.class, new TimeSerializers.InstantSerializer());
        value(LocalDate.class, new TimeSerializers.LocalDateSerializer());
        value(LocalTime.class, new TimeSerializers.LocalTimeSerializer());
        value(LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
        value(ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
        value(
                ZoneId.class,
                ValueCodec.ofText(ZoneId::getId, ZoneId::of),
                ZoneId.of("Europe/Berlin").getClass());
        value(OffsetTime.class, new TimeSerializers.OffsetTimeSerializer());
        value(OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
        value(ZonedDateTime.class, ValueCodec.zonedDateTime());
        value(Year.class, new TimeSerializers.YearSerializer());
        value(YearMonth.class, new TimeSerializers.YearMonthSerializer());
        value(MonthDay.class, new TimeSerializers.MonthDaySerializer());
        value(Period.class, new TimeSerializers.PeriodSerializer());
        value(DayOfWeek.class, new EnumCodec(DayOfWeek.class));
        value(Month.class, new EnumCodec(Month.class));
        value(ChronoUnit.class, new EnumCodec(ChronoUnit.class));
        value(TimeUnit.class, new EnumCodec(TimeUnit.class));
        value(RoundingMode.class, new EnumCodec(RoundingMode.class));
        add(
                Date.class,
                new ValueCodec<Date>((out, date) -> out.writeLong(date.getTime()), in -> new Date(in.readLong())));
        add(
                TimeZone.class,
                ValueCodec.ofText(TimeZone::getID, TimeZone::getTimeZone),
                TimeZone.getTimeZone("UTC").getClass());
        add(BitSet.class, ValueCodec.bitSet());
        add(StringBuilder.class, ValueCodec.ofText(StringBuilder::toString, StringBuilder::new));
        add(StringBuffer.class, ValueCodec.ofText(StringBuffer::toString, StringBuffer::new));
        value(Comparator.naturalOrder().getClass(), ValueCodec.ofSingleton(Comparator.naturalOrder()));
        value(Comparator.reverseOrder().getClass(), ValueCodec.ofSingleton(Comparator.reverseOrder()));
        value(String.CASE_INSENSITIVE_ORDER.getClass(), ValueCodec.ofSingleton(String.CASE_INSENSITIVE_ORDER));
        add(Throwable.class, new ThrowableValueCodec());
        add(FurtherClasses.Any.class, new FurtherClasses());
        add(RemoteReference.class, new RemoteReference.Codec());
        value(Batch.class, new Batch.Codec());
    }

    private BuiltInClasses() {}

    /** The id of a class by its canonical name or any other; -1 if it is not built in. */
    static int idOf(Class<?> type) {
        Integer id = IDS.get(canonical(type));
        return id == null ? -1 : id;
    }

    /** Whether values of the class, by its canonical name or any other, have a form of their own, the same everywhere. */
    static boolean contains(Class<?> type) {
        return idOf(type) >= 0 && !RemoteTypes.isByReference(type);
    }

    /** {@code null} if there is none. */
    static Class<?> classOf(int id) {
        return id < CLASSES.size() ? CLASSES.get(id) : null;
    }

    static Serializer<?> serializer(int id) {
        return SERIALIZERS.get(id);
    }

    /** All classes that have names. */
    static Collection<Class<?>> all() {
        List<Class<?>> all = new ArrayList<>(CLASSES);
        all.remove(FurtherClasses.Any.class);
        all.remove(RemoteReference.class);
        all.remove(Batch.class);
        all.addAll(FurtherClasses.all());
        return all;
    }

    /**
     * Whether objects of the class are nothing but their value, so that it is no loss if one that is written twice arrives
     * as two. Part of the protocol, because for the others a reference number is written.
     */
    static boolean isValue(Class<?> type) {
        return IS_VALUE.get(type);
    }

    /** The class under which objects of class {@code type} travel, unless a method says that they do by value. */
    static Class<?> canonical(Class<?> type) {
        Integer id = IDS.get(type);
        if (id != null) {
            return CLASSES.get(id);
        }
        if (Enum.class.isAssignableFrom(type) && type != Enum.class && !type.isEnum()) {
            // A constant with a body.
            return type.getSuperclass();
        }
        if (EnumSet.class.isAssignableFrom(type)) {
            return EnumSet.class;
        }
        if (Throwable.class.isAssignableFrom(type)) {
            // Exceptions carry their class name with them.
            return Throwable.class;
        }
        if (RemoteTypes.isByReference(type)) {
            return RemoteReference.class;
        }
        // A class that the JDK hides below a public one, such as that of LinkedList.reversed().
        Class<?> parent = type.getSuperclass();
        if (parent != null
                && IDS.containsKey(parent)
                && Modifier.isPublic(parent.getModifiers())
                && TravelRules.isHiddenInJavaUtil(type)
                && !FurtherClasses.names(type)) {
            return CLASSES.get(IDS.get(parent));
        }
        return FurtherClasses.contains(type) ? FurtherClasses.Any.class : type;
    }

    private static void add(Class<?> type, Serializer<?> serializer, Class<?>... others) {
        int id = CLASSES.size();
        if (id >= FIRST_FREE_ID) {
            throw new IllegalStateException("FIRST_FREE_ID=" + FIRST_FREE_ID + " id=" + id);
        }
        CLASSES.add(type);
        SERIALIZERS.add(serializer);
        IDS.put(type, id);
        for (Class<?> other : others) {
            IDS.put(other, id);
        }
    }

    private static void value(Class<?> type, Serializer<?> serializer, Class<?>... others) {
        add(type, serializer, others);
        VALUES.add(type);
    }

    private static <A> void array(
            Class<A> type, Function<A, Integer> length, ArrayWriter<A> writer, ArrayReader<A> reader) {
        add(
                type,
                new ValueCodec<A>(
                        (out, array) -> {
                            out.writeVarInt(length.apply(array), true);
                            writer.write(out, array);
                        },
                        in -> reader.read(in, in.readLength())));
    }

    private interface ArrayWriter<A> {
        void write(FrameOutput out, A array);
    }

    private interface ArrayReader<A> {
        A read(FrameInput in, int length);
    }

    /** As {@code List.of}, but with nulls if there are any, as {@code Stream.toList} makes them. */
    private static List<Object> immutableList(Object[] elements) {
        for (Object element : elements) {
            if (element == null) {
                return Arrays.stream(elements).toList();
            }
        }
        return List.of(elements);
    }

    private static Object only(Object[] elements) {
        if (elements.length != 1) {
            throw new MalformedMessage("A singleton of " + elements.length + " elements");
        }
        return elements[0];
    }

    private static final class ThrowableValueCodec extends Serializer<Throwable> {

        @Override
        public void write(Kryo kryo, Output output, Throwable throwable) {
            ((LaneCodec) kryo).throwables().write((FrameOutput) output, throwable);
        }

        @Override
        public Throwable read(Kryo kryo, Input input, Class<? extends Throwable> type) {
            return ((LaneCodec) kryo).throwables().read((FrameInput) input);
        }
    }
}

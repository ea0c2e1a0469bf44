// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.TimeSerializers;
import java.math.RoundingMode;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
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
import java.util.function.ToIntFunction;

/** Makes the serialisers of the {@link BuiltIn} kinds. */
final class BuiltInCodecs {

    /* Each one is made when it is first needed, because most of them are lambdas. Making all of them took half the time
     * that an endpoint took to open in a fresh JVM. */

    private BuiltInCodecs() {}

    static Serializer<?> make(BuiltIn kind) {
        // An Object, because to verify that each one is a Serializer a JVM would load the classes of all of them.
        Object made = switch (kind) {
            case BOOLEAN -> new DefaultSerializers.BooleanSerializer();
            case BYTE -> new DefaultSerializers.ByteSerializer();
            case CHARACTER -> new DefaultSerializers.CharSerializer();
            case SHORT -> new DefaultSerializers.ShortSerializer();
            case INTEGER -> new DefaultSerializers.IntSerializer();
            case LONG -> new DefaultSerializers.LongSerializer();
            case FLOAT -> new DefaultSerializers.FloatSerializer();
            case DOUBLE -> new DefaultSerializers.DoubleSerializer();
            case STRING -> ValueCodec.ofText(text -> text, text -> text);

            case BOOLEAN_ARRAY ->
                array(
                        (boolean[] a) -> a.length,
                        (out, a) -> out.writeBooleans(a, 0, a.length),
                        FrameInput::readBooleans);
            case BYTE_ARRAY ->
                array((byte[] a) -> a.length, (out, a) -> out.writeBytes(a, 0, a.length), FrameInput::readBytes);
            case CHAR_ARRAY ->
                array((char[] a) -> a.length, (out, a) -> out.writeChars(a, 0, a.length), FrameInput::readChars);
            case SHORT_ARRAY ->
                array((short[] a) -> a.length, (out, a) -> out.writeShorts(a, 0, a.length), FrameInput::readShorts);
            case INT_ARRAY ->
                array((int[] a) -> a.length, (out, a) -> out.writeInts(a, 0, a.length), FrameInput::readInts);
            case LONG_ARRAY ->
                array((long[] a) -> a.length, (out, a) -> out.writeLongs(a, 0, a.length), FrameInput::readLongs);
            case FLOAT_ARRAY ->
                array((float[] a) -> a.length, (out, a) -> out.writeFloats(a, 0, a.length), FrameInput::readFloats);
            case DOUBLE_ARRAY ->
                array((double[] a) -> a.length, (out, a) -> out.writeDoubles(a, 0, a.length), FrameInput::readDoubles);
            case STRING_ARRAY -> new ObjectArrayCodec(String.class);
            case OBJECT_ARRAY -> new ObjectArrayCodec(Object.class);

            case ARRAY_LIST -> CollectionCodec.growing(8, ArrayList::new).byIndex();
            case LINKED_LIST -> CollectionCodec.growing(0, capacity -> new LinkedList<>());
            case ARRAY_DEQUE -> CollectionCodec.growing(8, ArrayDeque::new);
            case VECTOR -> CollectionCodec.growing(8, Vector::new);
            case HASH_SET -> CollectionCodec.hashed(HashSet::new);
            case LINKED_HASH_SET -> CollectionCodec.hashed(LinkedHashSet::new);
            case TREE_SET -> CollectionCodec.<TreeSet<?>>sorted(TreeSet::comparator, TreeSet::new);
            case PRIORITY_QUEUE ->
                CollectionCodec.<PriorityQueue<?>>sorted(PriorityQueue::comparator, PriorityQueue::new);
            case CONCURRENT_SKIP_LIST_SET ->
                CollectionCodec.<ConcurrentSkipListSet<?>>sorted(
                                ConcurrentSkipListSet::comparator, ConcurrentSkipListSet::new)
                        .bySnapshot();
            case COPY_ON_WRITE_ARRAY_LIST -> CollectionCodec.concurrent(CopyOnWriteArrayList::new);
            case COPY_ON_WRITE_ARRAY_SET -> CollectionCodec.concurrent(CopyOnWriteArraySet::new);
            case HASH_MAP -> MapCodec.growing(HashMap::new);
            case LINKED_HASH_MAP -> MapCodec.growing(LinkedHashMap::new);
            case TREE_MAP -> MapCodec.sorted(TreeMap::new);
            case CONCURRENT_HASH_MAP -> MapCodec.growing(ConcurrentHashMap::new).by(MapCodec.Way.SNAPSHOT);
            case CONCURRENT_SKIP_LIST_MAP ->
                MapCodec.sorted(ConcurrentSkipListMap::new).by(MapCodec.Way.SNAPSHOT);
            case ENUM_SET -> new EnumCodec.OfSet();
            case ENUM_MAP -> new EnumCodec.OfMap();

            case IMMUTABLE_LIST ->
                CollectionCodec.finished(BuiltInCodecs::immutableList).byIndex();
            case IMMUTABLE_SET -> CollectionCodec.finishedHashed(Set::of);
            case IMMUTABLE_MAP -> MapCodec.finished(Map::copyOf);
            case ARRAY_AS_LIST -> CollectionCodec.finished(Arrays::asList).byIndex();
            case EMPTY_LIST -> ValueCodec.ofSingleton(Collections.emptyList());
            case EMPTY_SET -> ValueCodec.ofSingleton(Collections.emptySet());
            case EMPTY_MAP -> ValueCodec.ofSingleton(Collections.emptyMap());
            case SINGLETON_LIST -> CollectionCodec.finished(one -> Collections.singletonList(only(one)));
            case SINGLETON_SET -> CollectionCodec.finished(one -> Collections.singleton(only(one)));
            case SINGLETON_MAP ->
                MapCodec.finished(map -> {
                    Map.Entry<Object, Object> one = map.entrySet().iterator().next();
                    return Collections.singletonMap(one.getKey(), one.getValue());
                });
            case UNMODIFIABLE_LIST -> CollectionCodec.finished(all -> Collections.unmodifiableList(Arrays.asList(all)));
            case UNMODIFIABLE_SET ->
                CollectionCodec.finishedHashed(
                        all -> Collections.unmodifiableSet(new LinkedHashSet<>(Arrays.asList(all))));
            case UNMODIFIABLE_COLLECTION ->
                CollectionCodec.finished(all -> Collections.unmodifiableCollection(Arrays.asList(all)));
            case UNMODIFIABLE_MAP ->
                MapCodec.finished(Collections::unmodifiableMap).by(MapCodec.Way.ITERATOR);

            case OPTIONAL -> new OptionalSerializers.OptionalSerializer();
            case OPTIONAL_INT -> new OptionalSerializers.OptionalIntSerializer();
            case OPTIONAL_LONG -> new OptionalSerializers.OptionalLongSerializer();
            case OPTIONAL_DOUBLE -> new OptionalSerializers.OptionalDoubleSerializer();
            case SIMPLE_ENTRY -> ContainerCodec.ofEntry(AbstractMap.SimpleEntry::new);
            case SIMPLE_IMMUTABLE_ENTRY -> ContainerCodec.ofEntry(AbstractMap.SimpleImmutableEntry::new);
            case KEY_VALUE -> ContainerCodec.ofEntry(Map::entry);
            case ATOMIC_BOOLEAN -> new DefaultSerializers.AtomicBooleanSerializer();
            case ATOMIC_INTEGER -> new DefaultSerializers.AtomicIntegerSerializer();
            case ATOMIC_LONG -> new DefaultSerializers.AtomicLongSerializer();
            case ATOMIC_REFERENCE -> new DefaultSerializers.AtomicReferenceSerializer();

            case BIG_INTEGER -> ValueCodec.bigInteger();
            case BIG_DECIMAL -> ValueCodec.bigDecimal();
            case UUID -> new DefaultSerializers.UUIDSerializer();
            case URI -> ValueCodec.ofText(URI::toString, URI::create);
            case LOCALE -> ValueCodec.locale();
            case CURRENCY -> ValueCodec.ofText(Currency::getCurrencyCode, Currency::getInstance);
            case DURATION -> new TimeSerializers.DurationSerializer();
            case INSTANT -> new TimeSerializers.InstantSerializer();
            case LOCAL_DATE -> new TimeSerializers.LocalDateSerializer();
            case LOCAL_TIME -> new TimeSerializers.LocalTimeSerializer();
            case LOCAL_DATE_TIME -> new TimeSerializers.LocalDateTimeSerializer();
            case ZONE_OFFSET -> new TimeSerializers.ZoneOffsetSerializer();
            case ZONE_ID -> ValueCodec.ofText(ZoneId::getId, ZoneId::of);
            case OFFSET_TIME -> new TimeSerializers.OffsetTimeSerializer();
            case OFFSET_DATE_TIME -> new TimeSerializers.OffsetDateTimeSerializer();
            case ZONED_DATE_TIME -> ValueCodec.zonedDateTime();
            case YEAR -> new TimeSerializers.YearSerializer();
            case YEAR_MONTH -> new TimeSerializers.YearMonthSerializer();
            case MONTH_DAY -> new TimeSerializers.MonthDaySerializer();
            case PERIOD -> new TimeSerializers.PeriodSerializer();
            case DAY_OF_WEEK -> new EnumCodec(DayOfWeek.class);
            case MONTH -> new EnumCodec(Month.class);
            case CHRONO_UNIT -> new EnumCodec(ChronoUnit.class);
            case TIME_UNIT -> new EnumCodec(TimeUnit.class);
            case ROUNDING_MODE -> new EnumCodec(RoundingMode.class);
            case DATE ->
                new ValueCodec<Date>((out, date) -> out.writeLong(date.getTime()), in -> new Date(in.readLong()));
            case TIME_ZONE -> ValueCodec.ofText(TimeZone::getID, TimeZone::getTimeZone);
            case BIT_SET -> ValueCodec.bitSet();
            case STRING_BUILDER -> ValueCodec.ofText(StringBuilder::toString, StringBuilder::new);
            case STRING_BUFFER -> ValueCodec.ofText(StringBuffer::toString, StringBuffer::new);
            case NATURAL_ORDER -> ValueCodec.ofSingleton(Comparator.naturalOrder());
            case REVERSE_ORDER -> ValueCodec.ofSingleton(Comparator.reverseOrder());
            case CASE_INSENSITIVE_ORDER -> ValueCodec.ofSingleton(String.CASE_INSENSITIVE_ORDER);
            case THROWABLE ->
                new ContainerCodec<Throwable>(
                        (codec, out, throwable) -> codec.throwables().write(out, throwable),
                        (codec, in) -> codec.throwables().read(in));
            case FURTHER -> new FurtherClasses();
            case REMOTE_REFERENCE -> new RemoteReference.Codec();
            case BATCH -> new Batch.Codec();
        };
        return (Serializer<?>) made;
    }

    private static <A> ValueCodec<A> array(ToIntFunction<A> length, ArrayWriter<A> writer, ArrayReader<A> reader) {
        return new ValueCodec<>(
                (out, array) -> {
                    out.writeVarInt(length.applyAsInt(array), true);
                    writer.write(out, array);
                },
                in -> reader.read(in, in.readLength()));
    }

    private interface ArrayWriter<A> {
        void write(FrameOutput out, A array);
    }

    private interface ArrayReader<A> {
        A read(FrameInput in, int length);
    }

    /** As {@code List.of}, or as {@code Stream.toList} if there are nulls. */
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
}

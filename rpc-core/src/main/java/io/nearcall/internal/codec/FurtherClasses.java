// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.io.File;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * The classes of the JDK that are met less often, or that have no name of their own because they are views of other
 * collections: all of them share one id, and a number in front of the contents says which kind it is. The numbers are part
 * of the protocol: lines are added at the end and never moved.
 */
final class FurtherClasses extends Serializer<Object> {

    /** Stands for all of these classes in the tables. */
    static final class Any {
        private Any() {}
    }

    private static final List<Serializer<?>> KINDS = new ArrayList<>();
    private static final Map<Class<?>, Integer> BY_CLASS = new IdentityHashMap<>();

    private static final int JAVA_FORM;
    private static final int LIST_VIEW;
    private static final int SET_VIEW;
    private static final int SORTED_SET_VIEW;
    private static final int COLLECTION_VIEW;
    private static final int DEQUE_VIEW;
    private static final int MAP_VIEW;
    private static final int SORTED_MAP_VIEW;
    private static final int ENTRY_VIEW;
    private static final int CHARSET;
    private static final int PATH;

    private static final int NONE = -1;

    /** By name, because the module of some may be missing. Their Java form is their own affair and does nothing. */
    static final Set<String> OF_JAVA_FORM = Set.of(
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.time.chrono.HijrahDate",
            "java.time.chrono.JapaneseDate",
            "java.time.chrono.MinguoDate",
            "java.time.chrono.ThaiBuddhistDate",
            "java.time.temporal.ValueRange",
            "java.time.temporal.WeekFields",
            "java.util.SimpleTimeZone");

    private static final ClassValue<Integer> KIND = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return findKind(type);
        }
    };

    static {
        add(FurtherValues.ofClass(), Class.class);
        add(FurtherValues.ofPattern(), Pattern.class);
        CHARSET = add(FurtherValues.ofCharset());
        PATH = add(FurtherValues.ofPath());
        add(ValueCodec.ofText(File::getPath, File::new), File.class);
        add(FurtherValues.ofInetAddress(), InetAddress.class, Inet4Address.class, Inet6Address.class);
        add(FurtherValues.ofSocketAddress(), InetSocketAddress.class);
        add(FurtherValues.ofCalendar(), GregorianCalendar.class);

        add(
                CollectionCodec.growing(8, capacity -> {
                    Stack<Object> stack = new Stack<>();
                    stack.ensureCapacity(capacity);
                    return stack;
                }),
                Stack.class);
        add(MapCodec.concurrent(capacity -> new Hashtable<>(Math.max(1, capacity))), Hashtable.class);
        add(FurtherContainers.ofProperties(), Properties.class);
        add(MapCodec.unhashed(() -> new IdentityHashMap<>(0)), IdentityHashMap.class);
        add(MapCodec.concurrent(WeakHashMap::new), WeakHashMap.class);
        add(
                FurtherContainers.ofSetFromMap(),
                Collections.newSetFromMap(new HashMap<>()).getClass());
        add(
                CollectionCodec.concurrentHashed(ConcurrentHashMap::newKeySet),
                ConcurrentHashMap.newKeySet().getClass());
        add(CollectionCodec.concurrent(ConcurrentLinkedQueue::new), ConcurrentLinkedQueue.class);
        add(CollectionCodec.concurrent(ConcurrentLinkedDeque::new), ConcurrentLinkedDeque.class);
        add(CollectionCodec.concurrent(LinkedTransferQueue::new), LinkedTransferQueue.class);
        add(
                FurtherContainers.bounded(
                        queue -> queue.size() + queue.remainingCapacity(),
                        (input, capacity) -> new LinkedBlockingQueue<>(capacity)),
                LinkedBlockingQueue.class);
        add(
                FurtherContainers.bounded(
                        queue -> queue.size() + queue.remainingCapacity(),
                        (input, capacity) -> new LinkedBlockingDeque<>(capacity)),
                LinkedBlockingDeque.class);
        add(
                FurtherContainers.bounded(
                        queue -> queue.size() + queue.remainingCapacity(), FurtherContainers::arrayBlockingQueue),
                ArrayBlockingQueue.class);
        add(
                CollectionCodec.<PriorityBlockingQueue<?>>sorted(
                        PriorityBlockingQueue::comparator, order -> new PriorityBlockingQueue<>(11, order)),
                PriorityBlockingQueue.class);

        add(
                FurtherContainers.synchronised(all -> Collections.synchronizedCollection(new ArrayList<>(all))),
                Collections.synchronizedCollection(new ArrayList<>()).getClass());
        add(
                FurtherContainers.synchronised(all -> Collections.synchronizedList(new ArrayList<>(all))),
                Collections.synchronizedList(new ArrayList<>()).getClass(),
                Collections.synchronizedList(new java.util.LinkedList<>()).getClass());
        add(
                FurtherContainers.synchronisedSet(),
                Collections.synchronizedSet(new LinkedHashSet<>()).getClass());
        add(
                FurtherContainers.sortedSet(set -> Collections.synchronizedNavigableSet((TreeSet<?>) set)),
                Collections.synchronizedSortedSet(new TreeSet<>()).getClass(),
                Collections.synchronizedNavigableSet(new TreeSet<>()).getClass());
        add(
                FurtherContainers.synchronisedMap(Collections::synchronizedMap),
                Collections.synchronizedMap(new HashMap<>()).getClass());
        add(
                FurtherContainers.sortedMap(map -> Collections.synchronizedNavigableMap((TreeMap<?, ?>) map)),
                Collections.synchronizedSortedMap(new TreeMap<>()).getClass(),
                Collections.synchronizedNavigableMap(new TreeMap<>()).getClass());
        add(
                FurtherContainers.sortedSet(set -> Collections.unmodifiableNavigableSet((TreeSet<?>) set)),
                Collections.unmodifiableSortedSet(new TreeSet<>()).getClass(),
                Collections.unmodifiableNavigableSet(new TreeSet<>()).getClass(),
                Collections.emptySortedSet().getClass());
        add(
                FurtherContainers.sortedMap(map -> Collections.unmodifiableNavigableMap((TreeMap<?, ?>) map)),
                Collections.unmodifiableSortedMap(new TreeMap<>()).getClass(),
                Collections.unmodifiableNavigableMap(new TreeMap<>()).getClass(),
                Collections.emptySortedMap().getClass());

        add(
                FurtherContainers.ofReversedComparator(),
                Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass());
        add(
                FurtherContainers.ofNullComparator(),
                Comparator.nullsFirst(Comparator.naturalOrder()).getClass());
        add(FurtherValues.ofIntegerArray(), AtomicIntegerArray.class);
        add(FurtherValues.ofLongArray(), AtomicLongArray.class);
        add(FurtherContainers.ofReferenceArray(), AtomicReferenceArray.class);
        add(FurtherValues.ofLongAdder(), LongAdder.class);
        add(FurtherValues.ofDoubleAdder(), DoubleAdder.class);
        add(FurtherContainers.ofMarkableReference(), AtomicMarkableReference.class);
        add(FurtherContainers.ofStampedReference(), AtomicStampedReference.class);
        JAVA_FORM = add(new JavaForm());

        LIST_VIEW = add(CollectionCodec.growing(8, ArrayList::new));
        SET_VIEW = add(CollectionCodec.hashed(capacity -> new LinkedHashSet<>(MapCodec.hashCapacity(capacity))));
        SORTED_SET_VIEW = add(FurtherContainers.sortedSet(set -> set));
        COLLECTION_VIEW = add(CollectionCodec.growing(8, ArrayList::new));
        DEQUE_VIEW = add(CollectionCodec.growing(8, ArrayDeque::new));
        MAP_VIEW = add(MapCodec.growing(LinkedHashMap::new));
        SORTED_MAP_VIEW = add(FurtherContainers.sortedMap(map -> map));
        ENTRY_VIEW = add(FurtherContainers.ofEntry());
    }

    private static int add(Serializer<?> serializer, Class<?>... classes) {
        KINDS.add(serializer);
        int kind = KINDS.size() - 1;
        for (Class<?> type : classes) {
            BY_CLASS.put(type, kind);
        }
        return kind;
    }

    /** Whether objects of the class, or of classes below it if it has no objects, travel in this way. */
    static boolean contains(Class<?> type) {
        return KIND.get(type) != NONE;
    }

    /** Whether it is one of those that the table names. */
    static boolean names(Class<?> type) {
        return BY_CLASS.containsKey(type);
    }

    static Collection<Class<?>> all() {
        return Collections.unmodifiableSet(BY_CLASS.keySet());
    }

    private static int findKind(Class<?> type) {
        Integer exact = BY_CLASS.get(type);
        if (exact != null) {
            return exact;
        }
        if (OF_JAVA_FORM.contains(type.getName()) && TravelRules.ofTheJdk(type)) {
            return JAVA_FORM;
        }
        if (Charset.class.isAssignableFrom(type)) {
            return CHARSET;
        }
        if (Path.class.isAssignableFrom(type)) {
            return PATH;
        }
        return TravelRules.isHiddenInJavaUtil(type) ? kindOfView(type) : NONE;
    }

    private static int kindOfView(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return LIST_VIEW;
        }
        if (SortedSet.class.isAssignableFrom(type)) {
            return SORTED_SET_VIEW;
        }
        if (Set.class.isAssignableFrom(type)) {
            return SET_VIEW;
        }
        if (Deque.class.isAssignableFrom(type)) {
            return DEQUE_VIEW;
        }
        if (Queue.class.isAssignableFrom(type)) {
            // What is added to one such as that of asLifoQueue comes out in an order that nothing tells.
            return NONE;
        }
        if (Collection.class.isAssignableFrom(type)) {
            return COLLECTION_VIEW;
        }
        if (SortedMap.class.isAssignableFrom(type)) {
            return SORTED_MAP_VIEW;
        }
        if (Map.class.isAssignableFrom(type)) {
            return MAP_VIEW;
        }
        return Map.Entry.class.isAssignableFrom(type) ? ENTRY_VIEW : NONE;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void write(Kryo kryo, Output output, Object object) {
        int kind = KIND.get(object.getClass());
        output.writeVarInt(kind, true);
        ((Serializer<Object>) KINDS.get(kind)).write(kryo, output, object);
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
        int kind = input.readVarInt(true);
        if (kind < 0 || kind >= KINDS.size()) {
            throw new MalformedMessage("No kind of class of the JDK has the number " + kind
                    + ": the other side may be of a newer version of Nearcall");
        }
        return ((Serializer<Object>) KINDS.get(kind)).read(kryo, input, Object.class);
    }
}

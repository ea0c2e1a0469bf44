// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.io.File;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Properties;
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
 * The kinds of values of JDK classes that are less common, or that have no name of their own because they are views
 * of other collections. All of them share the id of {@link BuiltIn#FURTHER}. The place in the list below stands before
 * the contents and says which kind follows. Places are part of the protocol: new lines go at the end, and none moves.
 */
enum Further {
    CLASS(Class.class),
    PATTERN(Pattern.class),
    CHARSET,
    PATH,
    FILE(File.class),
    INET_ADDRESS(InetAddress.class, Inet4Address.class, Inet6Address.class),
    INET_SOCKET_ADDRESS(InetSocketAddress.class),
    GREGORIAN_CALENDAR(GregorianCalendar.class),

    STACK(Stack.class),
    HASHTABLE(Hashtable.class),
    PROPERTIES(Properties.class),
    IDENTITY_HASH_MAP(IdentityHashMap.class),
    WEAK_HASH_MAP(WeakHashMap.class),
    SET_FROM_MAP(Collections.newSetFromMap(new HashMap<>()).getClass()),
    CONCURRENT_HASH_SET(ConcurrentHashMap.newKeySet().getClass()),
    CONCURRENT_LINKED_QUEUE(ConcurrentLinkedQueue.class),
    CONCURRENT_LINKED_DEQUE(ConcurrentLinkedDeque.class),
    LINKED_TRANSFER_QUEUE(LinkedTransferQueue.class),
    LINKED_BLOCKING_QUEUE(LinkedBlockingQueue.class),
    LINKED_BLOCKING_DEQUE(LinkedBlockingDeque.class),
    ARRAY_BLOCKING_QUEUE(ArrayBlockingQueue.class),
    PRIORITY_BLOCKING_QUEUE(PriorityBlockingQueue.class),

    SYNCHRONIZED_COLLECTION(
            Collections.synchronizedCollection(new ArrayList<>()).getClass()),
    SYNCHRONIZED_LIST(
            Collections.synchronizedList(new ArrayList<>()).getClass(),
            Collections.synchronizedList(new LinkedList<>()).getClass()),
    SYNCHRONIZED_SET(Collections.synchronizedSet(new LinkedHashSet<>()).getClass()),
    SYNCHRONIZED_SORTED_SET(
            Collections.synchronizedSortedSet(new TreeSet<>()).getClass(),
            Collections.synchronizedNavigableSet(new TreeSet<>()).getClass()),
    SYNCHRONIZED_MAP(Collections.synchronizedMap(new HashMap<>()).getClass()),
    SYNCHRONIZED_SORTED_MAP(
            Collections.synchronizedSortedMap(new TreeMap<>()).getClass(),
            Collections.synchronizedNavigableMap(new TreeMap<>()).getClass()),
    UNMODIFIABLE_SORTED_SET(
            Collections.unmodifiableSortedSet(new TreeSet<>()).getClass(),
            Collections.unmodifiableNavigableSet(new TreeSet<>()).getClass(),
            Collections.emptySortedSet().getClass()),
    UNMODIFIABLE_SORTED_MAP(
            Collections.unmodifiableSortedMap(new TreeMap<>()).getClass(),
            Collections.unmodifiableNavigableMap(new TreeMap<>()).getClass(),
            Collections.emptySortedMap().getClass()),

    REVERSE_ORDER(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER).getClass()),
    NULL_COMPARATOR(Comparator.nullsFirst(Comparator.naturalOrder()).getClass()),
    ATOMIC_INTEGER_ARRAY(AtomicIntegerArray.class),
    ATOMIC_LONG_ARRAY(AtomicLongArray.class),
    ATOMIC_REFERENCE_ARRAY(AtomicReferenceArray.class),
    LONG_ADDER(LongAdder.class),
    DOUBLE_ADDER(DoubleAdder.class),
    ATOMIC_MARKABLE_REFERENCE(AtomicMarkableReference.class),
    ATOMIC_STAMPED_REFERENCE(AtomicStampedReference.class),
    JAVA_FORM,

    LIST_VIEW,
    SET_VIEW,
    SORTED_SET_VIEW,
    COLLECTION_VIEW,
    DEQUE_VIEW,
    MAP_VIEW,
    SORTED_MAP_VIEW,
    ENTRY_VIEW,
    ACCESS_ORDERED_MAP(LinkedHashMap.class);

    private final Class<?>[] types;
    private volatile Serializer<?> codec;

    Further(Class<?>... types) {
        this.types = types;
    }

    /** The classes of this kind alone; there may be more. Of {@link LinkedHashMap}, only some objects are. */
    Class<?>[] types() {
        return types;
    }

    /** As {@link BuiltIn#codec()}. */
    Serializer<?> codec() {
        Serializer<?> known = codec;
        if (known == null) {
            known = FurtherCodecs.make(this);
            codec = known;
        }
        return known;
    }
}

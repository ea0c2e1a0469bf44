// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.io.File;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;

/** Makes the serialisers of the {@link Further} kinds. */
final class FurtherCodecs {

    private FurtherCodecs() {}

    static Serializer<?> make(Further kind) {
        return switch (kind) {
            case CLASS -> FurtherValues.ofClass();
            case PATTERN -> FurtherValues.ofPattern();
            case CHARSET -> FurtherValues.ofCharset();
            case PATH -> FurtherValues.ofPath();
            case FILE -> ValueCodec.ofText(File::getPath, File::new);
            case INET_ADDRESS -> FurtherValues.ofInetAddress();
            case INET_SOCKET_ADDRESS -> FurtherValues.ofSocketAddress();
            case GREGORIAN_CALENDAR -> FurtherValues.ofCalendar();

            case STACK ->
                CollectionCodec.growing(8, capacity -> {
                    Stack<Object> stack = new Stack<>();
                    stack.ensureCapacity(capacity);
                    return stack;
                });
            case HASHTABLE -> MapCodec.concurrent(capacity -> new Hashtable<>(Math.max(1, capacity)));
            case PROPERTIES -> FurtherContainers.ofProperties();
            case IDENTITY_HASH_MAP -> MapCodec.unhashed(() -> new IdentityHashMap<>(0));
            case WEAK_HASH_MAP -> MapCodec.concurrent(WeakHashMap::new);
            case SET_FROM_MAP -> FurtherContainers.ofSetFromMap();
            case CONCURRENT_HASH_SET -> CollectionCodec.concurrentHashed(ConcurrentHashMap::newKeySet);
            case CONCURRENT_LINKED_QUEUE -> CollectionCodec.concurrent(ConcurrentLinkedQueue::new);
            case CONCURRENT_LINKED_DEQUE -> CollectionCodec.concurrent(ConcurrentLinkedDeque::new);
            case LINKED_TRANSFER_QUEUE -> CollectionCodec.concurrent(LinkedTransferQueue::new);
            case LINKED_BLOCKING_QUEUE ->
                FurtherContainers.bounded(
                        queue -> queue.size() + queue.remainingCapacity(),
                        (input, capacity) -> new LinkedBlockingQueue<>(capacity));
            case LINKED_BLOCKING_DEQUE ->
                FurtherContainers.bounded(
                        queue -> queue.size() + queue.remainingCapacity(),
                        (input, capacity) -> new LinkedBlockingDeque<>(capacity));
            case ARRAY_BLOCKING_QUEUE ->
                FurtherContainers.bounded(
                        queue -> queue.size() + queue.remainingCapacity(), FurtherContainers::arrayBlockingQueue);
            case PRIORITY_BLOCKING_QUEUE ->
                CollectionCodec.<PriorityBlockingQueue<?>>sorted(
                        PriorityBlockingQueue::comparator, order -> new PriorityBlockingQueue<>(11, order));

            case SYNCHRONIZED_COLLECTION ->
                FurtherContainers.synchronised(all -> Collections.synchronizedCollection(new ArrayList<>(all)));
            case SYNCHRONIZED_LIST ->
                FurtherContainers.synchronised(all -> Collections.synchronizedList(new ArrayList<>(all)));
            case SYNCHRONIZED_SET -> FurtherContainers.synchronisedSet();
            case SYNCHRONIZED_SORTED_SET ->
                FurtherContainers.sortedSet(set -> Collections.synchronizedNavigableSet((TreeSet<?>) set));
            case SYNCHRONIZED_MAP -> FurtherContainers.synchronisedMap(Collections::synchronizedMap);
            case SYNCHRONIZED_SORTED_MAP ->
                FurtherContainers.sortedMap(map -> Collections.synchronizedNavigableMap((TreeMap<?, ?>) map));
            case UNMODIFIABLE_SORTED_SET ->
                FurtherContainers.sortedSet(set -> Collections.unmodifiableNavigableSet((TreeSet<?>) set));
            case UNMODIFIABLE_SORTED_MAP ->
                FurtherContainers.sortedMap(map -> Collections.unmodifiableNavigableMap((TreeMap<?, ?>) map));

            case REVERSE_ORDER -> FurtherContainers.ofReversedComparator();
            case NULL_COMPARATOR -> FurtherContainers.ofNullComparator();
            case ATOMIC_INTEGER_ARRAY -> FurtherValues.ofIntegerArray();
            case ATOMIC_LONG_ARRAY -> FurtherValues.ofLongArray();
            case ATOMIC_REFERENCE_ARRAY -> FurtherContainers.ofReferenceArray();
            case LONG_ADDER -> FurtherValues.ofLongAdder();
            case DOUBLE_ADDER -> FurtherValues.ofDoubleAdder();
            case ATOMIC_MARKABLE_REFERENCE -> FurtherContainers.ofMarkableReference();
            case ATOMIC_STAMPED_REFERENCE -> FurtherContainers.ofStampedReference();
            case JAVA_FORM -> new JavaForm();

            case LIST_VIEW -> CollectionCodec.growing(8, ArrayList::new);
            case SET_VIEW -> CollectionCodec.hashed(capacity -> new LinkedHashSet<>(MapCodec.hashCapacity(capacity)));
            case SORTED_SET_VIEW -> FurtherContainers.sortedSet(set -> set);
            case COLLECTION_VIEW -> CollectionCodec.growing(8, ArrayList::new);
            case DEQUE_VIEW -> CollectionCodec.growing(8, ArrayDeque::new);
            case MAP_VIEW -> MapCodec.growing(LinkedHashMap::new).ofViews();
            case SORTED_MAP_VIEW -> FurtherContainers.sortedMap(map -> map);
            case ENTRY_VIEW -> FurtherContainers.ofEntry();
            case ACCESS_ORDERED_MAP -> MapCodec.growing(capacity -> new LinkedHashMap<>(capacity, 0.75f, true));
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import com.esotericsoftware.kryo.kryo5.Serializer;
import java.io.File;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Stack;
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
            case HASHTABLE ->
                MapCodec.growing(capacity -> new Hashtable<>(Math.max(1, capacity)))
                        .by(MapCodec.Way.SNAPSHOT);
            case PROPERTIES -> FurtherContainers.ofProperties();
            case IDENTITY_HASH_MAP -> MapCodec.unhashed(() -> new IdentityHashMap<>(0));
            case WEAK_HASH_MAP -> MapCodec.growing(WeakHashMap::new).by(MapCodec.Way.SNAPSHOT);
            case SET_FROM_MAP -> FurtherContainers.ofSetFromMap();
            case CONCURRENT_HASH_SET ->
                CollectionCodec.hashed(capacity -> ConcurrentHashMap.newKeySet())
                        .bySnapshot();
            case CONCURRENT_LINKED_QUEUE -> CollectionCodec.concurrent(ConcurrentLinkedQueue::new);
            case CONCURRENT_LINKED_DEQUE -> CollectionCodec.concurrent(ConcurrentLinkedDeque::new);
            case LINKED_TRANSFER_QUEUE -> CollectionCodec.concurrent(LinkedTransferQueue::new);
            case LINKED_BLOCKING_QUEUE ->
                FurtherContainers.bounded((input, capacity) -> new LinkedBlockingQueue<>(capacity));
            case LINKED_BLOCKING_DEQUE ->
                FurtherContainers.bounded((input, capacity) -> new LinkedBlockingDeque<>(capacity));
            case ARRAY_BLOCKING_QUEUE -> FurtherContainers.bounded(FurtherContainers::arrayBlockingQueue);
            case PRIORITY_BLOCKING_QUEUE ->
                CollectionCodec.<PriorityBlockingQueue<?>>sorted(
                                PriorityBlockingQueue::comparator, order -> new PriorityBlockingQueue<>(11, order))
                        .bySnapshot();

            case SYNCHRONIZED_COLLECTION ->
                CollectionCodec.concurrent(all -> Collections.synchronizedCollection(new ArrayList<>(all)));
            case SYNCHRONIZED_LIST ->
                CollectionCodec.concurrent(all -> Collections.synchronizedList(new ArrayList<>(all)));
            case SYNCHRONIZED_SET ->
                CollectionCodec.hashed(capacity -> Collections.synchronizedSet(new LinkedHashSet<>()))
                        .bySnapshot();
            case SYNCHRONIZED_SORTED_SET -> FurtherContainers.sortedSet(Collections::synchronizedNavigableSet);
            case SYNCHRONIZED_MAP ->
                MapCodec.growing(capacity -> Collections.synchronizedMap(new LinkedHashMap<>(capacity)))
                        .by(MapCodec.Way.COPY);
            case SYNCHRONIZED_SORTED_MAP -> FurtherContainers.sortedMap(Collections::synchronizedNavigableMap);
            case UNMODIFIABLE_SORTED_SET -> FurtherContainers.sortedSet(Collections::unmodifiableNavigableSet);
            case UNMODIFIABLE_SORTED_MAP -> FurtherContainers.sortedMap(Collections::unmodifiableNavigableMap);

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
            case SET_VIEW -> CollectionCodec.hashed(LinkedHashSet::new);
            case SORTED_SET_VIEW -> FurtherContainers.sortedSet(set -> set);
            case COLLECTION_VIEW -> CollectionCodec.growing(8, ArrayList::new);
            case DEQUE_VIEW -> CollectionCodec.growing(8, ArrayDeque::new);
            case MAP_VIEW -> MapCodec.growing(LinkedHashMap::new).by(MapCodec.Way.ITERATOR);
            case SORTED_MAP_VIEW -> FurtherContainers.sortedMap(map -> map);
            case ENTRY_VIEW -> ContainerCodec.ofEntry(AbstractMap.SimpleEntry::new); // arrives without the map
            case ACCESS_ORDERED_MAP -> MapCodec.growing(capacity -> new LinkedHashMap<>(capacity, 0.75f, true));
        };
    }
}

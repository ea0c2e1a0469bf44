// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** That containers which others use while they are written arrive as they were, and are left to the others meanwhile. */
class SharedContainersTest {

    private final TestLane lane = new TestLane(1 << 16);

    /** Adds to a container when it is written. */
    private static final class Adding implements Serializable {
        private static final long serialVersionUID = 1;

        private final transient Runnable addition;

        Adding(Runnable addition) {
            this.addition = addition;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            addition.run();
            out.defaultWriteObject();
        }
    }

    @Test
    void shouldRefuseAContainerThatChangesWhileItIsWritten() {
        List<Object> list = new ArrayList<>();
        list.addAll(List.of("first", new Adding(() -> list.add("more")), "last"));
        assertChanged(list);
        List<Object> shrinking = new ArrayList<>();
        shrinking.addAll(List.of("first", new Adding(() -> shrinking.remove(0)), "last"));
        assertChanged(shrinking);
        Map<Object, Object> map = new TreeMap<>();
        map.put("a", new Adding(() -> map.put("b", 1)));
        assertChanged(map);
    }

    /** An iterator would notice, but an array list is written without one. */
    @Test
    void shouldMissAChangeThatKeepsTheSizeOfAnArrayList() {
        assertThat(lane.copy(withChangeThatKeepsItsSize(new ArrayList<>())))
                .hasSize(3)
                .startsWith("first")
                .endsWith("more");
        assertChanged(withChangeThatKeepsItsSize(new LinkedList<>()));
    }

    private static List<Object> withChangeThatKeepsItsSize(List<Object> list) {
        Adding element = new Adding(() -> {
            list.remove(0);
            list.add("more");
        });
        list.addAll(List.of("first", element, "last"));
        return list;
    }

    private static void assertChanged(Object container) {
        assertThatThrownBy(() -> new TestLane(4096).copy(container)).hasStackTraceContaining("ConcurrentModification");
    }

    @Test
    void shouldWriteAnUnmodifiableListOfAConcurrentOneAsItWasAtOneTime() {
        List<Object> list = new CopyOnWriteArrayList<>();
        list.add(new Adding(() -> {
            list.add(0, "new");
            list.remove(list.size() - 1);
        }));
        list.addAll(List.of("second", "third"));

        assertThat(lane.copy(Collections.unmodifiableList(list)))
                .hasSize(3)
                .hasAtLeastOneElementOfType(Adding.class)
                .endsWith("second", "third");
    }

    /** The peer may take long to read it. */
    @ParameterizedTest
    @MethodSource("lockedMaps")
    void shouldHoldNoLockOfAMapWhileItIsWritten(Map<Object, Object> map, Map<Object, Object> written) {
        boolean[] free = new boolean[1];
        map.put("key", new Adding(() -> free[0] = isFree(map)));

        lane.copy(written);

        assertThat(free[0]).isTrue();
    }

    static Stream<Arguments> lockedMaps() {
        Map<Object, Object> locked = Collections.synchronizedMap(new HashMap<>());
        Map<Object, Object> table = new Hashtable<>();
        SortedMap<Object, Object> sorted = Collections.synchronizedSortedMap(new TreeMap<>());
        NavigableMap<Object, Object> descending =
                Collections.synchronizedNavigableMap(new TreeMap<>()).descendingMap();
        return Stream.of(
                Arguments.of(locked, locked),
                Arguments.of(locked, Collections.unmodifiableMap(locked)),
                Arguments.of(locked, Collections.checkedMap(locked, Object.class, Object.class)),
                Arguments.of(table, Collections.unmodifiableMap(table)),
                Arguments.of(sorted, sorted),
                Arguments.of(sorted, Collections.unmodifiableSortedMap(sorted)),
                Arguments.of(descending, descending));
    }

    @ParameterizedTest
    @MethodSource("sharedCollections")
    void shouldWriteACollectionThatOthersMayChangeAsItWasAtOneTime(Collection<Object> collection) {
        collection.add(new Numbered(1, () -> collection.add(new Numbered(3, () -> {}))));
        collection.add(new Numbered(2, () -> {}));

        assertThat(lane.copy(collection)).hasSize(2);
        assertThat(collection).hasSize(3);
    }

    static Stream<Collection<Object>> sharedCollections() {
        return Stream.of(
                new ConcurrentSkipListSet<>(),
                new PriorityBlockingQueue<>(),
                new ConcurrentLinkedQueue<>(),
                new ConcurrentLinkedDeque<>(),
                new LinkedTransferQueue<>(),
                new LinkedBlockingQueue<>(),
                new LinkedBlockingDeque<>(),
                new ArrayBlockingQueue<>(5),
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArraySet<>(),
                ConcurrentHashMap.newKeySet(),
                Collections.synchronizedCollection(new ArrayList<>()),
                Collections.synchronizedList(new ArrayList<>()),
                Collections.synchronizedSet(new HashSet<>()),
                Collections.synchronizedSortedSet(new TreeSet<>()));
    }

    /** One that has a place in a sorted collection, before and after it has travelled. */
    private static final class Numbered implements Comparable<Numbered>, Serializable {
        private static final long serialVersionUID = 1;

        private final int number;
        private final Adding adding;

        Numbered(int number, Runnable addition) {
            this.number = number;
            this.adding = new Adding(addition);
        }

        @Override
        public int compareTo(Numbered other) {
            return Integer.compare(number, other.number);
        }
    }

    @Test
    void shouldWriteASynchronisedSortedMapAsItWasAtOneTime() {
        SortedMap<Object, Object> map = Collections.synchronizedSortedMap(new TreeMap<>());
        map.put("a", new Adding(() -> map.replaceAll((key, value) -> "new")));
        map.put("b", "old");

        assertThat(lane.copy(map)).hasSize(2).containsEntry("b", "old");
    }

    private static boolean isFree(Map<Object, Object> map) {
        Thread asking = new Thread(() -> map.containsKey("key"));
        asking.setDaemon(true);
        asking.start();
        try {
            asking.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !asking.isAlive();
    }

    /** Some maps go through themselves the other way than their iterators. */
    @ParameterizedTest
    @MethodSource("ordered")
    void shouldKeepTheOrderOfAMapBelowAView(Map<Object, Object> map) {
        for (int i = 0; i < 20; i++) {
            map.put(i, "value " + i);
        }

        for (Map<Object, Object> view :
                List.of(Collections.unmodifiableMap(map), Collections.checkedMap(map, Object.class, Object.class))) {
            assertThat(List.copyOf(lane.copy(view).keySet())).isEqualTo(List.copyOf(view.keySet()));
        }
    }

    static Stream<Map<Object, Object>> ordered() {
        return Stream.of(new Hashtable<>(), new WeakHashMap<>(), new HashMap<>(), new TreeMap<>());
    }
}

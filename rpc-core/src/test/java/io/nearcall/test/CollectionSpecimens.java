// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.time.DayOfWeek;
import java.util.AbstractMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
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

/** Collections, maps and their views. */
final class CollectionSpecimens extends SpecimenMaker {

    private static final TreeMap<String, Integer> DESCENDING = new TreeMap<>(Comparator.reverseOrder());
    private static final List<String> LETTERS = new ArrayList<>(List.of("d", "a", "c", "b"));

    static {
        DESCENDING.putAll(Map.of("a", 1, "b", 2, "c", 3));
    }

    CollectionSpecimens() {
        lists();
        queues();
        sets();
        maps();
    }

    private void lists() {
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
    private void reversed(String name, Object forwards, Class<?> arrivesAs) {
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

    private void queues() {
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

    private List<Object> polled(Queue<?> queue) {
        List<Object> all = new ArrayList<>();
        while (!queue.isEmpty()) {
            all.add(queue.poll());
        }
        return all;
    }

    private void sets() {
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
        TreeSet<String> byLength = new TreeSet<>(new Specimens.ByLength());
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

    private void maps() {
        same("HashMap", new HashMap<>(DESCENDING));
        ordered("LinkedHashMap", new LinkedHashMap<>(DESCENDING), LinkedHashMap.class);
        LinkedHashMap<String, Integer> recent = new LinkedHashMap<>(16, 0.75f, true);
        recent.putAll(DESCENDING);
        by("LinkedHashMap in access order", recent, map -> {
            LinkedHashMap<?, ?> used = (LinkedHashMap<?, ?>) map.clone();
            used.get("c");
            return new ArrayList<>(used.keySet());
        });
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
}

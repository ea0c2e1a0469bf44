// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.codec.Shop.Line;
import io.nearcall.internal.codec.Shop.Node;
import io.nearcall.internal.codec.Shop.Pair;
import io.nearcall.internal.codec.Shop.Status;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Any graph of beans, records, collections, maps, arrays and values, with shared objects and cycles, arrives as the same
 * graph, wherever the fragments end. A failure names the seed of the graph and the sizes.
 */
class RandomGraphsTest {

    @Property(tries = 5_000)
    void shouldArriveAsTheSameGraph(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60) int objects,
            @ForAll @IntRange(min = 0, max = 64) int firstBytes,
            @ForAll @IntRange(min = 16, max = 300) int fragmentBytes) {
        Object graph = new Growth(new Random(seed), objects).any(0);

        Object copy = new TestLane(firstBytes, fragmentBytes).copy(graph);

        assertSameGraph(graph, copy, new IdentityHashMap<>(), new IdentityHashMap<>());
    }

    /** Makes objects of which later ones may refer to earlier ones, complete or not. */
    private static final class Growth {

        private static final int DEPTH = 20;

        private final Random random;
        private final List<Object> complete = new ArrayList<>();
        /** May be referred to before they are complete, for nothing is asked of them meanwhile. */
        private final List<Object> growing = new ArrayList<>();

        private int left;

        Growth(Random random, int objects) {
            this.random = random;
            this.left = objects;
        }

        Object any(int depth) {
            if (left-- <= 0 || depth > DEPTH) {
                return value();
            }
            int kind = random.nextInt(16);
            if (kind == 0 && !complete.isEmpty()) {
                return complete.get(random.nextInt(complete.size()));
            }
            if (kind == 1 && !growing.isEmpty()) {
                return growing.get(random.nextInt(growing.size()));
            }
            Object made = made(kind, depth);
            complete.add(made);
            return made;
        }

        private Object made(int kind, int depth) {
            switch (kind) {
                case 2, 3, 4 -> {
                    Node node = new Node();
                    growing.add(node);
                    node.payload = any(depth + 1);
                    node.next = random.nextBoolean() ? null : new Node();
                    return node;
                }
                case 5 -> {
                    return fill(new ArrayList<>(), depth);
                }
                case 6 -> {
                    return fill(random.nextBoolean() ? new LinkedList<>() : new ArrayDeque<>(), depth);
                }
                case 7 -> {
                    Object[] array = new Object[random.nextInt(6)];
                    growing.add(array);
                    Arrays.setAll(array, i -> any(depth + 1));
                    return array;
                }
                case 8 -> {
                    Map<Object, Object> map = random.nextBoolean() ? new HashMap<>() : new LinkedHashMap<>();
                    growing.add(map);
                    for (int i = random.nextInt(5); i > 0; i--) {
                        map.put(value(), any(depth + 1));
                    }
                    return map;
                }
                case 9 -> {
                    Map<String, Object> map = new TreeMap<>();
                    growing.add(map);
                    for (int i = random.nextInt(5); i > 0; i--) {
                        map.put(text(), any(depth + 1));
                    }
                    return map;
                }
                case 10 -> {
                    Collection<Object> set = random.nextBoolean() ? new HashSet<>() : new LinkedHashSet<>();
                    for (int i = random.nextInt(5); i > 0; i--) {
                        set.add(random.nextBoolean() ? value() : new Pair(value(), value()));
                    }
                    return set;
                }
                case 11 -> {
                    return immutable(depth, 0);
                }
                case 12 -> {
                    return immutable(depth, 1);
                }
                case 13 -> {
                    return immutable(depth, 2);
                }
                default -> {
                    return value();
                }
            }
        }

        private Collection<Object> fill(Collection<Object> collection, int depth) {
            growing.add(collection);
            for (int i = random.nextInt(6); i > 0; i--) {
                collection.add(any(depth + 1));
            }
            return collection;
        }

        /** Refers to nothing that was there before, lest a circle go through it: it cannot exist before its contents do. */
        private Object immutable(int depth, int kind) {
            List<Object> growingOutside = new ArrayList<>(growing);
            List<Object> completeOutside = new ArrayList<>(complete);
            growing.clear();
            complete.clear();
            Object content = any(depth + 1);
            growing.clear();
            growing.addAll(growingOutside);
            complete.addAll(completeOutside);
            return switch (kind) {
                case 0 -> new Pair(content, complete.isEmpty() ? null : value());
                case 1 -> List.of(content);
                default -> Optional.of(content);
            };
        }

        private Object value() {
            return switch (random.nextInt(14)) {
                case 0 -> random.nextInt();
                case 1 -> random.nextLong() >> random.nextInt(64);
                case 2 -> random.nextDouble();
                case 3 -> random.nextBoolean();
                case 4 -> Status.values()[random.nextInt(2)];
                case 5 -> new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(20) - 10);
                case 6 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
                case 7 -> new UUID(random.nextLong(), random.nextLong());
                case 8 -> new Line(text(), random.nextInt(), random.nextDouble());
                case 9 -> (char) random.nextInt();
                default -> text();
            };
        }

        /** Of all planes, with surrogates that stand alone. */
        private String text() {
            StringBuilder text = new StringBuilder();
            int range = random.nextInt(3);
            for (int i = random.nextInt(random.nextInt(20) == 0 ? 400 : 12); i > 0; i--) {
                switch (range) {
                    case 0 -> text.append((char) random.nextInt(0x100));
                    case 1 -> text.append((char) random.nextInt(0x10000));
                    default -> text.appendCodePoint(random.nextInt(0x110000));
                }
            }
            return text.toString();
        }
    }

    private static void assertSameGraph(Object a, Object b, Map<Object, Object> copies, Map<Object, Object> originals) {
        if (a == null || BuiltInClasses.isValue(a.getClass())) {
            assertThat(b).isEqualTo(a);
            return;
        }
        assertThat(b.getClass().getName().replaceAll("List(12|N)", "List"))
                .isEqualTo(a.getClass().getName().replaceAll("List(12|N)", "List"));
        Object known = copies.putIfAbsent(a, b);
        Object original = originals.putIfAbsent(b, a);
        if (known != null || original != null) {
            assertThat(known == b && original == a).as("shared as it was").isTrue();
            return;
        }
        if (a instanceof Node one && b instanceof Node other) {
            assertSameGraph(one.payload, other.payload, copies, originals);
            assertSameGraph(one.next, other.next, copies, originals);
        } else if (a instanceof Pair one && b instanceof Pair other) {
            assertSameGraph(one.left(), other.left(), copies, originals);
            assertSameGraph(one.right(), other.right(), copies, originals);
        } else if (a instanceof Object[] one && b instanceof Object[] other) {
            assertSameElements(Arrays.asList(one), Arrays.asList(other), copies, originals);
        } else if (a instanceof HashSet<?> || a instanceof Line) {
            assertThat(b).isEqualTo(a);
        } else if (a instanceof Collection<?> one && b instanceof Collection<?> other) {
            assertSameElements(one, other, copies, originals);
        } else if (a instanceof Map<?, ?> one && b instanceof Map<?, ?> other) {
            assertThat(other.keySet()).isEqualTo(one.keySet());
            one.forEach((key, value) -> assertSameGraph(value, other.get(key), copies, originals));
        } else if (a instanceof Optional<?> one && b instanceof Optional<?> other) {
            assertSameGraph(one.get(), other.get(), copies, originals);
        } else {
            throw new AssertionError("Not compared: " + a.getClass());
        }
    }

    private static void assertSameElements(
            Collection<?> a, Collection<?> b, Map<Object, Object> copies, Map<Object, Object> originals) {
        assertThat(b).hasSameSizeAs(a);
        Iterator<?> other = b.iterator();
        for (Object one : a) {
            assertSameGraph(one, other.next(), copies, originals);
        }
    }
}

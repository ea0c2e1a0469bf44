// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.Vector;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loops over elements write and read the same bytes as single elements. */
class ElementsTest {

    private record Stamp(String place, int day) {}

    private static class Item {
        String name;
        Object other;

        Item() {}

        Item(String name, Object other) {
            this.name = name;
            this.other = other;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Item item
                    && getClass() == item.getClass()
                    && name.equals(item.name)
                    && Objects.equals(other, item.other);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    private static final class Parcel extends Item {
        int weight = 7;
    }

    private final TestLane lane = new TestLane(1 << 16);

    /** Of one class and of several, with nulls, and with objects that occur again. */
    private static List<Object> mixed() {
        Item shared = new Item("shared", null);
        Parcel parcel = new Parcel();
        parcel.name = "parcel";
        Stamp stamp = new Stamp("Paris", 1);
        return Arrays.asList(
                new Item("a", 1),
                shared,
                shared,
                null,
                new Item("b", shared),
                parcel,
                new Item("c", parcel),
                new Item("d", new Stamp("Rome", 2)),
                stamp,
                new Stamp(null, -1),
                stamp,
                new Stamp("Oslo", 3),
                "text",
                "",
                "w\u00f6rter \u20ac",
                42,
                -1,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                1.5,
                'c',
                shared,
                new Item("last", List.of(new Item("inner", null), new Item("inner", 2L))));
    }

    static Stream<UnaryOperator<Collection<Object>>> lists() {
        return Stream.of(
                ArrayList::new,
                LinkedList::new,
                Vector::new,
                all -> Arrays.asList(all.toArray()),
                all -> all.stream().toList(),
                all -> all.stream().filter(Objects::nonNull).toList(),
                all -> List.of(all.stream().filter(Objects::nonNull).toArray()),
                all -> List.of(new Item("only", null)),
                all -> Collections.unmodifiableList(new ArrayList<>(all)),
                all -> Collections.unmodifiableList(new LinkedList<>(all)),
                all -> new ArrayList<>());
    }

    @ParameterizedTest
    @MethodSource("lists")
    void shouldWriteTheElementsOfAListAsTheyAreByThemselves(UnaryOperator<Collection<Object>> maker) {
        Collection<Object> list = maker.apply(mixed());
        lane.copy(list); // so that all classes have numbers
        lane.write(out -> {
            out.writeVarInt(lane.table.idOf(list.getClass()) + 1, true);
            out.writeByte(1);
            lane.codec.references().addWrittenObject(list);
            out.writeVarInt(list.size(), true);
            list.forEach(element -> lane.codec.writeClassAndObject(out, element));
        });
        byte[] apart = lane.message();

        lane.write(out -> lane.codec.writeClassAndObject(out, list));

        assertThat(lane.message()).isEqualTo(apart);
        assertThat(lane.read(apart)).isEqualTo(list).isInstanceOf(List.class);
    }

    static Stream<UnaryOperator<Map<Object, Object>>> maps() {
        return Stream.of(HashMap::new, LinkedHashMap::new, TreeMap::new, Map::copyOf, Collections::unmodifiableMap);
    }

    @ParameterizedTest
    @MethodSource("maps")
    void shouldWriteTheEntriesOfAMapAsTheyAreByThemselves(UnaryOperator<Map<Object, Object>> maker) {
        Map<Object, Object> entries = new HashMap<>();
        Item shared = new Item("shared", null);
        for (int i = 0; i < 40; i++) {
            Map<Object, Object> inner = Map.of(i, shared, i + 1, "x");
            entries.put(
                    "key" + i, i % 4 == 0 ? new Item("i" + i, inner) : i % 4 == 1 ? shared : i % 4 == 2 ? i : inner);
        }
        Map<Object, Object> map = maker.apply(entries);
        lane.copy(map);
        lane.write(out -> {
            out.writeVarInt(lane.table.idOf(map.getClass()) + 1, true);
            out.writeByte(1);
            lane.codec.references().addWrittenObject(map);
            if (map instanceof TreeMap) {
                out.writeByte(0); // no comparator
            }
            out.writeVarInt(map.size(), true);
            for (Map.Entry<Object, Object> entry : map.entrySet()) {
                lane.codec.writeClassAndObject(out, entry.getKey());
                lane.codec.writeClassAndObject(out, entry.getValue());
            }
        });
        byte[] apart = lane.message();

        lane.write(out -> lane.codec.writeClassAndObject(out, map));

        assertThat(lane.message()).isEqualTo(apart);
        assertThat(lane.read(apart)).isEqualTo(map);
    }

    @Test
    void shouldBringSetsAndArraysAcross() {
        assertThat(lane.copy(new HashSet<>(mixed()))).isEqualTo(new HashSet<>(mixed()));
        assertThat(lane.copy(new LinkedHashSet<>(mixed()))).containsExactlyElementsOf(new LinkedHashSet<>(mixed()));
        assertThat(lane.copy(mixed().toArray())).isEqualTo(mixed().toArray());
        Item[] items = {new Item("a", null), null, new Parcel(), new Item("b", 1)};
        items[2].name = "parcel";
        assertThat(lane.copy(items)).isEqualTo(items);
    }

    /** One byte of the message, two and three. */
    @ParameterizedTest
    @ValueSource(ints = {0, 126, 127, 300, 16_382, 16_383, 60_000})
    void shouldReadClassesOfAnyNumberInFragmentsThatEndAnywhere(int id) {
        List<Object> list = new ArrayList<>(mixed());
        for (int firstBytes = 0; firstBytes < 150; firstBytes++) {
            TestLane narrow = new TestLane(firstBytes, 9);
            if (id > 0) {
                narrow.table.define(id, Item.class, ShapeMatch.SAME);
                narrow.table.define(id + 1, Stamp.class, ShapeMatch.SAME);
            }
            assertThat(narrow.copy(list)).isEqualTo(list);
        }
    }

    @Test
    void shouldKeepSharedWhatIsSharedBetweenElements() {
        List<Object> list = new ArrayList<>(mixed());

        List<Object> copy = lane.copy(list);

        Object shared = copy.get(1);
        assertThat(copy.get(2)).isSameAs(shared);
        assertThat(((Item) copy.get(4)).other).isSameAs(shared);
        assertThat(copy.get(21)).isSameAs(shared);
        assertThat(((Item) copy.get(6)).other).isSameAs(copy.get(5)).isInstanceOf(Parcel.class);
        assertThat(copy.get(10)).isSameAs(copy.get(8));
    }

    @Test
    void shouldBringElementsAcrossThatReferToTheirListAndToEachOther() {
        List<Object> list = new ArrayList<>();
        Item first = new Item("first", list);
        Item second = new Item("second", first);
        list.addAll(List.of(first, second, new Item("self", null), new Shop.Pair(list, second)));
        ((Item) list.get(2)).other = list.get(2);

        List<Object> copy = lane.copy(list);

        assertThat(((Item) copy.get(0)).other).isSameAs(copy);
        assertThat(((Item) copy.get(1)).other).isSameAs(copy.get(0));
        assertThat(((Item) copy.get(2)).other).isSameAs(copy.get(2));
        assertThat(((Shop.Pair) copy.get(3)).left()).isSameAs(copy);
        assertThat(((Shop.Pair) copy.get(3)).right()).isSameAs(copy.get(1));
    }

    @Test
    void shouldRefuseAnUnchangeableListWithinAnElementOfItself() {
        Item item = new Item("item", null);
        List<Object> list = List.of(new Item("other", null), item);
        item.other = list;

        assertThatThrownBy(() -> lane.copy(list))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("contains itself");
    }

    @Test
    void shouldCountElementsOfAllKindsAsOneLevel() {
        for (Object element : Arrays.asList(new Stamp("x", 1), "text", 1, null, List.of())) {
            int levels = LaneCodec.DEFAULT_MAX_DEPTH - 1;
            assertThat(lane.<Object>copy(nested(element, levels))).isEqualTo(nested(element, levels));
            assertTooDeep(nested(element, levels + 1));
        }
        assertThatCode(() -> lane.copy(nested(Map.of(), 63))).doesNotThrowAnyException();
        assertTooDeep(nested(Map.of(1, 1), 63));
        assertTooDeep(nested(new Object[] {1}, 63));
    }

    private static Object nested(Object element, int levels) {
        Object outer = element;
        for (int i = 0; i < levels; i++) {
            outer = new ArrayList<>(Collections.singleton(outer));
        }
        return outer;
    }

    private static void assertTooDeep(Object value) {
        TestLane refusing = new TestLane(4096);
        assertThatThrownBy(() -> refusing.copy(value)).hasMessageContaining("depth");
        TestLane deep = new TestLane(4096);
        deep.codec = LaneCodec.of(deep.table, deep.throwables, RemoteObjects.NONE, 70, Patience.UNHURRIED, false);
        deep.write(out -> deep.codec.writeClassAndObject(out, value));
        byte[] message = deep.message();
        deep.codec = LaneCodec.of(deep.table, deep.throwables);
        assertThatThrownBy(() -> deep.read(message)).hasMessageContaining("depth");
    }

    /** As an array does behind {@code Arrays.asList} that another thread changes. */
    @Test
    void shouldComeToTheEndOfAListThatGivesAnotherElementEachTime() {
        int[] asked = {0};
        List<Object> list = new AbstractList<>() {
            @Override
            public Object get(int index) {
                assertThat(++asked[0]).isLessThan(100);
                return asked[0] % 2 == 0 ? new Stamp("x", 1) : new Item("x", null);
            }

            @Override
            public int size() {
                return 3;
            }
        };

        lane.write(out -> Elements.writeIndexed(lane.codec, out, list));

        Object[] copy = lane.read(in -> Elements.read(lane.codec, in));
        assertThat(copy).hasSize(3);
    }

    @Test
    void shouldRefuseAReferenceToAnElementOfAnotherClass() {
        lane.write(out ->
                lane.codec.writeClassAndObject(out, new ArrayList<>(List.of(new Item("x", null), new Stamp("x", 1)))));
        byte[] message = lane.message();
        int second = 3 + 2 + 2 + 1;
        assertThat(message[second]).isEqualTo((byte) (lane.table.idOf(Stamp.class) + 1));
        message[second + 1] = 1 + 2; // object 1, an Item, in place of a new one

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("where one of");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.codec.Shop.Employee;
import io.nearcall.internal.codec.Shop.Everything;
import io.nearcall.internal.codec.Shop.Line;
import io.nearcall.internal.codec.Shop.Node;
import io.nearcall.internal.codec.Shop.Order;
import io.nearcall.internal.codec.Shop.Pair;
import io.nearcall.internal.codec.Shop.Person;
import io.nearcall.internal.codec.Shop.Status;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GraphsTest {

    private final TestLane lane = new TestLane(1 << 16);

    private static Order order() {
        return new Order(
                7,
                "Ada",
                Status.NEW,
                true,
                12.5,
                List.of(new Line("bolt", 3, 0.5), new Line("nut", 4, 0.25), new Line("washer", 100, 0.1)));
    }

    @Test
    void shouldBringRecordsWithAllKindsOfComponentsAcross() {
        Everything all = new Everything(
                true,
                (byte) 1,
                'c',
                (short) -2,
                3,
                -4L,
                5f,
                6.0,
                "text",
                Status.PAID,
                new Line("a", 1, 2),
                42,
                new int[] {1},
                new Line[] {null, new Line(null, 0, 0)},
                Map.of("k", new Line("b", 2, 3)));

        Everything copy = lane.copy(all);

        assertThat(copy).usingRecursiveComparison().isEqualTo(all);
    }

    @Test
    void shouldBringNullsInRecordsAcross() {
        Everything empty =
                new Everything(false, (byte) 0, '\0', (short) 0, 0, 0, 0, 0, null, null, null, null, null, null, null);

        assertThat(lane.copy(empty)).isEqualTo(empty);
    }

    @Test
    void shouldBringPrivateNestedAndEmptyRecordsAcross() {
        assertThat(lane.<Object>copy(Shop.hidden())).isEqualTo(Shop.hidden());
        assertThat(lane.copy(new Shop.Nothing())).isEqualTo(new Shop.Nothing());
    }

    @Test
    void shouldBringAnOrderThroughFragmentsThatEndAnywhere() {
        for (int firstBytes = 0; firstBytes < 150; firstBytes++) {
            assertThat(new TestLane(firstBytes, 8).copy(order())).isEqualTo(order());
        }
    }

    @Test
    void shouldLetTheConstructorOfARecordRefuse() {
        lane.write(out -> lane.codec.writeClassAndObject(out, new Shop.Positive(1)));
        byte[] message = lane.message();
        message[message.length - 4] = 0;

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(CodecException.class)
                .hasRootCauseMessage("value=0");
    }

    @Test
    void shouldBringEnumConstantsWithBodiesAcross() {
        assertThat(lane.copy(Status.PAID)).isSameAs(Status.PAID);
        assertThat(lane.copy(Arrays.asList(Status.PAID, null, Status.NEW)))
                .containsExactly(Status.PAID, null, Status.NEW);
    }

    @Test
    void shouldBringBeansAcrossWithFinalAndInheritedFieldsButNotTransientOnes() {
        Employee boss = new Employee("Grace", 50, "B-1", null);
        Employee employee = new Employee("Ada", 36, "B-2", boss);
        employee.friends.add(boss);
        employee.session = "stale";

        Employee copy = lane.copy(employee);

        assertThat(copy).isEqualTo(employee);
        assertThat(copy.badge()).isEqualTo("B-2");
        assertThat(copy.boss()).isEqualTo(boss).isSameAs(copy.friends.get(0));
        assertThat(copy.session).isNull();
        assertThat(lane.copy(new Person("Bob", 1)).session).isEqualTo("fresh");
    }

    @Test
    void shouldKeepSharedReferencesSharedWithinOneMessage() {
        Person shared = new Person("Ada", 36);
        List<Object> list = new ArrayList<>(List.of(shared));

        lane.write(out -> {
            lane.codec.writeClassAndObject(out, new Pair(shared, list));
            lane.codec.writeClassAndObject(out, shared);
        });
        Pair pair = lane.read(in -> (Pair) lane.codec.readClassAndObject(in));

        assertThat(((List<?>) pair.right()).get(0)).isSameAs(pair.left());
        assertThat(lane.codec.readClassAndObject(lane.input)).isSameAs(pair.left());
    }

    @Test
    void shouldKeepManyReferencesShared() {
        List<Object> people = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            people.add(new Person("p" + i, i));
        }
        people.addAll(new ArrayList<>(people));

        for (int round = 0; round < 3; round++) {
            List<Object> copy = lane.copy(people);
            for (int i = 0; i < 2_000; i++) {
                assertThat(copy.get(i)).isEqualTo(people.get(i)).isSameAs(copy.get(i + 2_000));
            }
        }
    }

    @Test
    void shouldSayHowManyObjectsAMessageMayHave() {
        assertThatThrownBy(() -> ReferenceTable.slotsFor(2 * 402_653_184))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("more than 402653184 objects");
    }

    @Test
    void shouldBringCyclesAcross() {
        Node node = new Node();
        node.next = node;
        Map<String, Object> map = new HashMap<>();
        map.put("self", map);
        map.put("list", new ArrayList<>(List.of(node)));
        Object[] array = {map, null};
        array[1] = array;
        node.payload = array;

        Node copy = lane.copy(node);

        assertThat(copy.next).isSameAs(copy);
        Object[] arrayCopy = (Object[]) copy.payload;
        assertThat(arrayCopy[1]).isSameAs(arrayCopy);
        assertThat(((Map<?, ?>) arrayCopy[0]).get("self")).isSameAs(arrayCopy[0]);
    }

    @Test
    void shouldRefuseACycleThroughARecord() {
        List<Object> list = new ArrayList<>();
        Pair pair = new Pair(list, null);
        list.add(pair);

        assertThatThrownBy(() -> lane.copy(pair))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("Pair");
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeeplyWhenWritingAndWhenReading() {
        Node deep = new Node();
        for (int i = 0; i < 70; i++) {
            Node outer = new Node();
            outer.next = deep;
            deep = outer;
        }
        Node bomb = deep;
        TestLane generous = new TestLane(4096);
        generous.codec =
                LaneCodec.of(generous.table, generous.throwables, RemoteObjects.NONE, 1_000, Patience.UNHURRIED, false);
        generous.write(out -> generous.codec.writeClassAndObject(out, bomb));
        byte[] message = generous.message();
        generous.codec = LaneCodec.of(generous.table, generous.throwables);

        assertThatThrownBy(() -> lane.copy(bomb)).hasMessageContainingAll("depth", "64", "as a List");
        assertThatThrownBy(() -> generous.read(message)).hasMessageContainingAll("depth", "64", "as a List");
    }

    @Test
    void shouldRefuseInWordsWhatIsNoValue() {
        int captured = lane.hashCode();
        class Local {
            final int x = captured;
        }
        assertRefused((Supplier<Integer>) () -> captured, "lambda");
        assertRefused((Runnable) lane::fragmentCount, "method reference");
        assertRefused(new Object() {}, "anonymous");
        assertRefused(new Local(), "within a method");
        assertRefused(
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (p, m, a) -> 1),
                "proxy");
        assertRefused(Thread.currentThread(), "JDK");
        assertRefused(
                new ArrayList<Integer>() {
                    private static final long serialVersionUID = 1L;
                },
                "anonymous");
        assertRefused(new TreeSet<>((a, b) -> 0), "lambda");
    }

    @Test
    void shouldRefuseInWordsWhatIsOfTheJdkButNoValue() throws Exception {
        assertRefused(new java.net.URL("http://localhost/"), "send a java.net.URI");
        assertRefused(new Object(), "in a class of your own");
        assertRefused(List.of(1).iterator(), "in a class of your own");
        assertRefused(List.of(1).stream(), "in a class of your own");
        assertRefused(new Inners().new Inner(), "inner class");
        assertRefused(new TreeSet<>(java.util.Comparator.comparing(String::length)), "lambda");
        assertRefused(new TreeSet<>(java.util.Collections.reverseOrder((a, b) -> 0)), "lambda");
        assertRefused(new TreeSet<>(java.util.Comparator.nullsFirst((a, b) -> 0)), "lambda");
        assertRefused(Thread.class, "allow(");
        assertRefused(((Supplier<Integer>) () -> 1).getClass(), "hidden class");
        assertRefused(java.util.Collections.asLifoQueue(new java.util.ArrayDeque<>()), "in a class of your own");
    }

    private static final class Inners {
        final class Inner {}
    }

    private static void assertRefused(Object value, String reason) {
        assertThatThrownBy(() -> new TestLane(4096).copy(value))
                .isInstanceOf(ClassNotAllowed.class)
                .hasMessageContaining(reason);
    }

    @Test
    void shouldPassOnUnchangedWhatTheChannelThrows() {
        IllegalStateException gone = new IllegalStateException("the peer is gone");
        FrameOutput output = new FrameOutput(java.nio.ByteBuffer.allocateDirect(8), out -> {
            throw gone;
        });
        output.reset(0, 8);

        assertThatThrownBy(() -> lane.codec.writeClassAndObject(output, order()))
                .isSameAs(gone);
    }
}

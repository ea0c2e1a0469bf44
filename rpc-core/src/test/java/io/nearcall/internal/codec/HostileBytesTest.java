// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that no honest peer has written. */
@Timeout(120)
class HostileBytesTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** By how many constants they have. */
    private static final Map<Integer, Class<?>> ENUMS = new HashMap<>();

    /** Containers whose length is in the message, each in its own class. */
    static Stream<Object> lengthy() {
        return Stream.of(
                new byte[1],
                new boolean[1],
                new char[1],
                new short[1],
                new int[1],
                new long[1],
                new float[1],
                new double[1],
                new String[1],
                new Object[1],
                new int[1][],
                new Shop.Line[1],
                "text",
                "\u20ac",
                new ArrayList<>(List.of(1)),
                new ArrayList<>(List.of(new Shop.Line("a", 1, 2), new Shop.Line("b", 1, 2))),
                List.of(new Shop.Line("a", 1, 2), new Shop.Line("b", 1, 2)),
                new ArrayDeque<>(List.of(1)),
                new HashMap<>(Map.of(1, 1)),
                List.of(1),
                Map.of(1, 1),
                Arrays.asList(1),
                EnumSet.of(Shop.Status.NEW),
                new EnumMap<>(Map.of(Shop.Status.NEW, 1)),
                new PriorityQueue<>(List.of(1)),
                new TreeMap<>(Map.of(1, 1)),
                BigInteger.TEN,
                new BitSet(),
                new StringBuilder("x"));
    }

    @ParameterizedTest
    @MethodSource("lengthy")
    void shouldNotAllocateWhatALengthSays(Object container) {
        TestLane lane = new TestLane(4096);
        lane.write(out -> lane.codec.writeClassAndObject(out, container));
        byte[] message = Arrays.copyOf(lane.message(), 30);
        lane.copy(container);
        // Every place of the message in turn says two billion.
        for (int at = 1; at < 12; at++) {
            byte[] hostile = message.clone();
            Arrays.fill(hostile, at, at + 4, (byte) 0xFF);
            hostile[at + 4] = 7;
            bytesToReadOrRefuse(lane, hostile); // loads lazily loaded classes first
            assertThat(bytesToReadOrRefuse(lane, hostile)).as("place %d", at).isLessThan(16 * 30 + (16 << 10));
        }
    }

    /** What reading allocates, the exception with its stack included. */
    static long bytesToReadOrRefuse(TestLane lane, byte[] message) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            lane.read(message);
            return THREADS.getCurrentThreadAllocatedBytes() - before;
        } catch (KryoException e) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            lane.codec = LaneCodec.of(lane.table, lane.throwables);
            return allocated;
        }
    }

    @Test
    void shouldRefuseElementsOfAStreamThatAreNoneAndNotTheLast() {
        TestLane lane = new TestLane(4096);
        assertThat(lane.copy(new Batch(new Object[0], true)).isLast()).isTrue();
        assertThatThrownBy(() -> lane.copy(new Batch(new Object[0], false))).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldShareOneBudgetAmongNestedLengths() {
        TestLane lane = new TestLane(1 << 16);
        byte[] message = new byte[20_000];
        // An array in an array in an array ..., each of which claims as many elements as the message has bytes.
        int id = lane.table.idOf(Object[].class) + 1;
        for (int at = 0; at + 5 <= 64 * 5; at += 5) {
            message[at] = (byte) id;
            message[at + 1] = 1;
            message[at + 2] = (byte) 0xA0;
            message[at + 3] = (byte) 0x9C;
            message[at + 4] = 1;
        }
        assertThat(bytesToReadOrRefuse(lane, message)).isLessThan(16 * message.length + (16 << 10));
    }

    @Test
    void shouldNotSearchForACharsetThatDoesNotExist() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> lane.codec.writeClassAndObject(out, StandardCharsets.UTF_16));
        byte[] hostile = lane.message();
        hostile[hostile.length - 1] = '7';

        bytesToReadOrRefuse(lane, hostile);
        assertThat(bytesToReadOrRefuse(lane, hostile)).isLessThan(16 << 10);
    }

    static Stream<Object> tiny() {
        return Stream.of(
                new ArrayList<>(),
                new HashMap<>(),
                new ArrayDeque<>(),
                new TreeMap<>(),
                new java.util.IdentityHashMap<>(),
                new java.util.concurrent.ConcurrentHashMap<>(),
                new java.util.concurrent.LinkedBlockingQueue<>(),
                new java.util.concurrent.atomic.LongAdder(),
                new java.util.GregorianCalendar(),
                new BitSet(),
                new Shop.Nothing(),
                1L);
    }

    /** A message of small objects only: each costs as much as an object of its class, and no more. */
    @ParameterizedTest
    @MethodSource("tiny")
    void shouldAllocateAsMuchPerByteForManyTinyObjects(Object kind) {
        TestLane lane = new TestLane(1 << 20);
        Object[] array = new Object[100];
        Arrays.setAll(array, i -> new TestLane(4096).copy(kind));
        List<byte[]> messages = new ArrayList<>();
        for (int count : new int[] {100, 50}) {
            Object part = Arrays.copyOf(array, count);
            lane.write(out -> lane.codec.writeClassAndObject(out, part));
            messages.add(lane.message());
        }
        lane.read(messages.get(0));
        long more = bytesToReadOrRefuse(lane, messages.get(0)) - bytesToReadOrRefuse(lane, messages.get(1));
        long longer = messages.get(0).length - messages.get(1).length;

        assertThat((double) more / longer).as("allocated per byte").isLessThan(160);
    }

    /** An EnumMap has room for all constants, whatever is in it. */
    @Test
    void shouldNotMakeMoreOfEmptyMapsOfALargeEnumThanTheirMessageAllows() {
        for (int constants : new int[] {100, 250, 2_000}) {
            TestLane lane = new TestLane(1 << 20);
            Object[] maps = new Object[5_000];
            Arrays.setAll(maps, i -> emptyMap(enumOf(constants)));
            lane.write(out -> lane.codec.writeClassAndObject(out, maps));
            byte[] message = lane.message();

            bytesToReadOrRefuse(lane, message);
            assertThat(bytesToReadOrRefuse(lane, message))
                    .as("for %d bytes, with an enum of %d constants", message.length, constants)
                    .isLessThan(160L * message.length + (16 << 10));
        }
    }

    @Test
    void shouldReadManyMapsOfALargeEnumThatHaveAnEntry() {
        TestLane lane = new TestLane(1 << 20);
        Class<?> type = enumOf(250);
        Object[] maps = new Object[5_000];
        Arrays.setAll(maps, i -> {
            Map<Object, Object> map = emptyMap(type);
            map.put(type.getEnumConstants()[i % 250], i);
            return map;
        });
        assertThat(lane.copy(maps)).isEqualTo(maps);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Map<Object, Object> emptyMap(Class<?> type) {
        return new EnumMap(type);
    }

    private static Class<?> enumOf(int constants) {
        return ENUMS.computeIfAbsent(constants, HostileBytesTest::makeEnum);
    }

    private static Class<?> makeEnum(int constants) {
        String[] names = new String[constants];
        Arrays.setAll(names, i -> "C" + i);
        return new ByteBuddy()
                .makeEnumeration(names)
                .name("io.nearcall.internal.codec.Of" + constants)
                .make()
                .load(HostileBytesTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
    }

    @Test
    void shouldNotLoadTheClassThatAValueNames() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> lane.codec.writeClassAndObject(out, String.class));
        byte[] hostile = new String(lane.message(), StandardCharsets.ISO_8859_1)
                .replace("java.lang.String", "java.lang.System")
                .getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> lane.read(hostile))
                .isInstanceOf(ClassNotAllowed.class)
                .hasMessageContaining("java.lang.System");
    }

    @Test
    void shouldRefuseAPatternThatIsExpensiveToMake() {
        TestLane lane = new TestLane(1 << 16);
        for (String text : List.of("(".repeat(300) + ")".repeat(300), ".".repeat(3_000))) {
            assertThatThrownBy(() -> lane.copy(java.util.regex.Pattern.compile(text)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("Send its text");
            lane.codec = LaneCodec.of(lane.table, lane.throwables);
            lane.write(out -> {
                lane.codec.writeClassAndObject(out, java.util.regex.Pattern.compile("a"));
            });
            byte[] honest = lane.message();
            lane.write(out -> {
                out.writeBytes(honest, 0, 3);
                out.writeString(text);
                out.writeVarInt(0, true);
            });
            byte[] hostile = lane.message();
            assertThatThrownBy(() -> lane.read(hostile)).hasMessageContaining("groups");
            lane.codec = LaneCodec.of(lane.table, lane.throwables);
        }
    }

    @Test
    void shouldRefuseAnArrayBlockingQueueWithRoomForBillions() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> lane.codec.writeClassAndObject(out, new java.util.concurrent.ArrayBlockingQueue<>(1)));
        byte[] honest = lane.message();
        lane.write(out -> {
            out.writeBytes(honest, 0, 3);
            out.writeVarInt(2_000_000_000, true);
            out.writeVarInt(0, true);
        });
        byte[] hostile = lane.message();

        assertThatThrownBy(() -> lane.read(hostile))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("LinkedBlockingQueue");
    }

    @Test
    void shouldRefuseAPrimitiveThatLiesInTwoFragments() {
        FrameInput input = new FrameInput(java.nio.ByteBuffer.allocateDirect(64), in -> in.reset(0, 8));
        input.reset(0, 3);

        assertThatThrownBy(input::readInt).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldRefuseFragmentsWithoutEndThatAreEmpty() {
        FrameInput input = new FrameInput(java.nio.ByteBuffer.allocateDirect(64), in -> in.reset(0, 0));
        input.reset(0, 0);

        assertThatThrownBy(input::readByte).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldRefuseAReferenceToAnObjectOfAnotherClass() {
        TestLane lane = new TestLane(4096);
        Shop.Person boss = new Shop.Person("Grace", 50);
        lane.write(out -> lane.codec.writeClassAndObject(out, new Object[] {boss, new Shop.Circle(1), boss}));
        byte[] message = lane.message();
        byte[] hostile = message.clone();
        // The last byte refers to the person as object 1; object 0 is the array.
        assertThat(hostile[hostile.length - 1]).isEqualTo((byte) 3);
        hostile[hostile.length - 1] = 2;

        assertThatThrownBy(() -> lane.read(hostile))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("Person");
    }
}

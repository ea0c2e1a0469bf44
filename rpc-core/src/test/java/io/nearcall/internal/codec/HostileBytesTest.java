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
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class HostileBytesTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** By how many constants they have. */
    private static final Map<Integer, Class<?>> ENUMS = new HashMap<>();

    /** Containers whose length is in the message, each in a class of its own. */
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
            bytesToReadOrRefuse(lane, hostile); // with what is loaded lazily
            assertThat(bytesToReadOrRefuse(lane, hostile)).as("place %d", at).isLessThan(16 * 30 + (16 << 10));
        }
    }

    /** What reading allocates, the exception with its stack included. */
    private static long bytesToReadOrRefuse(TestLane lane, byte[] message) {
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
        // An array in an array in an array ..., each said to have as many elements as the message has bytes.
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

    private static byte[] plainException(TestLane lane) {
        lane.write(out -> {
            out.writeVarInt(1, true);
            out.writeString("java.lang.IllegalStateException");
            out.writeString("no");
            out.writeString("java.lang.IllegalStateException: no");
            out.writeVarInt(1, true);
            for (String text : new String[] {null, null, null, "stock", "take", "stock.py"}) {
                out.writeString(text);
            }
            out.writeVarInt(1, false);
            out.writeVarInt(0, true);
            out.writeVarInt(0, true);
            out.writeVarInt(0, true);
            out.writeString(null);
        });
        return lane.message();
    }

    @Test
    void shouldNotAllocateWhatALengthInAnExceptionSays() throws Exception {
        TestLane lane = new TestLane(1 << 16);
        ThrowableCodec throwables =
                lane.throwables.withValues(new SpareCodecs(() -> LaneCodec.of(lane.table, lane.throwables)));
        ExceptionValuesTest.Faulty withValue =
                new ExceptionValuesTest.Faulty(new ExceptionValuesTest.Part("A", new Object[] {1, new int[] {2}}));
        withValue.setStackTrace(new StackTraceElement[0]);
        List<byte[]> messages = new ArrayList<>();
        messages.add(plainException(lane));
        lane.write(out -> throwables.write(out, withValue));
        messages.add(lane.message());
        for (byte[] message : messages) {
            for (int at = 0; at + 5 < message.length; at++) {
                byte[] hostile = message.clone();
                Arrays.fill(hostile, at, at + 4, (byte) 0xFF);
                hostile[at + 4] = 7;
                assertThat(bytesToReadThrown(lane, throwables, hostile))
                        .as("place %d of %d", at, message.length)
                        .isLessThan(16 * message.length + (16 << 10));
            }
        }
    }

    @Test
    void shouldNotAllocateForManySmallExceptionsInOneMessage() throws Exception {
        TestLane lane = new TestLane(1 << 16);
        byte[] one = plainException(lane);
        for (int count : new int[] {4, 16, ThrowableCodec.MAX_THROWABLES}) {
            byte[] many = new byte[1 + count * (one.length - 1)];
            many[0] = (byte) count;
            for (int i = 0; i < count; i++) {
                System.arraycopy(one, 1, many, 1 + i * (one.length - 1), one.length - 1);
            }
            assertThat(bytesToReadThrown(lane, lane.throwables, many))
                    .as("%d exceptions of %d bytes", count, one.length - 1)
                    .isLessThan(16 * many.length + (16 << 10));
        }
    }

    /**
     * The least of a few times, for the JDK makes something of its own now and then; on a thread whose stack is no deeper than
     * that of a lane's, for each exception keeps the stack of its thread.
     */
    private static long bytesToReadThrown(TestLane lane, ThrowableCodec throwables, byte[] message) throws Exception {
        FutureTask<Long> task = new FutureTask<>(() -> leastBytesToReadThrown(lane, throwables, message));
        Thread thread = new Thread(task, "reader");
        thread.start();
        return task.get();
    }

    private static long leastBytesToReadThrown(TestLane lane, ThrowableCodec throwables, byte[] message) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            lane.write(out -> out.writeBytes(message));
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                lane.read(throwables::read);
            } catch (KryoException e) {
                // refused as a whole
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Of a serialised form, with two bytes that say what is not there. */
    private static byte[] changed(byte[] message, String before, int... bytes) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(before) + before.length();
        assertThat(at).isGreaterThan(before.length());
        byte[] changed = message.clone();
        for (int i = 0; i < bytes.length; i++) {
            changed[at + i] = (byte) bytes[i];
        }
        return changed;
    }

    @Test
    void shouldNotAllocateWhatALengthInASerialisedFormSays() {
        TestLane lane = new TestLane(4096);
        JavaFormTest.Holder held = new JavaFormTest.Holder("bolts");
        lane.copy(held);
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        byte[] honest = lane.message();
        for (byte[] hostile : List.of(
                changed(honest, "\u00ac\u00ed\0\5sr", 0xFF, 0xFF), // of the class' name
                changed(honest, "Holder\0\0\0\0\0\0\0\1\2", 0x7F, 0xFF), // of the fields
                changed(honest, "xpt", 0xFF, 0xFF))) { // of the text
            bytesToReadOrRefuse(lane, hostile);
            assertThatThrownBy(() -> lane.read(hostile)).hasMessageContaining("beyond the end");
            lane.codec = LaneCodec.of(lane.table, lane.throwables);
            assertThat(bytesToReadOrRefuse(lane, hostile)).isLessThan(16 * hostile.length + (16 << 10));
        }
    }

    @Test
    void shouldRefuseASerialisedFormThatIsTooDeepBeforeItIsRead() {
        TestLane lane = new TestLane(1 << 16);
        ArrayList<Object> deep = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            deep = new ArrayList<>(Arrays.asList(deep));
        }
        JavaFormTest.Holder held = new JavaFormTest.Holder(deep);
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        byte[] hostile = lane.message();

        bytesToReadOrRefuse(lane, hostile);
        assertThatThrownBy(() -> lane.read(hostile)).hasMessageContaining("deeper than 32");
        lane.codec = LaneCodec.of(lane.table, lane.throwables);
        assertThat(bytesToReadOrRefuse(lane, hostile)).isLessThan(16 * hostile.length + (16 << 10));
    }

    @Test
    void shouldRefuseAnUnmodifiableMapOfAKeyWithoutValue() {
        TestLane lane = new TestLane(4096);
        HashMap<String, Object> map = new HashMap<>();
        map.put("k", List.of(1, 2, 3));
        JavaFormTest.Holder held = new JavaFormTest.Holder(map);
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        byte[] hostile = changed(lane.message(), "I\0\3tagxp", 0, 0, 0, 3);

        assertThatThrownBy(() -> lane.read(hostile))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("length is odd");
    }

    /** Without the superclass whose readObject unlocks it, a lock arrives locked, and the queue is read by locking it. */
    @ParameterizedTest
    @ValueSource(
            strings = {"java.util.concurr[nt.locks.ReentrantLock$Sync", "java.that.nobody.has.missed.in.here.xyzzError"
            })
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotWaitForALockThatNobodyUnlocks(String inPlaceOfIt) {
        TestLane lane = new TestLane(4096);
        JavaFormTest.Holder held = new JavaFormTest.Holder(new LinkedBlockingQueue<>(List.of("bolt")));
        lane.write(out -> lane.codec.writeClassAndObject(out, held));
        String name = "java.util.concurrent.locks.ReentrantLock$Sync";
        String before = "xr\0" + (char) name.length();
        assertThat(inPlaceOfIt).hasSameSizeAs(name);
        byte[] hostile = new String(lane.message(), StandardCharsets.ISO_8859_1)
                .replace(before + name, before + inPlaceOfIt)
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(hostile).isNotEqualTo(lane.message());

        assertThatThrownBy(() -> lane.read(hostile)).isInstanceOf(MalformedMessage.class);
    }

    @Test
    void shouldRefuseMoreExceptionsThanFitInAMessage() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> {
            out.writeVarInt(ThrowableCodec.MAX_THROWABLES, true);
            for (int i = 0; i < ThrowableCodec.MAX_THROWABLES; i++) {
                new ThrownParts("", null, "", new StackTraceElement[0], -1, new int[0], new byte[0], "").write(out);
            }
        });
        assertThatThrownBy(() -> lane.read(lane.throwables::read))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("More exceptions");
    }

    @Test
    void shouldBringAsManyExceptionsAsThereMayBeHoweverSmallTheyAre() {
        TestLane lane = new TestLane(1 << 16);
        Throwable chain = null;
        for (int i = 0; i < ThrowableCodec.MAX_THROWABLES; i++) {
            chain = new Error(chain);
            chain.setStackTrace(new StackTraceElement[0]);
        }
        Throwable thrown = chain;
        lane.write(out -> lane.throwables.write(out, thrown));

        int length = 0;
        for (Throwable one = lane.read(lane.throwables::read); one != null; one = one.getCause()) {
            assertThat(one).isExactlyInstanceOf(Error.class);
            length++;
        }
        assertThat(length).isEqualTo(ThrowableCodec.MAX_THROWABLES);
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

    /** A message of nothing but small objects: each costs what an object of its class costs, and no more. */
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

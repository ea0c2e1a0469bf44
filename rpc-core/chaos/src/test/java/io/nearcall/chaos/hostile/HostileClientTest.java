// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Neighbour;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.target.Target;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.Words;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that break the protocol in every place, against a server with 64 MB of heap that has a good client too. */
@DisabledIfEnvironmentVariable(
        named = "NEARCALL_CHANNEL",
        matches = "fifo",
        disabledReason = "what attacks speaks shm itself")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileClientTest {

    private static final String SERVICE = "besieged";
    private static final long SEED = 42;
    private static final int CALLS = Integer.getInteger("chaos.flips", 100_000);
    private static final long FLIPPING_NS = 15_000_000_000L;
    private static final long SETTLE_NS = 10_000_000_000L;

    @TempDir
    private static Path scratch;

    private static VictimJvm server;
    private static Neighbour neighbour;
    private static Resources baseline;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @BeforeAll
    static void startServer() throws Exception {
        System.setProperty("io.nearcall.dir", scratch.resolve("run").toString());
        server = VictimJvm.start(scratch, Victim.class);
        server.expect("ready");
        server.send("serve " + SERVICE + " " + scratch.resolve("log"));
        server.expect("serving");
        neighbour = new Neighbour(SERVICE);
        baseline = Resources.of(server.pid());
    }

    @AfterAll
    static void stopServer() throws Exception {
        neighbour.close();
        server.close();
        System.clearProperty("io.nearcall.dir");
    }

    @AfterEach
    void shouldHarmNobodyAndLeaveNothing() throws Exception {
        Tally tally = new Tally("");
        long calls = neighbour.calls();
        assertThat(Resources.awaitWithin(server.pid(), baseline, SETTLE_NS))
                .as("%s instead of %s", Resources.of(server.pid()), baseline)
                .isNotNegative();
        while (neighbour.calls() == calls) {
            neighbour.check(tally);
            assertThat(tally.faults()).isEmpty();
            Thread.sleep(1);
        }
        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("hs_err") || name.equals(Canary.SONG));
        }
    }

    @Test
    void shouldLetOneInWhileAThousandStandSilent() throws Exception {
        List<Intruder> silent = new ArrayList<>();
        try (Endpoint endpoint = Endpoint.open()) {
            for (int i = 0; i < 1_000; i++) {
                silent.add(Intruder.connect(SERVICE));
            }
            long bestNs = Long.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                long startNs = System.nanoTime();
                Intruder.greeted(SERVICE).close();
                bestNs = Math.min(bestNs, System.nanoTime() - startNs);
            }
            assertThat(bestNs).isLessThan(100_000_000);
            assertThat(endpoint.lookup(Target.class, SERVICE).ping(1)).isEqualTo(1);
        } finally {
            silent.forEach(Intruder::close);
        }
    }

    @Test
    void shouldSendAwayWhoNeverEndsTheGreeting() {
        try (Intruder slow = Intruder.connect(SERVICE)) {
            slow.sendRaw(new byte[] {100, 0}, -1);
            assertThat(slow.receive()).isNull();
        }
    }

    @Test
    void shouldRefuseAnotherVersionInWords() {
        try (Intruder other = Intruder.connect(SERVICE)) {
            other.send(new ControlMessage.Hello(77, 1, UUID.randomUUID(), Intruder.LIMITS, SERVICE, "shm"));
            assertThat(other.receive()).isInstanceOf(ControlMessage.Refused.class);
            assertThat(other.receive()).isNull();
        }
    }

    @Test
    void shouldCloseOnGarbageInsteadOfAGreeting() {
        for (int i = 0; i < 300; i++) {
            try (Intruder noise = Intruder.connect(SERVICE)) {
                byte[] bytes = new byte[1 + random.nextInt(5_000)];
                random.nextBytes(bytes);
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                noise.sendRaw(bytes, random.nextInt(4) == 0 ? memory(4096) : -1);
            }
        }
    }

    @Test
    void shouldSurviveEveryControlMessageAtAnyTime() {
        for (int i = 0; i < 400; i++) {
            try (Intruder noise = Intruder.greeted(SERVICE)) {
                for (int j = 0; j < 8; j++) {
                    byte[] bytes = new byte[5 + random.nextInt(60)];
                    random.nextBytes(bytes);
                    ByteBuffer message = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
                    message.putInt(0, bytes.length - 4);
                    message.put(4, (byte) (1 + random.nextInt(13)));
                    int fd = random.nextInt(3) == 0 ? memory(4096) : -1;
                    noise.sendRaw(bytes, fd);
                    if (fd >= 0) {
                        Descriptors.close(fd);
                    }
                }
            }
        }
    }

    @Test
    void shouldRejectMemoryThatIsNotASealedSegment() throws IOException {
        long length = SegmentDescriptor.controlLength(2) + 2L * Intruder.RING_CAPACITY;
        assertRejected(memory(length));
        int small = memory(length - 4096);
        Memory.seal(small);
        assertRejected(small);
        int empty = memory(length);
        Memory.seal(empty);
        assertRejected(empty);
        int sparse = memory(4096);
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + sparse, "rw")) {
            file.setLength(length);
        }
        Memory.seal(sparse);
        assertRejected(sparse);
        int[] pair = new int[2];
        UnixSocket.pair(pair);
        Descriptors.close(pair[1]);
        assertRejected(pair[0]);
    }

    private static int memory(long lengthBytes) {
        return Memory.memfd("hostile", lengthBytes);
    }

    private static void assertRejected(int fd) {
        try (Intruder intruder = Intruder.greeted(SERVICE)) {
            intruder.offer(new ControlMessage.Lanes(0, 2, Intruder.RING_CAPACITY, false, ""), fd);
            assertThat(intruder.awaitEnd())
                    .isInstanceOfSatisfying(
                            ControlMessage.Goodbye.class,
                            goodbye -> assertThat(goodbye.reason()).isEqualTo(ControlMessage.Farewell.PROTOCOL_BREACH));
        } finally {
            Descriptors.close(fd);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 66, 1_024, 1_025, 1 << 30, Integer.MAX_VALUE})
    void shouldRefuseCountsOfLanesBeyondTheLimit(int count) {
        int fd = memory(4096);
        try (Intruder intruder = Intruder.withLanes(SERVICE, 2, false)) {
            intruder.offer(new ControlMessage.Lanes(2, count, Intruder.RING_CAPACITY, false, ""), fd);
            assertThat(intruder.receive()).isInstanceOf(ControlMessage.LanesRefused.class);
        } finally {
            Descriptors.close(fd);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1 << 22, Integer.MAX_VALUE - 1})
    void shouldEndTheConnectionUponABatchThatCannotBe(int batch) {
        int fd = memory(4096);
        try (Intruder intruder = Intruder.withLanes(SERVICE, 2, false)) {
            intruder.offer(new ControlMessage.Lanes(batch, 2, Intruder.RING_CAPACITY, false, ""), fd);
            assertThat(intruder.awaitEnd()).isInstanceOf(ControlMessage.Goodbye.class);
        } finally {
            Descriptors.close(fd);
        }
    }

    @Test
    void shouldTakeAFloodOfDoorbellsAndCancellations() {
        try (Intruder intruder = Intruder.withLanes(SERVICE, 2, false)) {
            for (int i = 0; i < 50_000; i++) {
                if (!intruder.send(
                        i % 2 == 0
                                ? new ControlMessage.Doorbell(random.nextInt(4))
                                : new ControlMessage.Cancel(random.nextInt(4), random.nextLong()))) {
                    break; // the other side may lose patience with us
                }
            }
        }
    }

    @Test
    void shouldEndTheConnectionUponACorruptHeader() {
        for (boolean fullDuplex : new boolean[] {false, true}) {
            for (int i = 0; i < 60; i++) {
                try (Intruder intruder = Intruder.withLanes(SERVICE, 1, fullDuplex)) {
                    long length = RecordDescriptor.MAX_LENGTH - random.nextInt(1 << 20);
                    long flags = random.nextInt(256);
                    Words.putLongRelease(intruder.memory(0), 0, 1L | length << 32 | flags << 56);
                    intruder.ring(0);
                    assertThat(intruder.awaitEnd()).isInstanceOf(ControlMessage.Goodbye.class);
                }
            }
        }
    }

    @Test
    void shouldSurviveFramesOfEveryKind() {
        for (int i = 0; i < 300; i++) {
            try (Intruder intruder = Intruder.withLanes(SERVICE, 1, random.nextBoolean())) {
                for (int j = 0; j < 4; j++) {
                    byte[] payload = new byte[random.nextInt(80)];
                    random.nextBytes(payload);
                    if (random.nextBoolean() && payload.length >= FrameFormat.CALL_HEADER_LENGTH) {
                        ByteBuffer header = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
                        header.putInt(FrameFormat.OBJECT_ID_OFFSET, random.nextInt(3));
                        header.putInt(FrameFormat.METHOD_OFFSET, random.nextInt(-1, 7));
                    }
                    int more = random.nextInt(4) == 0 ? RecordDescriptor.MORE : 0;
                    intruder.frame(0, random.nextInt(8) | more, payload);
                    intruder.ring(0);
                }
            }
        }
    }

    @Test
    void shouldOutliveAMessageWithoutEnd() {
        try (Intruder intruder = Intruder.withLanes(SERVICE, 1, false)) {
            long untilNs = System.nanoTime() + 1_000_000_000;
            byte[] payload = new byte[16_000];
            ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putInt(FrameFormat.OBJECT_ID_OFFSET, 1);
            intruder.frame(0, FrameFormat.CALL | RecordDescriptor.MORE, payload);
            intruder.ring(0);
            while (System.nanoTime() - untilNs < 0) {
                if (!intruder.frame(0, FrameFormat.CALL | RecordDescriptor.MORE, payload)) {
                    Thread.yield();
                }
            }
        }
    }

    @Test
    void shouldServeOnAfterCallsWhoseMemoryChanges() throws Exception {
        int calls = 0;
        int answers = 0;
        byte[] good = call(1, 0, 9, new byte[8]);
        long endNs = System.nanoTime() + FLIPPING_NS;
        while (calls < CALLS && System.nanoTime() - endNs < 0) {
            try (Intruder intruder = Intruder.withLanes(SERVICE, 1, false)) {
                Thread flipper = flip(intruder.memory(0), random.nextLong());
                try {
                    boolean answered = true;
                    for (int i = 0; answered && i < 1_000; i++, calls++) {
                        good[FrameFormat.METHOD_OFFSET] = (byte) random.nextInt(5);
                        intruder.frame(0, FrameFormat.CALL, good);
                        if (i == 0) {
                            intruder.ring(0);
                        }
                        answered = answered(intruder);
                        long untilNs = System.nanoTime() + 10_000_000;
                        while (!answered && System.nanoTime() - untilNs < 0) {
                            Thread.yield();
                            answered = answered(intruder);
                        }
                        answers += answered ? 1 : 0;
                    }
                } finally {
                    flipper.interrupt();
                    flipper.join();
                }
            }
        }
        System.out.println(calls + " calls from memory that changed, " + answers + " answered");
        assertThat(answers).isGreaterThan(calls / 4);
    }

    /** Consumes the answer if it is there; what is in it may be anything. */
    private static boolean answered(Intruder intruder) {
        if (!intruder.consumer(0).poll()) {
            return false;
        }
        intruder.consumer(0).release();
        return true;
    }

    /** Changes random bits of a call until it is interrupted: mostly of its body, now and then of the ring's header. */
    private static Thread flip(ByteBuffer memory, long seed) {
        Thread flipper = new Thread(() -> {
            SplittableRandom bits = new SplittableRandom(seed);
            while (!Thread.interrupted()) {
                int at = bits.nextInt(50) == 0 ? bits.nextInt(8) : 8 + bits.nextInt(40);
                memory.put(at, (byte) (memory.get(at) ^ 1 << bits.nextInt(8)));
                if (bits.nextInt(8) == 0) {
                    LockSupport.parkNanos(1); // some 50 us: leaves a CPU to those who are at it
                }
            }
        });
        flipper.start();
        return flipper;
    }

    private static byte[] call(long id, int objectId, int method, byte[] arguments) {
        return ByteBuffer.allocate(FrameFormat.CALL_HEADER_LENGTH + arguments.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .putInt(objectId)
                .putInt(method)
                .put(arguments)
                .array();
    }

    @Test
    void shouldSurviveConsumerPositionsThatLie() {
        for (long lie : new long[] {1, -1, 63, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 1L << 32, -(1L << 31)}) {
            try (Intruder intruder = Intruder.withLanes(SERVICE, 1, false)) {
                Words.putLongRelease(intruder.control(), SegmentDescriptor.consumerPositionIndex(0), lie);
                Words.putIntOpaque(intruder.control(), SegmentDescriptor.frameSleeperIndex(0), (int) lie);
                Words.putIntOpaque(intruder.control(), SegmentDescriptor.spaceSleeperIndex(0), (int) lie);
                for (int i = 0; i < 50; i++) {
                    intruder.frame(0, FrameFormat.CALL, call(1, 1, random.nextInt(6), new byte[24]));
                    intruder.ring(0);
                }
            }
        }
    }

    @Test
    void shouldLoadNoClassThatWasNotAllowed() {
        try (Intruder intruder = Intruder.greeted(SERVICE)) {
            for (String name : List.of(
                    Canary.class.getName(),
                    "[L" + Canary.class.getName() + ";",
                    "javax.management.BadAttributeValueExpException",
                    "java.lang.ProcessBuilder",
                    "",
                    "\0",
                    "..",
                    "[[[[",
                    "x".repeat(2_000))) {
                intruder.send(new ControlMessage.ClassOffer(name, 0, random.nextLong()));
                assertThat(intruder.receive()).isInstanceOf(ControlMessage.ClassRefused.class);
            }
        }
    }

    @Test
    void shouldLoadNoClassThatABindingNames() {
        try (Endpoint endpoint = Endpoint.open()) {
            assertThat(endpoint.lookup(Cage.class, SERVICE).ping(1)).isEqualTo(1);
        }
    }

    @Test
    void shouldTakeMoreAfterAGoodbye() {
        try (Intruder intruder = Intruder.withLanes(SERVICE, 1, false)) {
            for (int i = 0; i < 100; i++) {
                intruder.send(new ControlMessage.Goodbye(ControlMessage.Farewell.CLOSED, "bye", List.of()));
                intruder.frame(0, FrameFormat.CALL, call(i, 1, 0, new byte[8]));
                intruder.ring(0);
            }
        }
    }
}

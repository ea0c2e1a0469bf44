// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.chaos.Resources;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.segment.Words;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Servers that break the protocol in every place, against a client with 64 MB of heap. */
@DisabledIfEnvironmentVariable(
        named = "NEARCALL_CHANNEL",
        matches = "fifo",
        disabledReason = "what attacks speaks shm itself")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HostileServerTest {

    private static final String SERVICE = "trap";
    private static final long SETTLE_NS = 10_000_000_000L;
    private static final long ACCEPT_NS = 10_000_000;

    @TempDir
    private static Path scratch;

    private static VictimJvm client;
    private static Resources baseline;

    private final SplittableRandom random = new SplittableRandom(99);

    /** What the server does with somebody who has connected. */
    @FunctionalInterface
    private interface Reception {
        void receive(Intruder caller) throws Exception;
    }

    @BeforeAll
    static void startClient() throws Exception {
        System.setProperty("io.nearcall.dir", scratch.resolve("run").toString());
        client = VictimJvm.start(scratch, Besieged.class);
        client.expect("ready");
        baseline = Resources.of(client.pid());
    }

    @AfterAll
    static void stopClient() {
        client.close();
        System.clearProperty("io.nearcall.dir");
    }

    @AfterEach
    void shouldLeaveNothing() throws IOException {
        assertThat(Resources.awaitWithin(client.pid(), baseline, SETTLE_NS))
                .as("%s instead of %s", Resources.of(client.pid()), baseline)
                .isNotNegative();
        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("hs_err") || name.equals(Canary.SONG));
        }
    }

    /** Has the client come once, and receives it like that as often as it connects until it has given up. */
    private static void visited(Reception reception) throws Exception {
        try (ServiceSocket socket = ServiceSocket.open(RuntimeDirectory.open(), new ServiceName(SERVICE), 16)) {
            Thread server = new Thread(() -> accept(socket, reception));
            server.start();
            client.send(SERVICE);
            String answer = client.readLine();
            server.interrupt();
            server.join();
            assertThat(answer).isEqualTo("survived");
        }
    }

    private static void accept(ServiceSocket socket, Reception reception) {
        while (!Thread.currentThread().isInterrupted()) {
            UnixSocket.await(socket.descriptor(), true, ACCEPT_NS);
            int fd = socket.accept();
            if (fd >= 0) {
                try (Intruder caller = Intruder.accepted(fd)) {
                    reception.receive(caller);
                } catch (InterruptedException e) {
                    return;
                } catch (Exception | AssertionError e) {
                    // the client had enough of it first
                }
            }
        }
    }

    private static void welcome(Intruder caller) {
        caller.receive();
        caller.send(new ControlMessage.Welcome(
                ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), Intruder.LIMITS));
    }

    private static byte[] answer(long callId, byte[] payload) {
        return ByteBuffer.allocate(FrameFormat.ANSWER_HEADER_LENGTH + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(callId)
                .put(payload)
                .array();
    }

    @Test
    void shouldNotWaitForAGreetingForEver() throws Exception {
        visited(caller -> caller.awaitEnd());
    }

    @Test
    void shouldRefuseGarbageInsteadOfAGreeting() throws Exception {
        for (int i = 0; i < 4; i++) {
            byte[] bytes = new byte[64];
            random.nextBytes(bytes);
            visited(caller -> {
                caller.receive();
                caller.sendRaw(bytes, -1);
            });
        }
    }

    @Test
    void shouldRefuseAnotherVersion() throws Exception {
        visited(caller -> {
            caller.receive();
            caller.send(new ControlMessage.Welcome(9, 1, UUID.randomUUID(), Intruder.LIMITS));
        });
    }

    @Test
    void shouldRejectMemoryThatIsNotASealedSegment() throws Exception {
        visited(caller -> {
            welcome(caller);
            ControlMessage.Lanes lanes = (ControlMessage.Lanes) caller.receive();
            int fd = Memory.memfd("hostile", 4096);
            caller.offer(new ControlMessage.LanesReady(lanes.batch(), lanes.laneCount(), lanes.ringCapacity(), ""), fd);
            Descriptors.close(fd);
            caller.awaitEnd();
        });
    }

    @Test
    void shouldEndTheConnectionUponACorruptHeader() throws Exception {
        visited(caller -> {
            welcome(caller);
            caller.acceptLanes();
            Words.putLongRelease(caller.memory(0), 0, 1L | (long) RecordDescriptor.MAX_LENGTH << 32);
            Words.putLongRelease(caller.memory(1), 0, 1L | (long) RecordDescriptor.MAX_LENGTH << 32);
            caller.awaitEnd();
        });
    }

    @Test
    void shouldSurviveAnswersOfEveryKind() throws Exception {
        for (int i = 0; i < 60; i++) {
            visited(caller -> {
                welcome(caller);
                caller.acceptLanes();
                for (int answers = 0; answers < 20; answers++) {
                    int lane = awaitCall(caller);
                    byte[] payload = new byte[random.nextInt(60)];
                    random.nextBytes(payload);
                    long callId = callId(caller, lane);
                    caller.consumer(lane).release();
                    caller.frame(lane, 3 + random.nextInt(3), answer(callId, payload));
                }
            });
        }
    }

    @Test
    void shouldGiveUpAnAnswerWithoutEnd() throws Exception {
        visited(caller -> {
            welcome(caller);
            caller.acceptLanes();
            int lane = awaitCall(caller);
            byte[] part = answer(callId(caller, lane), new byte[8_000]);
            caller.consumer(lane).release();
            while (!Thread.currentThread().isInterrupted()) {
                if (!caller.frame(lane, FrameFormat.RESULT | RecordDescriptor.MORE, part)) {
                    Thread.sleep(1);
                }
            }
        });
    }

    /** The lane on which a call has come; the call is the consumer's current record. */
    private static int awaitCall(Intruder caller) throws InterruptedException {
        while (true) {
            for (int lane = 0; lane < 2; lane++) {
                if (caller.consumer(lane).poll()) {
                    return lane;
                }
            }
            Thread.sleep(0, 100_000);
        }
    }

    private static long callId(Intruder caller, int lane) {
        RingConsumer consumer = caller.consumer(lane);
        return consumer.memory().getLong(consumer.frameIndex());
    }
}

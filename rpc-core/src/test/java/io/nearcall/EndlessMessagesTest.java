// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.RawPeer;
import io.nearcall.test.RawPeer.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many records a message may have, and how long a peer may take with it: docs/internals/protocol.md, section 5. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
public class EndlessMessagesTest {

    private static final int CALL = 1;
    private static final int RESULT = 3;
    private static final int FAILURE = 5;
    private static final int MORE = 0x80;
    private static final int DESK = 1;
    private static final int COUNT = 0;
    private static final int FILL = 1;
    private static final int ARGUMENTS_TOO_LARGE = 5;
    private static final int LIMIT = 64 << 10;
    private static final long SLOWLY_MS = 2_000;
    private static final Duration LONGER_THAN_PATIENCE = Duration.ofSeconds(50);

    /** What is called. */
    public interface Desk {
        int count(byte[] papers);

        byte[] fill(int length);
    }

    /** Counts, and fills. */
    private static final class OpenDesk implements Desk {
        @Override
        public int count(byte[] papers) {
            return papers == null ? 0 : papers.length;
        }

        @Override
        public byte[] fill(int length) {
            return new byte[length];
        }
    }

    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private final ExecutorService attackers = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        attackers.shutdownNow();
        pool.shutdown();
    }

    /** A service whose methods run on one thread. */
    private static Endpoint serve(String name, ExecutorService thread) {
        Endpoint server = Endpoint.builder()
                .maxMessageBytes(name.equals("desk") ? LIMIT : 16 << 20)
                .executor(thread)
                .open();
        server.export(Desk.class, new OpenDesk(), "shm:" + name);
        return server;
    }

    private static byte[] call(long callId, int method, byte[] arguments) {
        return ByteBuffer.allocate(16 + arguments.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(callId)
                .putInt(DESK)
                .putInt(method)
                .put(arguments)
                .array();
    }

    /** Of that length: a varint of length + 1, then the bytes. */
    private static byte[] papers(int length) {
        byte[] value = new byte[length + 3];
        int number = length + 1;
        value[0] = (byte) (number | 0x80);
        value[1] = (byte) (number >>> 7 | 0x80);
        value[2] = (byte) (number >>> 14);
        return value;
    }

    private static void sendInRecords(RawPeer.Lane lane, byte[] message, int recordLength) {
        int first = Math.max(recordLength, 16 + 3);
        lane.send(new Frame(CALL | MORE, Arrays.copyOf(message, first)));
        for (int from = first; from < message.length; from += recordLength) {
            int end = Math.min(from + recordLength, message.length);
            int flags = end < message.length ? CALL | MORE : CALL;
            Frame frame = new Frame(flags, Arrays.copyOfRange(message, from, end));
            while (!lane.trySend(frame)) {
                Thread.onSpinWait();
            }
        }
    }

    private static int intBehindId(Frame frame) {
        return ByteBuffer.wrap(frame.payload()).order(ByteOrder.LITTLE_ENDIAN).getInt(Long.BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 4_000})
    void shouldTakeAMessageInManySmallRecords(int recordLength) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Endpoint server = serve("desk", one);
        try (server;
                RawPeer caller = new RawPeer("desk")) {
            RawPeer.Lane lane = caller.open(0, false);
            sendInRecords(lane, call(1, COUNT, papers(30_000)), recordLength);
            Frame answer = lane.await();
            assertThat(answer.flags()).isEqualTo(RESULT);
            assertThat(intBehindId(answer)).isEqualTo(30_000);
        } finally {
            one.shutdown();
        }
    }

    @Test
    void shouldReadOverArgumentsThatAreTooLargeAndTakeTheNextCall() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Endpoint server = serve("desk", one);
        try (server;
                RawPeer caller = new RawPeer("desk")) {
            RawPeer.Lane lane = caller.open(0, false);
            for (int id = 1; id < 100; id += 2) {
                sendInRecords(lane, call(id, COUNT, papers(2 * LIMIT)), 16_000);
                Frame refusal = lane.await();
                assertThat(refusal.flags()).isEqualTo(FAILURE);
                assertThat(intBehindId(refusal)).isEqualTo(ARGUMENTS_TOO_LARGE);
                lane.send(new Frame(CALL, call(id + 1, COUNT, new byte[1])));
                assertThat(lane.await().flags()).isEqualTo(RESULT);
            }
        } finally {
            one.shutdown();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "false, 16000", "true, 0", "true, 16000"})
    void shouldEndTheConnectionOfACallerWhoseCallHasNoEnd(boolean shared, int recordLength) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Endpoint server = serve("desk", one);
        try (server;
                Endpoint client = Endpoint.open();
                RawPeer caller = new RawPeer("desk")) {
            Desk desk = client.lookup(Desk.class, "shm:desk");
            RawPeer.Lane lane = caller.open(0, shared);
            lane.send(new Frame(CALL | MORE, call(1, COUNT, new byte[1])));
            Frame frame = new Frame(CALL | MORE, new byte[recordLength]);
            CompletableFuture<Void> attack = CompletableFuture.runAsync(
                    () -> {
                        while (!Thread.currentThread().isInterrupted()) {
                            if (!lane.trySend(frame)) {
                                Thread.onSpinWait();
                            }
                        }
                    },
                    attackers);
            try {
                assertThat(caller.receive().toString()).contains("Goodbye", "a message of more than");
                assertThat(CompletableFuture.supplyAsync(() -> desk.count(new byte[3]), pool)
                                .get(10, TimeUnit.SECONDS))
                        .isEqualTo(3);
            } finally {
                attackers.shutdownNow(); // its memory is closed below
                attack.join();
            }
        } finally {
            one.shutdown();
        }
    }

    /** A step that a peer repeats now and then, so that it is never silent for long. */
    @FunctionalInterface
    private interface Trickle {
        void next(RawPeer.Lane lane);
    }

    /** Holds the only thread of a service, and how long it did, in seconds. */
    private long held(String name, byte[] call, int flags, Trickle trickle) {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Endpoint server = serve(name, one);
        try (server;
                Endpoint client =
                        Endpoint.builder().deadline(LONGER_THAN_PATIENCE).open();
                RawPeer caller = new RawPeer(name)) {
            Desk desk = client.lookup(Desk.class, "shm:" + name);
            RawPeer.Lane lane = caller.open(0, false);
            lane.send(new Frame(flags, call));
            TimeUnit.MILLISECONDS.sleep(200); // by then the endless call has the only thread
            long startNs = System.nanoTime();
            CompletableFuture<Integer> counted = CompletableFuture.supplyAsync(() -> desk.count(new byte[3]), pool);
            while (!counted.isDone() && !caller.hasEnded()) {
                trickle.next(lane);
                TimeUnit.MILLISECONDS.sleep(SLOWLY_MS);
            }
            assertThat(counted.get(10, TimeUnit.SECONDS)).isEqualTo(3);
            return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs);
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            one.shutdown();
        }
    }

    @Test
    @Tag("long")
    void shouldNotRenewItsPatienceWithEachRecordThatAPeerSendsOrReads() throws Exception {
        Frame nothing = new Frame(CALL | MORE, new byte[0]);
        CompletableFuture<Long> sending = CompletableFuture.supplyAsync(
                () -> held("sent", call(1, COUNT, new byte[1]), CALL | MORE, lane -> lane.trySend(nothing)), attackers);
        byte[] length = {0, 0, (byte) 0x80, 0}; // 8 MiB
        CompletableFuture<Long> reading = CompletableFuture.supplyAsync(
                () -> held("read", call(1, FILL, length), CALL, RawPeer.Lane::poll), attackers);
        assertThat(sending.get()).isBetween(20L, LONGER_THAN_PATIENCE.toSeconds() - 1);
        assertThat(reading.get()).isBetween(20L, LONGER_THAN_PATIENCE.toSeconds() - 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.RawPeer;
import io.nearcall.test.RawPeer.Frame;
import io.nearcall.test.TwoEndpoints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a peer can have of the object that every endpoint has, through which interfaces are bound and order is kept. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class BinderLimitsTest {

    private static final int CALL = 1;
    private static final int POST = 2;
    private static final int RESULT = 3;
    private static final int FAILURE = 5;
    private static final int MORE = 0x80;

    private static final int BINDER = 0;
    private static final int AGREE = 0;
    private static final int FACET = 3;
    private static final int FENCE = 4;

    private static final int ARGUMENTS_TOO_LARGE = 5;
    private static final int OVERLOADED = 12;

    private static final int LIMIT = 100;

    /** More records than a ring of 64 KiB has room for. */
    private static final int RING_FULL = 4096;

    private static final long SECOND_NS = 1_000_000_000;

    /** A service whose callers wait. */
    public interface Queue {
        @OneWay
        void stand();

        int served();
    }

    private final ExecutorService executor = Executors.newFixedThreadPool(1);
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger served = new AtomicInteger();

    private final Queue queue = new Queue() {
        @Override
        public void stand() {
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            served.incrementAndGet();
        }

        @Override
        public int served() {
            return served.get();
        }
    };

    @AfterEach
    void stop() {
        open.countDown();
        executor.shutdownNow();
    }

    private static Frame call(int type, long callId, int object, int method, byte... arguments) {
        return new Frame(
                type,
                ByteBuffer.allocate(16 + arguments.length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(callId)
                        .putInt(object)
                        .putInt(1 << 16 | method) // on a shared lane of strand 1
                        .put(arguments)
                        .array());
    }

    private static int failureCode(Frame answer) {
        assertThat(answer.flags()).isEqualTo(FAILURE);
        return ByteBuffer.wrap(answer.payload()).order(ByteOrder.LITTLE_ENDIAN).getInt(Long.BYTES);
    }

    @Test
    void shouldReadNoMoreFencesThanOneWayCallsAndAnswerThemAll() throws Exception {
        try (Endpoint server =
                Endpoint.builder().executor(executor).maxCalls(LIMIT).open()) {
            server.export(Queue.class, queue, "shm:queue");
            try (RawPeer caller = new RawPeer("queue")) {
                RawPeer.Lane shared = caller.open(2, true);
                shared.send(call(POST, 1, 1, 1));
                int fences = 0;
                while (fences < LIMIT + 2 * RING_FULL
                        && shared.trySend(call(CALL, 2 + fences, BINDER, FENCE), SECOND_NS)) {
                    fences++;
                }
                assertThat(fences).isBetween(LIMIT, LIMIT + RING_FULL);
                open.countDown();
                for (int i = 0; i < fences; i++) {
                    assertThat(shared.await().flags()).isEqualTo(RESULT);
                }
            }
        }
    }

    @Test
    void shouldEndTheConnectionThatGivesTwoCallsOneNumber() throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Queue.class, queue, "shm:queue");
            try (RawPeer caller = new RawPeer("queue")) {
                RawPeer.Lane shared = caller.open(2, true);
                shared.send(call(CALL, 1, BINDER, FENCE));
                assertThat(shared.await().flags()).isEqualTo(RESULT);
                assertThat(caller.hasEnded()).isFalse();

                shared.send(call(CALL, 1, BINDER, FENCE));
                while (!caller.hasEnded()) {
                    Thread.sleep(1);
                }
            }
        }
    }

    @Test
    void shouldRefuseOtherCallsOfTheBinderBeyondTheLimitOfCalls() throws Exception {
        try (Endpoint server =
                Endpoint.builder().executor(executor).maxCalls(LIMIT).open()) {
            server.export(Queue.class, queue, "shm:queue");
            try (RawPeer caller = new RawPeer("queue")) {
                RawPeer.Lane shared = caller.open(2, true);
                shared.send(call(POST, 1, 1, 1));
                byte[] objectAndName = {0, 0, 0, 0, 4, 'a'};
                for (int i = 0; i < LIMIT + 20; i++) {
                    shared.send(call(CALL, 2 + i, BINDER, FACET, objectAndName));
                }
                for (int i = 0; i < 20; i++) {
                    assertThat(failureCode(shared.await())).isEqualTo(OVERLOADED);
                }
                open.countDown();
                for (int i = 0; i < LIMIT; i++) {
                    assertThat(shared.await().flags()).isEqualTo(RESULT);
                }
            }
        }
    }

    @Test
    void shouldNotReadDescriptionsOfClassesWithoutAnEnd() throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Queue.class, queue, "shm:queue");
            try (RawPeer caller = new RawPeer("queue")) {
                RawPeer.Lane lane = caller.open(0, false);
                ByteBuffer first = ByteBuffer.allocate(16 + 7).order(ByteOrder.LITTLE_ENDIAN);
                first.putLong(1).putInt(BINDER).putInt(AGREE);
                first.put((byte) 1).put((byte) 1); // an array of one string
                putVarint(first, (20 << 20) + 1 << 1);
                lane.send(new Frame(CALL | MORE, first.flip().array()));
                byte[] part = new byte[16_000];
                for (int sent = 0; sent < 17 << 20; sent += part.length) {
                    lane.send(new Frame(CALL | MORE, part));
                }
                lane.send(new Frame(CALL, part));
                Frame answer = lane.await();
                assertThat(failureCode(answer)).isEqualTo(ARGUMENTS_TOO_LARGE);
                assertThat(new String(answer.payload(), StandardCharsets.ISO_8859_1))
                        .contains("16777216");
            }
        }
    }

    private static void putVarint(ByteBuffer out, int value) {
        int rest = value;
        while (rest >>> 7 != 0) {
            out.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        out.put((byte) rest);
    }

    /** Each of them waits behind its own one-way call, so there are more fences at once than calls may be. */
    @Test
    void shouldRefuseNoThreadThatWaitsBehindItsOneWayCalls() throws Exception {
        int threads = 20;
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try (TwoEndpoints endpoints =
                new TwoEndpoints(Endpoint.builder().executor(executor).maxCalls(2), Endpoint.builder())) {
            Queue remote = endpoints.connect(Queue.class, queue);
            remote.served();
            List<Future<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                waiting.add(callers.submit(() -> {
                    remote.stand();
                    return remote.served();
                }));
            }
            Thread.sleep(200); // by then the callers mostly wait; all must be answered either way
            open.countDown();
            for (Future<Integer> future : waiting) {
                assertThat(future.get()).isPositive();
            }
        } finally {
            callers.shutdownNow();
        }
    }
}

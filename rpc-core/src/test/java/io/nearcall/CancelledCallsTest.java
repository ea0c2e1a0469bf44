// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.RawPeer;
import io.nearcall.test.RawPeer.Frame;
import io.nearcall.test.TwoEndpoints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many calls that are given up at once, before they are read, before they run and after they have returned their stage. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CancelledCallsTest {

    private static final int CALL = 1;
    private static final int POST = 2;
    private static final int FAILURE = 5;
    private static final int MORE = 0x80;

    private static final int MANY = 500;

    /** The threads that cancelled calls may use at once, and some that other tests of this JVM have left. */
    private static final int FEW = 20;

    /** A space of tuples. Each tuple must reach a caller that waits for it. */
    public interface Space {
        CompletableFuture<Integer> hold();

        CompletableFuture<byte[]> list();

        CompletableFuture<Integer> take();
    }

    private static final class OneSpace implements Space {
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch released = new CountDownLatch(1);
        final Queue<Integer> tuples = new ConcurrentLinkedQueue<>(List.of(1, 2, 3, 4, 5));
        final AtomicInteger takes = new AtomicInteger();
        volatile boolean empty;
        volatile Runnable onCancel = () -> {};

        @Override
        public CompletableFuture<Integer> hold() {
            held.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return CompletableFuture.completedFuture(0);
        }

        @Override
        public CompletableFuture<byte[]> list() {
            return CompletableFuture.completedFuture(new byte[200_000]);
        }

        @Override
        public CompletableFuture<Integer> take() {
            takes.incrementAndGet();
            if (!empty) {
                return CompletableFuture.completedFuture(tuples.poll());
            }
            CompletableFuture<Integer> waiting = new CompletableFuture<>();
            waiting.whenComplete((tuple, thrown) -> onCancel.run());
            return waiting;
        }
    }

    private OneSpace space = new OneSpace();
    private final ExecutorService executor = Executors.newFixedThreadPool(1);

    @AfterEach
    void stop() {
        space.released.countDown();
        executor.shutdownNow();
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("nearcall-future-"))
                .count();
    }

    /** Without an executor the thread of the shared lane runs one method after the other, and reads no call meanwhile. */
    @Test
    void shouldGiveNothingToCallersThatHaveLeftBeforeTheirCallsAreRead() throws Exception {
        int taken = 0;
        for (long ms = 200; taken != 1 && ms < 20_000; ms *= 4) { // the longer ones for a busy machine
            space = new OneSpace();
            taken = takenThoughTheCallersHaveLeft(ms);
        }
        assertThat(taken).isEqualTo(1);
    }

    private int takenThoughTheCallersHaveLeft(long ms) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Space remote = endpoints.connect(Space.class, space);
            CompletableFuture<Integer> holding = remote.hold();
            space.held.await();
            List<CompletableFuture<Integer>> left = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                left.add(remote.take());
            }
            CompletableFuture<Integer> stays = remote.take();
            left.forEach(call -> call.cancel(true));
            Thread.sleep(ms); // more than the cancellations take
            space.released.countDown();
            int taken = stays.get();
            assertThat(holding.get()).isZero();
            assertThat(space.takes).hasValue(taken);
            return taken;
        }
    }

    private static Frame call(int type, long callId, int method) {
        return new Frame(
                type,
                ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(callId)
                        .putInt(1)
                        .putInt(1 << 16 | method)
                        .array());
    }

    @Test
    void shouldAnswerCancelledCallsThatHaveNotBegunWithoutAThreadForEach() throws Exception {
        int list = 1;
        int take = 2;
        try (Endpoint server = Endpoint.builder().executor(executor).open()) {
            server.export(Space.class, space, "shm:space");
            try (RawPeer caller = new RawPeer("space")) {
                RawPeer.Lane shared = caller.open(2, true);
                shared.send(call(CALL, 1, list)); // the answer has no room while it is not read
                for (int i = 0; i < MANY; i++) {
                    shared.send(call(CALL, 2 + i, take));
                }
                shared.send(call(POST, 2 + MANY, take));
                Thread.sleep(300); // more than reading these takes
                long before = threads();
                for (int i = 0; i < MANY; i++) {
                    caller.send(new ControlMessage.Cancel(shared.number(), 2 + i));
                }
                long most = before;
                for (int i = 0; i < 30; i++) {
                    Thread.sleep(10); // 300 ms in all, in which a thread for each would show
                    most = Math.max(most, threads());
                }
                assertThat(most - before).isLessThan(FEW);
                Frame answer = shared.await();
                while ((answer.flags() & MORE) != 0) {
                    answer = shared.await();
                }
                for (int i = 0; i < MANY; i++) {
                    assertThat(shared.await().flags()).isEqualTo(FAILURE);
                }
                while (space.takes.get() == 0) {
                    Thread.sleep(1); // the one that was not cancelled
                }
                assertThat(space.takes).hasValue(1);
            }
        }
    }

    /** The cancellation comes over another socket than the call, so it may come first. */
    @Test
    void shouldNotQueueACallThatWasCancelledBeforeItWasRead() throws Exception {
        int take = 2;
        executor.execute(() -> space.hold());
        try (Endpoint server = Endpoint.builder().executor(executor).open()) {
            server.export(Space.class, space, "shm:space");
            try (RawPeer caller = new RawPeer("space")) {
                RawPeer.Lane lane = caller.open(0, false);
                caller.send(new ControlMessage.Cancel(lane.number(), 1));
                Thread.sleep(100); // time for the cancellation to be read before the call
                Frame call = call(CALL, 1, take);
                call.payload()[14] = 0; // a borrowed lane has no strands
                lane.send(call);
                assertThat(lane.await().flags()).isEqualTo(FAILURE);
                assertThat(space.takes).hasValue(0);
            }
        }
    }

    @Test
    void shouldCancelStagesWithoutAThreadForEach() throws Exception {
        space.empty = true;
        space.onCancel = () -> {
            try {
                space.released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Space remote = endpoints.connect(Space.class, space);
            List<CompletableFuture<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                calls.add(remote.take());
            }
            while (space.takes.get() < MANY) {
                Thread.sleep(1);
            }
            long before = threads();
            calls.forEach(call -> call.cancel(true));
            long most = before;
            for (int i = 0; i < 30; i++) {
                Thread.sleep(10); // 300 ms in all, in which a thread for each would show
                most = Math.max(most, threads());
            }
            assertThat(most - before).isLessThan(FEW);
            AtomicInteger ended = new AtomicInteger();
            space.onCancel = ended::incrementAndGet;
            space.released.countDown();
            while (ended.get() == 0) {
                Thread.sleep(1); // those behind the ones that were held up
            }
        }
    }
}

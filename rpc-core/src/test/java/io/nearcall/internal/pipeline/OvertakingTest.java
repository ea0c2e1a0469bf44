// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.context.ContextBlock;
import io.nearcall.internal.lane.AnswerWriter;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneWorker;
import io.nearcall.internal.lane.Nesting;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.reference.ExportTable;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.reference.LocalObjects;
import io.nearcall.internal.reference.MethodPace;
import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.test.FitInterfaces;
import io.nearcall.test.Uncounted;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread acts as the lane's thread, the monitor and the overtaking thread, so the test controls the order. */
@Timeout(30)
public class OvertakingTest {

    /** A ferry. While it is on the other side, it blocks no call. */
    public interface Ferry {
        void cross();
    }

    private static final int MANY_LOOKS = 10;

    private final Queue<Runnable> looks = new ArrayDeque<>();
    private final Queue<Runnable> sent = new ArrayDeque<>();
    private int threadsToBeHad = Integer.MAX_VALUE;
    private int attendances;
    private boolean memoryIsOut;

    private final Channel channel = (Channel) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Channel.class, CallProgress.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "sendMemory" -> ByteBuffer.allocate(64);
                case "maxPayloadLength" -> 32;
                case "spinBriefly", "spinFurther", "yieldOn" -> false;
                case "restUntilDoorbell" -> true;
                case "progress" -> proxy;
                case "wakeFromDoorbell" -> {
                    attendances++; // the first step of each thread that serves the lane
                    yield null;
                }
                default -> null;
            });

    private final LaneConnection peer = (LaneConnection) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LaneConnection.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "schedule" -> {
                    looks.add((Runnable) arguments[1]);
                    yield null;
                }
                case "isClosing", "isClosed" -> false;
                case "maxCalls" -> 10;
                case "statistics" -> Uncounted.connection();
                case "recording", "recordingAt", "beginRecorded", "recordFailure", "refused" -> null;
                case "maxMessageBytes" -> 1L << 16;
                case "references" -> ReferenceCounts.NONE;
                default -> null;
            });

    private final LaneWorker.Work work = (LaneWorker.Work) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LaneWorker.Work.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "idle" -> 0L;
                case "disconnected" -> null;
                default -> throw new AssertionError(method.getName());
            });

    private final LaneWorker attendant = new LaneWorker(channel, task -> {}, work);
    private final MethodPace pace = new MethodPace();
    private final Overtaking overtaking = new Overtaking(attendant, peer, task -> {
        if (memoryIsOut) {
            throw new OutOfMemoryError("as the test wants it");
        }
        if (threadsToBeHad-- <= 0) {
            throw new TransportException(Outcome.NOT_SENT, "starting a thread", "Wait.", null);
        }
        sent.add(task);
    });
    private final AnswerWriter answers = new AnswerWriter(Nesting.ofServer(0, channel, peer, true), true, peer);
    private final SharedCalls calls = new SharedCalls(channel, answers, peer, task -> {});
    private final ExportTable exports = new ExportTable(new LocalObjects((object, context, told) -> told.run()));
    private long lastId;

    public OvertakingTest() {
        attendant.ring(); // attended to
    }

    /** Has a method run on the lane's thread; returns whether that has the lane afterwards. */
    private boolean run(Ferry method) {
        long id = ++lastId;
        ExportedObject callee =
                exports.add(RemoteInterface.of(Ferry.class, FitInterfaces.RULES), method, "ferry " + id, null);
        SharedCall call =
                new SharedCall(calls, answers, peer, callee, 0, new Object[0], new ContextBlock(), id, 0, false);
        calls.add(call, false);
        return overtaking.run(call, pace);
    }

    private void look(int times) {
        for (int i = 0; i < times && !looks.isEmpty(); i++) {
            looks.remove().run();
        }
    }

    @Test
    void shouldKeepTheLaneWhenNobodyOvertakes() {
        assertThat(run(() -> {})).isTrue();
        assertThat(sent).isEmpty();
    }

    @Test
    void shouldLeaveTheLaneToWhoHasOvertaken() {
        assertThat(run(() -> {
                    look(MANY_LOOKS);
                    sent.remove().run();
                    assertThat(attendances).isEqualTo(1);
                }))
                .isFalse();
        assertThat(pace.takesApart()).isTrue();
    }

    @Test
    void shouldSendOneThreadAfterAMethod() {
        run(() -> look(MANY_LOOKS));
        assertThat(sent).hasSize(1);
    }

    @Test
    void shouldNotOvertakeWhenTheMethodHasReturned() {
        assertThat(run(() -> look(MANY_LOOKS))).isTrue();
        sent.remove().run();
        assertThat(attendances).isZero();
    }

    @Test
    void shouldNotOvertakeTheNextMethodInsteadOfTheOneThatWasSlow() {
        run(() -> look(MANY_LOOKS));
        assertThat(run(sent.remove()::run)).isTrue();
        assertThat(attendances).isZero();
    }

    @Test
    void shouldNotComeBackWhenTheNextMethodRuns() {
        assertThat(run(() -> {
                    look(MANY_LOOKS);
                    sent.remove().run();
                    assertThat(run(() -> {})).isTrue(); // by the one that has overtaken
                }))
                .isFalse();
    }

    @Test
    void shouldOvertakeAsSoonAsThereIsAThread() {
        threadsToBeHad = 0;
        run(() -> {
            look(MANY_LOOKS);
            assertThat(sent).isEmpty();
            threadsToBeHad = 1;
            look(MANY_LOOKS);
            assertThat(sent).hasSize(1);
        });
    }

    @Test
    void shouldLookOnWhenThereWasNoMemoryToSendAThread() {
        run(() -> {
            memoryIsOut = true;
            assertThat(catchThrowable(() -> look(MANY_LOOKS))).isInstanceOf(OutOfMemoryError.class);
            memoryIsOut = false;
            look(MANY_LOOKS);
            assertThat(sent).hasSize(1);
        });
    }

    /** The monitor pays for each look. */
    @Test
    void shouldLookFewTimesAtACallHoweverLongItTakes() {
        AtomicInteger count = new AtomicInteger();
        run(() -> {
            while (!looks.isEmpty()) {
                look(1);
                count.incrementAndGet();
                if (!sent.isEmpty()) {
                    sent.remove().run();
                }
            }
        });
        assertThat(count.get()).isBetween(1, 8);
    }

    @Test
    void shouldLookOnlyWhileMethodsAreRun() {
        run(() -> {});
        look(MANY_LOOKS);
        assertThat(looks).isEmpty();
        run(() -> {});
        assertThat(looks).hasSize(1);
    }

    @Test
    void shouldRunAMethodApartThatHasComputedForAWhile() {
        run(() -> {
            long endNs = System.nanoTime() + 300_000;
            while (System.nanoTime() < endNs) {
                Thread.onSpinWait();
            }
        });
        assertThat(pace.takesApart()).isTrue();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.DeadlineExceededException;
import io.nearcall.OneWay;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.call.ClientInterface;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LanePool;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.stub.Route;
import io.nearcall.internal.stub.ServiceTarget;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.Limits;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.test.EndlessFrames;
import io.nearcall.test.FitInterfaces;
import io.nearcall.test.Uncounted;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service that has always sent another record of its answer already, so that no reader ever waits for it. */
@Timeout(60)
public class EndlessAnswersTest {

    /** Is asked. */
    public interface Oracle {
        void ask();

        byte[] tell();

        CompletableFuture<String> askLater();

        @OneWay
        void hear(int secret);
    }

    private static final int GOES_ON = FrameFormat.RESULT | Channel.MORE;
    private static final long TIMEOUT_NS = 50_000_000;
    private static final long LIMIT = 256L << 20;

    /** More than come in the time of a call, and fewer than a message of that limit may have. */
    private static final long FAR_TOO_MANY = 4_000_000;

    private final EndlessFrames frames = new EndlessFrames(GOES_ON, 8, FAR_TOO_MANY).ofCall(1);
    private final List<Runnable> receivers = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private volatile boolean closed;
    private LanePool lanes;
    private Oracle oracle;

    @BeforeEach
    void bind() {
        RemoteInterface<Oracle> type = RemoteInterface.of(Oracle.class, FitInterfaces.RULES);
        Channel channel = frames.channel();
        LaneConnection link = only(LaneConnection.class, (method, arguments) -> ofLink(method, arguments, channel));
        lanes = new LanePool(link, 1);
        Pipeline async = new Pipeline(link, receivers::add, Runnable::run);
        ClientInterface callee = new ClientInterface(type, TIMEOUT_NS, null);
        oracle = type.stub(new ServiceTarget(
                callee,
                "oracle",
                (timeoutNs, deadlineNs) -> {
                    throw new AssertionError("bound again");
                },
                new Route(link, lanes, async, 1, new int[] {0, 1, 2, 3})));
    }

    private static <T> T only(Class<T> type, BiFunction<String, Object[], Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.apply(method.getName(), arguments)));
    }

    private Object ofLink(String method, Object[] arguments, Channel channel) {
        return switch (method) {
            case "isClosed" -> closed;
            case "statistics" -> Uncounted.connection();
            case "recording", "recordingAt", "beginRecorded", "recordFailure", "refused" -> null;
            case "limits" -> new Limits(1, 0, LIMIT);
            case "maxMessageBytes" -> LIMIT;
            case "maxCalls" -> 8;
            case "references" -> ReferenceCounts.NONE;
            case "serviceName" -> "oracle";
            case "peerPid" -> 1;
            case "openLanes" -> new LaneConnection.NewLanes(0, new Channel[] {channel});
            case "cancel" -> true;
            case "drainLater", "waitsLong" -> null;
            case "broken" -> {
                broken.add((String) arguments[0]);
                closed = true;
                yield new TransportException(Outcome.MAY_HAVE_RUN, "calling", "", new IllegalStateException("over"));
            }
            case "lost" ->
                new TransportException(Outcome.MAY_HAVE_RUN, "calling", "", new IllegalStateException("over"));
            default -> throw new AssertionError(method);
        };
    }

    @Test
    void shouldEndACallInTimeWhoseAnswerHasNoEnd() {
        assertThatThrownBy(oracle::ask).isInstanceOf(DeadlineExceededException.class);
        assertThatThrownBy(oracle::ask).isInstanceOf(RuntimeException.class); // the lane is draining, so there is none
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldReadOverSomeFramesOfALateAnswerAtATime() {
        assertThatThrownBy(oracle::ask).isInstanceOf(DeadlineExceededException.class);
        long before = frames.taken();
        int turns = 100;
        for (int i = 0; i < turns; i++) {
            assertThat(lanes.drain()).isTrue();
        }
        assertThat(frames.taken() - before).isBetween((long) turns, 64L * turns);
    }

    @Test
    void shouldEndTheConnectionThatSendsALateAnswerWithoutAnEnd() {
        frames.goOn(GOES_ON, 8);
        assertThatThrownBy(oracle::ask).isInstanceOf(DeadlineExceededException.class);
        frames.goOn(GOES_ON, 1024);
        while (lanes.drain() && broken.isEmpty()) {
            // the monitor looks again
        }
        assertThat(broken).singleElement().asString().contains("a message of more than " + (2 * LIMIT + (4 << 20)));
    }

    @Test
    void shouldTakeCallsAgainWhenTheLateAnswerHasEnded() {
        assertThatThrownBy(oracle::ask).isInstanceOf(DeadlineExceededException.class);
        frames.goOn(FrameFormat.RESULT, 8);
        assertThat(lanes.drain()).isFalse();
        frames.ofCall(2);
        oracle.ask();
        assertThat(broken).isEmpty();
    }

    /** A daemon thread, so a thread that does not end fails only the test. */
    private Thread receive() {
        Thread receiver = new Thread(receivers.get(0), "receiver of an answer without an end");
        receiver.setDaemon(true);
        receiver.start();
        return receiver;
    }

    @Test
    void shouldEndAFutureInTimeWhoseAnswerHasNoEndAndLeaveThatWithTheConnection() throws InterruptedException {
        frames.goOn(GOES_ON, 0);
        CompletableFuture<String> told = oracle.askLater();
        frames.goOn(GOES_ON, 8);
        Thread receiver = receive();
        assertThat(told).failsWithin(Duration.ofSeconds(20));
        closed = true;
        receiver.join(20_000);
        assertThat(receiver.isAlive()).isFalse();
        assertThat(frames.taken()).isLessThan(FAR_TOO_MANY);
    }
}

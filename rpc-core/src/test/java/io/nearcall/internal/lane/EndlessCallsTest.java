// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.internal.call.LaneThread;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.pipeline.IncomingPipeline;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.test.EndlessFrames;
import io.nearcall.test.Uncounted;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A caller that has always sent another record of its call already, so that no reader ever waits for it. */
@Timeout(60)
class EndlessCallsTest {

    private static final int GOES_ON = FrameFormat.CALL | Channel.MORE;
    private static final long LIMIT = 64 << 20;
    private static final long FAR_TOO_MANY = 5_000_000;
    private static final long SOON = 1_000;

    private final EndlessFrames frames = new EndlessFrames(GOES_ON, 16, FAR_TOO_MANY).ofCall(1);
    private volatile boolean closing;

    private final LaneConnection peer = (LaneConnection) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LaneConnection.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "isClosed" -> closing && frames.taken() > 0;
                case "statistics" -> Uncounted.connection();
                case "recording", "recordingAt", "beginRecorded", "recordFailure", "refused" -> null;
                case "maxMessageBytes" -> LIMIT;
                case "maxCalls" -> 8;
                case "references" -> ReferenceCounts.NONE;
                case "object", "executor" -> null;
                default -> throw new AssertionError(method.getName());
            });

    /** What comes of receiving the call, on a thread such as a lane has. */
    private Throwable receive(ChannelMode mode) throws InterruptedException {
        IncomingLane lane = mode == ChannelMode.STREAMING
                ? new IncomingPipeline(0, frames.channel(), peer, task -> {})
                : new BorrowedLane(0, frames.channel(), peer, task -> {});
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new LaneThread(() -> thrown.set(catchThrowable(lane::receive)), "lane of an endless call");
        thread.start();
        thread.join(30_000);
        return thrown.get();
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldNotReadOverACallWithoutAnEnd(ChannelMode mode) throws InterruptedException {
        assertThat(receive(mode)).isInstanceOf(MalformedMessage.class);
    }

    @ParameterizedTest
    @EnumSource(ChannelMode.class)
    void shouldLeaveACallWithoutAnEndWhenItsConnectionHasEnded(ChannelMode mode) throws InterruptedException {
        closing = true;
        assertThat(receive(mode)).isInstanceOf(LaneClosed.class);
        assertThat(frames.taken()).isLessThan(SOON);
    }

    @Test
    void shouldReadACallWithinACallNoLongerThanThatMayTake() {
        Nesting nesting = new OutgoingLane(0, frames.channel(), peer, Throttle.NONE, false).nesting();
        long overNs = System.nanoTime();
        assertThatThrownBy(() -> nesting.serveUntil(overNs)).isInstanceOf(WaitOver.class);
        assertThat(frames.taken()).isLessThan(SOON);
        assertThat(nesting.isCutShort()).isTrue();
        nesting.refuse();
        assertThat(nesting.isOverdue()).isFalse();
        frames.goOn(FrameFormat.CALL, 0);
        nesting.refuse();
        assertThat(nesting.isOverdue()).isTrue();
        assertThat(nesting.isCutShort()).isFalse();
        frames.goOn(FrameFormat.RESULT, 8);
        assertThat(nesting.overdue.tryConsumeSome()).isTrue();
        assertThat(frames.answered()).isEqualTo(1);
    }
}

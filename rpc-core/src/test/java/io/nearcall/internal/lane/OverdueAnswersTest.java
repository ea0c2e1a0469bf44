// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.test.EndlessFrames;
import io.nearcall.test.Uncounted;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that always has sent something else already, where the answer to a call that was given up is awaited. */
@Timeout(60)
class OverdueAnswersTest {

    private static final long LIMIT = 1L << 30;
    private static final long FAR_TOO_MANY = 5_000_000;
    private static final long SOON = 1_000;
    private static final long TIME_NS = 50_000_000;

    private final EndlessFrames frames = new EndlessFrames(FrameFormat.RESULT | Channel.MORE, 8, FAR_TOO_MANY);
    private final Channel channel = frames.channel();
    private boolean closed;

    private final LaneConnection connection = (LaneConnection) Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {LaneConnection.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "isClosed" -> closed;
                case "statistics" -> Uncounted.connection();
                case "recording", "recordingAt", "beginRecorded", "recordFailure", "refused" -> null;
                case "maxMessageBytes" -> LIMIT;
                case "references" -> ReferenceCounts.NONE;
                case "executor", "object" -> null;
                default -> throw new AssertionError(method.getName());
            });

    private WaitResult settle() {
        Nesting nesting = new OutgoingLane(0, channel, connection, Throttle.NONE, false).nesting();
        nesting.overdue.addOfPeer();
        return nesting.settle(System.nanoTime() + TIME_NS);
    }

    @Test
    void shouldWaitNoLongerForALateAnswerThatGoesOnAndOn() {
        assertThat(settle()).isEqualTo(WaitResult.TIMED_OUT);
    }

    @Test
    void shouldWaitNoLongerForAPeerThatCallsBackAgainAndAgain() {
        frames.goOn(FrameFormat.CALL, 16);
        assertThat(settle()).isEqualTo(WaitResult.TIMED_OUT);
    }

    @Test
    void shouldNotWaitForALateAnswerWhenTheConnectionHasEnded() {
        closed = true;
        assertThat(settle()).isEqualTo(WaitResult.CLOSED);
        assertThat(frames.taken()).isLessThan(SOON);
    }

    @Test
    void shouldNotWaitForALateAnswerWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        assertThat(settle()).isEqualTo(WaitResult.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(frames.taken()).isLessThan(SOON);
    }
}

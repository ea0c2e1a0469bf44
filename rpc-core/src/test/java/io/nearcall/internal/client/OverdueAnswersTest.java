// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.test.EndlessFrames;
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

    private final LaneServer server = LanePoolTest.only(LaneServer.class, (method, arguments) -> switch (method) {
        case "isCutShort" -> false;
        case "serveNested" -> {
            channel.release();
            yield null;
        }
        default -> throw new AssertionError(method);
    });

    private final Link link = LanePoolTest.only(Link.class, (method, arguments) -> switch (method) {
        case "isClosed" -> closed;
        case "maxMessageBytes" -> LIMIT;
        case "references" -> ReferenceCounts.NONE;
        case "newServer" -> server;
        default -> throw new AssertionError(method);
    });

    private WaitResult settle() {
        ClientLane lane = new ClientLane(0, channel, link, Turns.NONE, false);
        lane.server();
        OverdueAnswers overdue = new OverdueAnswers(
                lane, channel, new MessageReader(channel, LIMIT, ReferenceCounts.NONE, () -> {}, () -> {}));
        overdue.addOfPeer();
        return overdue.settle(System.nanoTime() + TIME_NS, true);
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

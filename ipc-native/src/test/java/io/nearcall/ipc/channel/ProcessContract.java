// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The behaviour of every mechanism between two JVMs, one of which may be killed. */
abstract class ProcessContract extends RestingContract {

    private static final long FAR_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path directory;

    @Test
    void shouldCarryCallsBetweenTwoProcesses() throws Exception {
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 1, PeerRole.ECHO)) {
            for (long call = 0; call < spec().handOvers(100_000); call++) {
                Frames.send(peer.lanes[0], call);
                assertThat(Frames.receive(peer.lanes[0])).isEqualTo(call);
            }
            finish(peer.lanes[0]);
            assertThat(peer.exitCode()).isZero();
        }
    }

    @Test
    void shouldCarryAStreamBetweenTwoProcesses() throws Exception {
        try (PeerJvm peer = launch(ChannelMode.STREAMING, 1, PeerRole.ECHO)) {
            long length = 16L << 20;
            Future<?> sender = start(() -> {
                Frames.sendMessage(peer.lanes[0], length, 3);
                return null;
            });
            assertThat(Frames.receiveMessage(peer.lanes[0], 3)).isEqualTo(length);
            sender.get();
            finish(peer.lanes[0]);
            assertThat(peer.exitCode()).isZero();
        }
    }

    @Test
    void shouldMissNoWakeUpBetweenTwoProcesses() throws Exception {
        int calls = Integer.getInteger("nearcall.pingpongs", spec().handOvers(100_000));
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 2, PeerRole.DAWDLING_ECHO)) {
            Future<?> other = start(() -> dawdlingCalls(peer.lanes[1], calls / 2, 5));
            dawdlingCalls(peer.lanes[0], calls / 2, 6);
            other.get();
            assertThat(peer.exitCode())
                    .as("wake-ups that the second JVM missed")
                    .isZero();
            assertThat(peer.lanes[0].missedWakeUps() + peer.lanes[1].missedWakeUps())
                    .isZero();
        }
    }

    @Test
    void shouldBringARestingProcessBackByTheDoorbell() throws Exception {
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 1, PeerRole.REST_THEN_ECHO)) {
            Thread.sleep(100); // by then the peer mostly rests; it must get the frame either way
            Frames.send(peer.lanes[0], 42);
            assertThat(Frames.receive(peer.lanes[0])).isEqualTo(42);
            finish(peer.lanes[0]);
            assertThat(peer.exitCode()).isZero();
        }
    }

    @Test
    void shouldSurviveAPeerThatIsKilledWithAnAnswerHalfWritten() throws Exception {
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 1, PeerRole.DIE_HALF_WRITTEN)) {
            Frames.send(peer.lanes[0], 42);
            Future<WaitResult> answer = start(() -> peer.lanes[0].sleepForFrame(System.nanoTime() + FAR_NS, false));
            peer.exitCode();
            assertThat(answer.isDone()).isFalse(); // no mechanism need notice a death by itself
            peer.lanes[0].disconnect();
            assertThat(answer.get(20, TimeUnit.SECONDS)).isIn(WaitResult.CLOSED, WaitResult.READY);
            if (spec().keepsWordsOfTheDead()) {
                assertThat(answer.get()).isEqualTo(WaitResult.CLOSED);
                assertThat(peer.lanes[0].progress().peerTaken()).isEqualTo(42);
                assertThat(peer.lanes[0].progress().peerDone()).isZero();
            }
        }
    }

    @Test
    void shouldReadWhatAKilledPeerHadSent() throws Exception {
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 1, PeerRole.DIE_BETWEEN_FRAGMENTS)) {
            Channel lane = peer.lanes[0];
            Frames.send(lane, 42);
            peer.exitCode();
            lane.disconnect();
            long fragments = 0;
            while (lane.sleepForFrame(System.nanoTime() + FAR_NS, false) == WaitResult.READY) {
                assertThat(lane.receiveMemory().getLong(lane.frameIndex())).isEqualTo(fragments++);
                assertThat(lane.frameFlags()).isEqualTo(Channel.MORE);
                lane.release();
            }
            assertThat(fragments).isGreaterThanOrEqualTo(1);
        }
    }

    @Test
    void shouldEndAWaitForSpaceThatAKilledPeerWillNeverMake() throws Exception {
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 1, PeerRole.SLEEP)) {
            Frames.fillForGood(peer.lanes[0]);
            Future<WaitResult> space = start(() -> {
                WaitResult result = peer.lanes[0].awaitSpace(System.nanoTime() + FAR_NS, true);
                while (result == WaitResult.READY) { // the reader has ended, which the next frame finds out
                    Frames.fillForGood(peer.lanes[0]);
                    result = peer.lanes[0].awaitSpace(System.nanoTime() + FAR_NS, true);
                }
                return result;
            });
            Thread.sleep(30); // by then it mostly waits; the wait must end either way
            peer.process.destroyForcibly().waitFor();
            peer.lanes[0].disconnect();
            assertThat(space.get(20, TimeUnit.SECONDS)).isEqualTo(WaitResult.CLOSED);
        }
    }

    @Test
    void shouldKeepOtherConnectionsWhenOnePeerIsKilled() throws Exception {
        Lanes others = open(ChannelMode.TURN_TAKING);
        try (PeerJvm peer = launch(ChannelMode.TURN_TAKING, 8, PeerRole.ECHO)) {
            Frames.send(peer.lanes[7], 7);
            assertThat(Frames.receive(peer.lanes[7])).isEqualTo(7);
            peer.process.destroyForcibly().waitFor();
            if (spec().takesFramesForTheDead()) {
                Frames.send(peer.lanes[7], 8); // into memory that outlives its reader
            }
            Frames.send(others.left(), 42);
            assertThat(Frames.receive(others.right())).isEqualTo(42);
        }
    }

    private PeerJvm launch(ChannelMode mode, int laneCount, PeerRole role) throws IOException {
        return new PeerJvm(directory, spec(), mode, laneCount, role, List.of());
    }

    private static Void dawdlingCalls(Channel lane, int calls, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (long call = 0; call < calls; call++) {
            Frames.send(lane, call);
            WaitingContract.dawdle(random);
            assertThat(lane.sleepForFrame(Frames.soonNs(), false)).isEqualTo(WaitResult.READY);
            assertThat(Frames.receive(lane)).isEqualTo(call);
        }
        finish(lane);
        return null;
    }

    private static void finish(Channel lane) {
        Frames.claim(lane);
        lane.commit(0, PeerRole.LAST);
        Frames.awaitFrame(lane);
        lane.release();
    }
}

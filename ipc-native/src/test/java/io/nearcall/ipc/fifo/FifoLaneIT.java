// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Frames;
import io.nearcall.ipc.channel.InDirectory;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.Lanes;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.stream.RawEnd;
import io.nearcall.ipc.stream.StreamLaneContract;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Properties of FIFOs that sockets lack: they take whole frames or none, and their length depends on system limits. */
class FifoLaneIT extends StreamLaneContract {

    @Override
    protected InDirectory provider() {
        return new FifosOfTest(directory);
    }

    @Override
    protected int sweep() {
        return FifoChannelProvider.sweep(directory);
    }

    @Override
    protected int namesOf(int laneCount) {
        return laneCount;
    }

    @Override
    protected RawEnd rawEnd() {
        return new RawPeer(directory);
    }

    @Test
    void shouldCarryADoneThatFoundNoRoomInFrontOfTheNextFrame() throws Exception {
        try (Lanes lanes = new Lanes(provider(), 1, ChannelMode.STREAMING)) {
            Channel caller = lanes.left();
            Channel service = lanes.right();
            int sent = Frames.fill(service);
            service.progress().publishDone(7);
            service.progress().publishDone(8);
            Frames.receive(caller, 1);
            assertThat(caller.progress().peerDone()).isZero();
            Frames.receive(caller, sent - 1);
            Frames.send(service, 42);
            Frames.receive(caller, 1);
            assertThat(caller.progress().peerDone()).isEqualTo(8);
        }
    }

    @Test
    void shouldSayADoneThatFoundNoRoomWhenTheReceivingThreadWaits() throws Exception {
        try (Lanes lanes = new Lanes(provider(), 1, ChannelMode.STREAMING)) {
            Channel caller = lanes.left();
            Channel service = lanes.right();
            int sent = Frames.fill(service);
            service.progress().publishDone(8);
            assertThat(service.restUntilDoorbell()).isFalse();
            CompletableFuture<WaitResult> receiver =
                    CompletableFuture.supplyAsync(() -> service.sleepForFrame(Frames.soonNs(), false));
            Frames.receive(caller, sent);
            assertThat(caller.sleepForFrame(Frames.inSeconds(1), false)).isEqualTo(WaitResult.TIMED_OUT);
            assertThat(caller.progress().peerDone()).isEqualTo(8);
            service.disconnect();
            assertThat(receiver.get()).isEqualTo(WaitResult.CLOSED);
        }
    }

    @Test
    void shouldKeepFramesWholeAndDonesInOrderWhenTwoThreadsSendThem() throws Exception {
        try (Lanes lanes = new Lanes(provider(), 1, ChannelMode.STREAMING)) {
            sendFromTwoThreads(lanes.right(), lanes.left(), 200_000, 1);
        }
    }

    @Test
    void shouldSendThroughThePipeOfTwoPagesThatASystemInNeedGives() throws Exception {
        try (RawPeer peer = new RawPeer(directory, 2 * 4096)) {
            assertThat(Frames.fill(peer.lane())).isEqualTo(2);
            peer.lane().progress().publishDone(1);
            assertThat(peer.drain()).isEqualTo(2 * (8 + peer.lane().maxPayloadLength()));
            assertThat(peer.lane().sleepForFrame(System.nanoTime(), false)).isEqualTo(WaitResult.TIMED_OUT);
            assertThat(peer.drain()).isEqualTo(16);
        }
    }

    @Test
    void shouldLetOneLaneSleepOnWhenAnotherOfItsBatchIsDisconnected() throws Exception {
        try (LaneBatch left = open(2);
                LaneBatch right = open(2)) {
            Channel[] lanes = left.connect(NONE, right.address(), BELL);
            right.connect(NONE, left.address(), BELL);
            lanes[1].disconnect();
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            assertThat(lanes[0].sleepForFrame(Frames.inSeconds(1), false)).isEqualTo(WaitResult.TIMED_OUT);
            long cpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
            assertThat(TimeUnit.NANOSECONDS.toMillis(cpuNs)).isLessThan(40);
        }
    }
}

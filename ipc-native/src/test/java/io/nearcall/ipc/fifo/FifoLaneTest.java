// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.CurrentProcess;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What FIFOs do that no other mechanism has to: names, words that travel as frames, ends that close. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FifoLaneTest {

    private static final int CAPACITY = RawPeer.CAPACITY;

    /** Nobody rests for long here. */
    private static final Doorbell BELL = lane -> {};

    @TempDir
    private Path directory;

    @Test
    void shouldTakeItsNamesOutOfTheDirectoryAsSoonAsBothSidesHaveThem() throws Exception {
        try (LaneBatch left = open(3, ChannelMode.STREAMING);
                LaneBatch right = open(3, ChannelMode.STREAMING)) {
            assertThat(names()).hasSize(6);
            left.connect(-1, right.address(), BELL);
            right.connect(-1, left.address(), BELL);
            assertThat(names()).isEmpty();
        }
    }

    @Test
    void shouldTakeItsNamesAwayWhenNobodyConnects() throws Exception {
        LaneBatch batch = open(3, ChannelMode.STREAMING);
        batch.close();
        batch.close();
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldSweepWhatKilledProcessesHaveLeftAndNothingElse() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Forgetful.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try (LaneBatch own = open(1, ChannelMode.STREAMING)) {
            assertThat(process.inputReader().readLine()).isEqualTo("made");
            assertThat(FifoChannelProvider.sweep(directory)).isZero();
            process.destroyForcibly().waitFor();
            Path file = Files.writeString(directory.resolve(".fifo-" + process.pid() + "-0123456789abcdef-0"), "");
            assertThat(names()).hasSize(4);
            assertThat(FifoChannelProvider.sweep(directory)).isEqualTo(2);
            assertThat(names()).containsExactlyInAnyOrder(own.address() + "-0", "" + file.getFileName());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Makes the FIFOs of two lanes and waits to be killed. */
    static final class Forgetful {
        public static void main(String[] arguments) throws Exception {
            new FifoChannelProvider(Path.of(arguments[0]), CurrentProcess.uid())
                    .open(0, 2, CAPACITY, ChannelMode.STREAMING);
            System.out.println("made");
            Thread.sleep(TimeUnit.MINUTES.toMillis(5));
        }
    }

    @Test
    void shouldCarryADoneThatFoundNoRoomInFrontOfTheNextFrame() throws Exception {
        try (LaneBatch left = open(1, ChannelMode.STREAMING);
                LaneBatch right = open(1, ChannelMode.STREAMING)) {
            Channel caller = left.connect(-1, right.address(), BELL)[0];
            Channel service = right.connect(-1, left.address(), BELL)[0];
            int sent = fill(service);
            service.publishDone(7);
            service.publishDone(8);
            receive(caller, 1);
            assertThat(caller.peerDone()).isZero();
            receive(caller, sent - 1);
            send(service, 42);
            receive(caller, 1);
            assertThat(caller.peerDone()).isEqualTo(8);
        }
    }

    @Test
    void shouldSayADoneThatFoundNoRoomWhenTheReceivingThreadWaits() throws Exception {
        try (LaneBatch left = open(1, ChannelMode.STREAMING);
                LaneBatch right = open(1, ChannelMode.STREAMING)) {
            Channel caller = left.connect(-1, right.address(), BELL)[0];
            Channel service = right.connect(-1, left.address(), BELL)[0];
            int sent = fill(service);
            service.publishDone(8);
            assertThat(service.restUntilDoorbell()).isFalse();
            CompletableFuture<WaitResult> receiver =
                    CompletableFuture.supplyAsync(() -> service.sleepForFrame(inSeconds(20), false));
            receive(caller, sent);
            assertThat(caller.sleepForFrame(inSeconds(1), false)).isEqualTo(WaitResult.TIMED_OUT);
            assertThat(caller.peerDone()).isEqualTo(8);
            service.disconnect();
            assertThat(receiver.get()).isEqualTo(WaitResult.CLOSED);
        }
    }

    @Test
    void shouldKeepFramesWholeAndDonesInOrderWhenTwoThreadsSendThem() throws Exception {
        try (LaneBatch left = open(1, ChannelMode.STREAMING);
                LaneBatch right = open(1, ChannelMode.STREAMING)) {
            Channel caller = left.connect(-1, right.address(), BELL)[0];
            Channel service = right.connect(-1, left.address(), BELL)[0];
            long calls = 200_000;
            CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> {
                for (long call = 0; call < calls; call++) {
                    send(service, call);
                }
            });
            CompletableFuture<Void> dones = CompletableFuture.runAsync(() -> {
                for (long call = 1; call <= calls; call++) {
                    service.publishDone(call);
                }
                service.sleepForFrame(inSeconds(2), false); // as the thread that runs the calls does
            });
            long done = 0;
            for (long call = 0; call < calls; call++) {
                assertThat(receive(caller, 1)).isEqualTo(call);
                assertThat(caller.peerDone()).isGreaterThanOrEqualTo(done);
                done = caller.peerDone();
            }
            caller.sleepForFrame(inSeconds(1), false);
            assertThat(caller.peerDone()).isEqualTo(calls);
            answers.get();
            service.disconnect();
            dones.get();
        }
    }

    @Test
    void shouldSendThroughThePipeOfTwoPagesThatASystemInNeedGives() throws Exception {
        try (RawPeer peer = new RawPeer(directory, ChannelMode.STREAMING, 2 * 4096)) {
            assertThat(fill(peer.lane)).isEqualTo(2);
            peer.lane.publishDone(1);
            assertThat(peer.drain()).isEqualTo(2 * (8 + peer.lane.maxPayloadLength()));
            assertThat(peer.lane.sleepForFrame(inSeconds(0), false)).isEqualTo(WaitResult.TIMED_OUT);
            assertThat(peer.drain()).isEqualTo(16);
        }
    }

    @Test
    void shouldHaveNoRoomAndNoComplaintWhenThePeerHasGone() throws Exception {
        try (RawPeer peer = new RawPeer(directory, ChannelMode.STREAMING)) {
            assertThat(peer.lane.claim()).isNotNegative();
            peer.die();
            peer.lane.commit(8, 0);
            assertThat(peer.lane.claim()).isEqualTo(Channel.BACK_PRESSURED);
            peer.lane.commit(8, 0);
            peer.lane.publishDone(1);
            assertThat(peer.lane.poll()).isFalse();
        }
    }

    @Test
    void shouldUseNoProcessorBetweenThePeersDeathAndTheDisconnect() throws Exception {
        try (RawPeer peer = new RawPeer(directory, ChannelMode.STREAMING)) {
            fill(peer.lane);
            assertThat(cpuMs(peer, deadlineNs -> peer.lane.sleepForFrame(deadlineNs, false)))
                    .isLessThan(40);
        }
        try (RawPeer peer = new RawPeer(directory, ChannelMode.STREAMING)) {
            fill(peer.lane);
            assertThat(cpuMs(peer, deadlineNs -> peer.lane.awaitSpace(deadlineNs, false)))
                    .isLessThan(40);
        }
    }

    private static long cpuMs(RawPeer peer, LongFunction<WaitResult> wait) throws Exception {
        long[] cpuNs = new long[1];
        WaitResult[] result = new WaitResult[1];
        Thread sleeper = new Thread(() -> {
            result[0] = wait.apply(inSeconds(2));
            cpuNs[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        });
        sleeper.start();
        Thread.sleep(100);
        peer.die();
        sleeper.join();
        assertThat(result[0]).isEqualTo(WaitResult.TIMED_OUT);
        return TimeUnit.NANOSECONDS.toMillis(cpuNs[0]);
    }

    @Test
    void shouldLetOneLaneSleepOnWhenAnotherOfItsBatchIsDisconnected() throws Exception {
        try (LaneBatch left = open(2, ChannelMode.STREAMING);
                LaneBatch right = open(2, ChannelMode.STREAMING)) {
            Channel[] lanes = left.connect(-1, right.address(), BELL);
            right.connect(-1, left.address(), BELL);
            lanes[1].disconnect();
            long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            assertThat(lanes[0].sleepForFrame(inSeconds(1), false)).isEqualTo(WaitResult.TIMED_OUT);
            long cpuNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
            assertThat(TimeUnit.NANOSECONDS.toMillis(cpuNs)).isLessThan(40);
        }
    }

    @Test
    void shouldTakeADisconnectThatComesAfterTheClose() {
        LaneBatch left = open(1, ChannelMode.STREAMING);
        LaneBatch right = open(1, ChannelMode.STREAMING);
        Channel lane = left.connect(-1, right.address(), BELL)[0];
        left.close();
        lane.disconnect();
        right.close();
    }

    private LaneBatch open(int laneCount, ChannelMode mode) {
        return new FifoChannelProvider(directory, CurrentProcess.uid()).open(0, laneCount, CAPACITY, mode);
    }

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static int fill(Channel channel) {
        int sent = 0;
        for (; channel.claim() >= 0; sent++) {
            channel.commit(channel.maxPayloadLength(), 0);
        }
        return sent;
    }

    private static void send(Channel channel, long value) {
        if (channel.claim() < 0) {
            assertThat(channel.awaitSpace(inSeconds(20), false)).isEqualTo(WaitResult.READY);
        }
        channel.sendMemory().putLong(channel.claim(), value);
        channel.commit(Long.BYTES, 0);
    }

    private static long receive(Channel channel, int frames) {
        long last = 0;
        for (int i = 0; i < frames; i++) {
            if (!channel.poll()) {
                assertThat(channel.sleepForFrame(inSeconds(20), false)).isEqualTo(WaitResult.READY);
            }
            last = channel.receiveMemory().getLong(channel.frameIndex());
            channel.release();
        }
        return last;
    }

    private static long inSeconds(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }
}

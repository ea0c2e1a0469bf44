// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.Frames;
import io.nearcall.ipc.channel.InDirectory;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.SecondJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What pipes and sockets do that no other mechanism has to: names, Dones between frames, ends that close. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class StreamLaneContract {

    protected static final int NONE = LaneBatch.NO_DESCRIPTOR;

    /** Nobody rests here. */
    protected static final Doorbell BELL = lane -> {};

    @TempDir
    protected Path directory;

    /** With its names in {@link #directory}; a second process makes its own, by a constructor without parameters. */
    protected abstract InDirectory provider();

    /** Sweeps {@link #directory}; how many names were removed. */
    protected abstract int sweep();

    /** How many names a batch has until its peer has connected. */
    protected abstract int namesOf(int laneCount);

    protected abstract RawEnd rawEnd() throws IOException;

    @Test
    void shouldTakeItsNamesOutOfTheDirectoryAsSoonAsBothSidesHaveConnected() throws Exception {
        try (LaneBatch left = open(3);
                LaneBatch right = open(3)) {
            assertThat(names()).hasSize(2 * namesOf(3));
            left.connect(NONE, right.address(), BELL);
            right.connect(NONE, left.address(), BELL);
            assertThat(names()).isEmpty();
        }
    }

    @Test
    void shouldTakeItsNamesAwayWhenNobodyConnects() throws Exception {
        LaneBatch batch = open(3);
        batch.close();
        batch.close();
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldSweepWhatKilledProcessesHaveLeftAndNothingElse() throws Exception {
        List<String> options = List.of("--enable-native-access=ALL-UNNAMED", InDirectory.peerOption(directory));
        String mechanism = provider().getClass().getName();
        try (SecondJvm killed = SecondJvm.start(options, Forgetful.class, mechanism)) {
            assertThat(killed.readLine()).isEqualTo("made");
            List<String> theirs = names();
            assertThat(theirs).hasSize(namesOf(2));
            try (LaneBatch own = open(1)) {
                assertThat(own.address()).isNotEmpty();
                assertThat(sweep()).isZero();
                killed.kill();
                String file = theirs.get(0).replaceFirst("[0-9a-f]{16}", "0123456789abcdef");
                Files.createFile(directory.resolve(file));
                List<String> others = new ArrayList<>(names());
                others.removeAll(theirs);
                assertThat(others).hasSize(namesOf(1) + 1).contains(file);
                assertThat(sweep()).isEqualTo(namesOf(2));
                assertThat(names()).containsExactlyInAnyOrderElementsOf(others);
            }
        }
    }

    /** Opens two lanes, which have names, and waits to be killed. */
    static final class Forgetful {
        public static void main(String[] arguments) throws Exception {
            ChannelProvider provider = (ChannelProvider)
                    Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
            provider.open(0, 2, RawEnd.CAPACITY, ChannelMode.STREAMING);
            System.out.println("made");
            Thread.sleep(TimeUnit.MINUTES.toMillis(5)); // until it is killed
        }
    }

    /** @param lengths how many different ones the frames have */
    protected static void sendFromTwoThreads(Channel service, Channel caller, int calls, int lengths) throws Exception {
        CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> {
            for (int call = 0; call < calls; call++) {
                service.sendMemory().putLong(claim(service), call);
                service.commit(Long.BYTES + call % lengths, 0);
            }
        });
        CompletableFuture<Void> dones = CompletableFuture.runAsync(() -> {
            for (long call = 1; call <= calls; call++) {
                service.progress().publishDone(call);
            }
            service.sleepForFrame(Frames.soonNs(), false); // as the thread that runs the calls does
        });
        long done = 0;
        for (long call = 0; call < calls; call++) {
            assertThat(Frames.receive(caller, 1)).isEqualTo(call);
            assertThat(caller.progress().peerDone()).isGreaterThanOrEqualTo(done);
            done = caller.progress().peerDone();
        }
        answers.get();
        while (caller.progress().peerDone() < calls) {
            assertThat(caller.sleepForFrame(System.nanoTime() + 10_000_000, false))
                    .isEqualTo(WaitResult.TIMED_OUT);
        }
        assertThat(caller.progress().peerDone()).isEqualTo(calls);
        service.disconnect();
        dones.get();
    }

    /** Again and again: a Done may take the room meanwhile. */
    private static int claim(Channel channel) {
        int index = channel.claim();
        while (index < 0) {
            assertThat(channel.awaitSpace(Frames.soonNs(), false)).isEqualTo(WaitResult.READY);
            index = channel.claim();
        }
        return index;
    }

    @Test
    void shouldHaveNoRoomAndNoComplaintWhenThePeerHasGone() throws Exception {
        try (RawEnd peer = rawEnd()) {
            Channel lane = peer.lane();
            assertThat(claim(lane)).isNotNegative();
            peer.die();
            do { // the first may still be taken
                lane.commit(Long.BYTES, 0);
            } while (lane.claim() >= 0);
            lane.commit(Long.BYTES, 0);
            lane.progress().publishDone(1);
            assertThat(lane.poll()).isFalse();
        }
    }

    @Test
    void shouldUseNoProcessorBetweenThePeersDeathAndTheDisconnect() throws Exception {
        assertThat(cpuMs((lane, deadlineNs) -> lane.sleepForFrame(deadlineNs, false)))
                .isLessThan(40);
        assertThat(cpuMs(StreamLaneContract::fillUntil)).isLessThan(40);
    }

    private long cpuMs(BiFunction<Channel, Long, WaitResult> wait) throws Exception {
        try (RawEnd peer = rawEnd()) {
            fillUntil(peer.lane(), System.nanoTime() + 100_000_000);
            long[] cpuNs = new long[1];
            WaitResult[] result = new WaitResult[1];
            Thread sleeper = new Thread(() -> {
                result[0] = wait.apply(peer.lane(), Frames.inSeconds(1));
                cpuNs[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            });
            sleeper.start();
            Thread.sleep(100); // by then the sleeper waits, and most of its second is left
            peer.die();
            sleeper.join();
            assertThat(result[0]).isEqualTo(WaitResult.TIMED_OUT);
            return TimeUnit.NANOSECONDS.toMillis(cpuNs[0]);
        }
    }

    private static WaitResult fillUntil(Channel lane, long deadlineNs) {
        WaitResult result = WaitResult.READY;
        while (result == WaitResult.READY) {
            Frames.fill(lane);
            result = lane.awaitSpace(deadlineNs, false);
        }
        return result;
    }

    /** Of a lane that has slept, and of one that never has. */
    @Test
    void shouldTakeADisconnectThatComesAfterTheClose() {
        LaneBatch left = open(2);
        LaneBatch right = open(2);
        Channel[] lanes = left.connect(NONE, right.address(), BELL);
        lanes[0].sleepForFrame(System.nanoTime() + 1_000_000, false);
        left.close();
        lanes[0].disconnect();
        lanes[1].disconnect();
        right.close();
    }

    protected final LaneBatch open(int laneCount) {
        return provider().open(0, laneCount, RawEnd.CAPACITY, ChannelMode.STREAMING);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}

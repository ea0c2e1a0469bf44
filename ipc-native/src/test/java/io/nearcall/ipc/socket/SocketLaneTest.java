// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.stream.StreamChannel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What sockets do that no other mechanism has to: names, frames that are cut, descriptors that the JDK takes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SocketLaneTest {

    private static final int CAPACITY = RawSocket.CAPACITY;
    private static final int NONE = LaneBatch.NO_DESCRIPTOR;

    @TempDir
    private Path directory;

    @Test
    void shouldTakeItsNamesOutOfTheDirectoryAsSoonAsBothSidesHaveConnected() throws Exception {
        try (LaneBatch left = open(3);
                LaneBatch right = open(3)) {
            assertThat(names()).hasSize(2);
            left.connect(NONE, right.address(), new Bell());
            right.connect(NONE, left.address(), new Bell());
            assertThat(names()).isEmpty();
        }
    }

    @Test
    void shouldTakeItsNameAwayWhenNobodyConnects() throws Exception {
        LaneBatch batch = open(3);
        batch.close();
        batch.close();
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldSweepWhatKilledProcessesHaveLeftAndNothingElse() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Forgetful.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
        try (LaneBatch own = open(1)) {
            assertThat(process.inputReader().readLine()).isEqualTo("made");
            assertThat(UnixChannelProvider.sweep(directory)).isZero();
            process.destroyForcibly().waitFor();
            Path file = Files.writeString(directory.resolve(".unix-" + process.pid() + "-0123456789abcdef"), "");
            assertThat(names()).hasSize(3);
            assertThat(UnixChannelProvider.sweep(directory)).isEqualTo(1);
            assertThat(names())
                    .containsExactlyInAnyOrder(
                            own.address().substring(0, own.address().indexOf('/')), "" + file.getFileName());
        } finally {
            process.destroyForcibly();
        }
    }

    /** Listens for the sockets of two lanes and waits to be killed. */
    static final class Forgetful {
        public static void main(String[] arguments) throws Exception {
            new UnixChannelProvider(Path.of(arguments[0])).open(0, 2, CAPACITY, ChannelMode.STREAMING);
            System.out.println("made");
            Thread.sleep(TimeUnit.MINUTES.toMillis(5));
        }
    }

    @Test
    void shouldPassOnWhatWasCutThoughNobodySendsAnyMore() throws Exception {
        try (CutLane lane = new CutLane(directory)) {
            CompletableFuture<WaitResult> receiver =
                    CompletableFuture.supplyAsync(() -> lane.service.sleepForFrame(inSeconds(20), false));
            Thread.sleep(30); // it sleeps before there is anything to pass on
            int sent = lane.fill();
            lane.service.publishDone(7);
            lane.service.publishDone(8);
            receive(lane.caller, sent);
            while (lane.caller.peerDone() < 8) {
                assertThat(lane.caller.sleepForFrame(System.nanoTime() + 10_000_000, false))
                        .isEqualTo(WaitResult.TIMED_OUT);
            }
            lane.service.disconnect();
            assertThat(receiver.get()).isEqualTo(WaitResult.CLOSED);
        }
    }

    @Test
    void shouldCallAThreadForWhatWasCutWhileTheLaneRests() throws Exception {
        try (CutLane lane = new CutLane(directory)) {
            assertThat(lane.service.restUntilDoorbell()).isTrue();
            assertThat(lane.bell.watched).isTrue();
            int sent = lane.fill();
            assertThat(lane.bell.rungHere).isTrue();
            lane.service.wakeFromDoorbell();
            assertThat(lane.service.restUntilDoorbell()).isFalse();
            assertThat(lane.caller.poll()).isFalse(); // half a frame
            while (!lane.service.restUntilDoorbell()) { // which passes it on
                lane.caller.poll();
            }
            receive(lane.caller, sent);
        }
    }

    @Test
    void shouldKeepFramesWholeAndDonesInOrderWhenTwoThreadsSendThem() throws Exception {
        try (CutLane lane = new CutLane(directory)) {
            int calls = 10_000;
            CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> {
                for (int call = 0; call < calls; call++) {
                    lane.service.sendMemory().putLong(awaitClaim(lane.service), call);
                    lane.service.commit(8 + call % 5_000, 0); // so that a Done is cut everywhere
                }
            });
            CompletableFuture<Void> dones = CompletableFuture.runAsync(() -> {
                for (long call = 1; call <= calls; call++) {
                    lane.service.publishDone(call);
                }
                lane.service.sleepForFrame(inSeconds(20), false); // as the thread that runs the calls does
            });
            long done = 0;
            for (long call = 0; call < calls; call++) {
                assertThat(receive(lane.caller, 1)).isEqualTo(call);
                assertThat(lane.caller.peerDone()).isGreaterThanOrEqualTo(done);
                done = lane.caller.peerDone();
            }
            answers.get();
            while (lane.caller.peerDone() < calls) {
                lane.caller.sleepForFrame(System.nanoTime() + 10_000_000, false);
            }
            lane.service.disconnect();
            dones.get();
        }
    }

    /** A lane whose sockets hold less than they are thought to, so that they take parts of frames. */
    private static final class CutLane implements AutoCloseable {

        private static final int WRITE_LENGTH = 32 * 1024;

        private final Bell bell = new Bell();
        private final List<SocketChannel> sockets = new ArrayList<>();
        private final List<SocketEnds> ends = new ArrayList<>();
        private final Channel caller;
        private final Channel service;

        CutLane(Path directory) throws IOException {
            Path path = directory.resolve("cut");
            try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                listener.bind(UnixDomainSocketAddress.of(path));
                sockets.add(SocketChannel.open(UnixDomainSocketAddress.of(path)));
                sockets.add(listener.accept());
            }
            Files.delete(path);
            for (SocketChannel socket : sockets) {
                socket.configureBlocking(false);
                ends.add(new SocketEnds(socket, null, WRITE_LENGTH, false));
                socket.setOption(StandardSocketOptions.SO_SNDBUF, 4096);
            }
            caller = new StreamChannel(ends.get(0), 0, WRITE_LENGTH, 2 * WRITE_LENGTH, new Bell());
            service = new StreamChannel(ends.get(1), 0, WRITE_LENGTH, 2 * WRITE_LENGTH, bell);
        }

        int fill() {
            int sent = 0;
            for (; service.claim() >= 0; sent++) {
                service.commit(service.maxPayloadLength(), 0);
            }
            return sent;
        }

        @Override
        public void close() throws IOException {
            ends.forEach(SocketEnds::release);
            for (SocketChannel socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void shouldHaveNoRoomAndNoComplaintWhenThePeerHasGone() throws Exception {
        try (RawSocket peer = new RawSocket().answer()) {
            awaitRoom(peer.lane);
            peer.die();
            while (peer.lane.claim() >= 0) { // the first may still be taken
                peer.lane.commit(8, 0);
            }
            peer.lane.commit(8, 0);
            peer.lane.publishDone(1);
            assertThat(peer.lane.poll()).isFalse();
        }
    }

    @Test
    void shouldUseNoProcessorBetweenThePeersDeathAndTheDisconnect() throws Exception {
        assertThat(cpuMs(lane -> deadlineNs -> lane.sleepForFrame(deadlineNs, false)))
                .isLessThan(40);
        assertThat(cpuMs(lane -> deadlineNs -> fillWhileThereIsRoom(lane, deadlineNs)))
                .isLessThan(40);
    }

    private static long cpuMs(Function<Channel, LongFunction<WaitResult>> wait) throws Exception {
        try (RawSocket peer = new RawSocket().answer()) {
            fillWhileThereIsRoom(peer.lane, System.nanoTime() + 100_000_000);
            long[] cpuNs = new long[1];
            WaitResult[] result = new WaitResult[1];
            Thread sleeper = new Thread(() -> {
                result[0] = wait.apply(peer.lane).apply(inSeconds(1));
                cpuNs[0] = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            });
            sleeper.start();
            Thread.sleep(100);
            peer.die();
            sleeper.join();
            assertThat(result[0]).isEqualTo(WaitResult.TIMED_OUT);
            return TimeUnit.NANOSECONDS.toMillis(cpuNs[0]);
        }
    }

    /** A selector has two, which no lane keeps that is not waited for; and none is left when all is closed. */
    @Test
    void shouldTakeOneDescriptorForALaneThatRestsAndReturnAll() throws Exception {
        open(1).close(); // what the JDK opens once and for all
        sleepOnce();
        int before = descriptors();
        try (LaneBatch left = open(20);
                LaneBatch right = open(20)) {
            Channel[] callers = left.connect(NONE, right.address(), new Bell());
            Channel[] services = right.connect(NONE, left.address(), new Bell());
            assertThat(descriptors() - before).isEqualTo(40);
            for (Channel service : services) {
                assertThat(service.sleepForFrame(System.nanoTime() + 5_000_000, false))
                        .isEqualTo(WaitResult.TIMED_OUT);
            }
            assertThat(descriptors() - before).isGreaterThan(40);
            for (Channel service : services) {
                assertThat(service.restUntilDoorbell()).isTrue();
            }
            assertThat(descriptors() - before).isEqualTo(40);
            callers[0].sleepForFrame(System.nanoTime() + 1_000_000, false);
        }
        assertThat(descriptors()).isEqualTo(before);
    }

    private void sleepOnce() {
        try (LaneBatch left = open(1);
                LaneBatch right = open(1)) {
            left.connect(NONE, right.address(), new Bell())[0].sleepForFrame(System.nanoTime() + 1_000_000, false);
        }
    }

    private static int descriptors() throws Exception {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return (int) all.count();
        }
    }

    @Test
    void shouldTakeADisconnectThatComesAfterTheClose() {
        LaneBatch left = open(1);
        LaneBatch right = open(1);
        Channel lane = left.connect(NONE, right.address(), new Bell())[0];
        lane.sleepForFrame(System.nanoTime() + 1_000_000, false);
        left.close();
        lane.disconnect();
        right.close();
    }

    /** Notes what it is asked for. */
    private static final class Bell implements Doorbell {
        private volatile boolean watched;
        private volatile boolean rungHere;

        @Override
        public void ring(int lane) {}

        @Override
        public void ringHere(int lane) {
            rungHere = true;
        }

        @Override
        public void ringWhenReadable(int lane, SelectableChannel channel) {
            watched = true;
        }
    }

    private LaneBatch open(int laneCount) {
        return new UnixChannelProvider(directory).open(0, laneCount, CAPACITY, ChannelMode.STREAMING);
    }

    private List<String> names() throws Exception {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        }
    }

    private static WaitResult fillWhileThereIsRoom(Channel lane, long deadlineNs) {
        WaitResult result = WaitResult.READY;
        while (result == WaitResult.READY) {
            if (lane.claim() >= 0) {
                lane.commit(lane.maxPayloadLength(), 0);
            }
            result = lane.awaitSpace(deadlineNs, false);
        }
        return result;
    }

    /** Again and again: a Done that is cut meanwhile takes the room. */
    private static int awaitClaim(Channel lane) {
        int index = lane.claim();
        while (index < 0) {
            awaitRoom(lane);
            index = lane.claim();
        }
        return index;
    }

    private static void awaitRoom(Channel lane) {
        assertThat(lane.awaitSpace(inSeconds(20), false)).isEqualTo(WaitResult.READY);
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

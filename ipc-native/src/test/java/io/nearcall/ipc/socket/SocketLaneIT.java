// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.Frames;
import io.nearcall.ipc.channel.InDirectory;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.stream.RawEnd;
import io.nearcall.ipc.stream.StreamChannel;
import io.nearcall.ipc.stream.StreamLaneContract;
import java.io.IOException;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What sockets do, and FIFOs do not: they cut frames, and the JDK takes descriptors to wait for them. */
class SocketLaneIT extends StreamLaneContract {

    @Override
    protected InDirectory provider() {
        return new UnixSocketsOfTest(directory);
    }

    @Override
    protected int sweep() {
        return UnixChannelProvider.sweep(directory);
    }

    /** All lanes are connected through one. */
    @Override
    protected int namesOf(int laneCount) {
        return 1;
    }

    @Override
    protected RawEnd rawEnd() throws IOException {
        return new RawSocket().answer();
    }

    @Test
    void shouldPassOnWhatWasCutThoughNobodySendsAnyMore() throws Exception {
        try (CutLane lane = new CutLane(directory)) {
            CompletableFuture<WaitResult> receiver =
                    CompletableFuture.supplyAsync(() -> lane.service.sleepForFrame(Frames.soonNs(), false));
            Thread.sleep(30); // it sleeps before there is anything to pass on
            int sent = Frames.fill(lane.service);
            lane.service.progress().publishDone(7);
            lane.service.progress().publishDone(8);
            Frames.receive(lane.caller, sent);
            while (lane.caller.progress().peerDone() < 8) {
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
            int sent = Frames.fill(lane.service);
            assertThat(lane.bell.rungHere).isTrue();
            lane.service.wakeFromDoorbell();
            assertThat(lane.service.restUntilDoorbell()).isFalse();
            assertThat(lane.caller.poll()).isFalse(); // half a frame
            while (!lane.service.restUntilDoorbell()) { // which passes it on
                lane.caller.poll();
            }
            Frames.receive(lane.caller, sent);
        }
    }

    @Test
    void shouldKeepFramesWholeAndDonesInOrderWhenTwoThreadsSendThem() throws Exception {
        try (CutLane lane = new CutLane(directory)) {
            sendFromTwoThreads(lane.service, lane.caller, 10_000, 5_000); // so that a Done is cut everywhere
        }
    }

    /** A lane with sockets that hold less than assumed, so that they take parts of frames. */
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

        @Override
        public void close() throws IOException {
            ends.forEach(SocketEnds::release);
            for (SocketChannel socket : sockets) {
                socket.close();
            }
        }
    }

    /** A selector has two, which no lane keeps that is not waited for; and none is left when all is closed. */
    @Test
    void shouldTakeOneDescriptorForALaneThatRestsAndReturnAll() throws Exception {
        open(1).close(); // opens the descriptors that the JDK keeps
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

    /** A selector has two: one waits for records, one for room, and one looks for room beside a thread that waits. */
    @Test
    void shouldTakeSevenDescriptorsAtMostForALaneThatHasWaitedForRecordsAndForRoom() throws Exception {
        open(1).close();
        sleepOnce();
        int before = descriptors();
        try (LaneBatch left = open(20);
                LaneBatch right = open(20)) {
            Channel[] callers = left.connect(NONE, right.address(), new Bell());
            Channel[] services = right.connect(NONE, left.address(), new Bell());
            for (Channel caller : callers) {
                assertThat(caller.sleepForFrame(System.nanoTime() + 1_000_000, false))
                        .isEqualTo(WaitResult.TIMED_OUT);
                Frames.fill(caller);
                assertThat(caller.awaitSpace(System.nanoTime() + 1_000_000, false))
                        .isEqualTo(WaitResult.TIMED_OUT);
            }
            assertThat(descriptors() - before).isBetween(20 + 5 * 20, 20 + 7 * 20);
            assertThat(services).hasSize(20);
        }
    }

    private void sleepOnce() {
        try (LaneBatch left = open(1);
                LaneBatch right = open(1)) {
            left.connect(NONE, right.address(), new Bell())[0].sleepForFrame(System.nanoTime() + 1_000_000, false);
        }
    }

    /** Of sockets and selectors: files of the class path, pipes of child processes and files of the JVM's own come and go. */
    private static int descriptors() throws Exception {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return (int) all.filter(SocketLaneIT::isOfALane).count();
        }
    }

    private static boolean isOfALane(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("socket:") || target.startsWith("anon_inode:");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    /** Notes the requests. */
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
}

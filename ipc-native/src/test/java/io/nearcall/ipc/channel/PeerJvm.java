// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.wait.WaitSlices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A second JVM, at the other end of a batch of lanes, which runs a {@link PeerRole}. */
final class PeerJvm implements AutoCloseable {

    private static final Host HOST = Host.current();
    private static final long PAUSE_NS = 1_000_000;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    final Process process;
    final Channel[] lanes;

    private final LaneBatch batch;
    private final int socket;

    /** @param prefix of the command, such as {@code taskset -c 0} */
    PeerJvm(
            Path directory,
            ChannelSpec spec,
            ChannelMode mode,
            int laneCount,
            PeerRole role,
            List<String> prefix,
            String... arguments)
            throws IOException {
        String path = directory.resolve("peer.sock").toString();
        int listener = HOST.listen(path, 0600, 1);
        try {
            process = launch(path, spec, mode, laneCount, role, prefix, arguments);
            socket = accept(listener);
        } finally {
            HOST.close(listener);
            Files.delete(Path.of(path));
        }
        assertThat(socket).as("connection of the second JVM").isNotNegative();
        batch = spec.provider().open(0, laneCount, Lanes.CAPACITY, mode);
        lanes = exchange(socket, batch, new SocketBell(socket));
    }

    private static int accept(int listener) {
        long startNs = System.nanoTime();
        int accepted;
        do {
            WaitSlices.park(PAUSE_NS);
            accepted = HOST.accept(listener);
        } while (accepted == -Errno.EAGAIN && System.nanoTime() - startNs < PATIENCE_NS);
        return accepted;
    }

    private static Process launch(
            String path,
            ChannelSpec spec,
            ChannelMode mode,
            int laneCount,
            PeerRole role,
            List<String> prefix,
            String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC"));
        command.addAll(spec.peerOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PeerRole.class.getName()));
        command.addAll(List.of(path, spec.provider().getClass().getName(), mode.name(), "" + laneCount, role.name()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Passes this side's half, takes the other's, and completes the lanes. */
    static Channel[] exchange(int socket, LaneBatch batch, Doorbell doorbell) {
        ByteBuffer half = ByteBuffer.allocateDirect(LaneBatch.ADDRESS_LENGTH_MAX);
        int[] descriptors = new int[1];
        half.put(0, batch.address().getBytes(StandardCharsets.UTF_8)); // the rest is zero
        assertThat(HOST.send(socket, half, 0, half.capacity(), batch.descriptor()))
                .isEqualTo(half.capacity());
        batch.descriptorPassed();
        HOST.await(socket, true, PATIENCE_NS);
        assertThat(HOST.receive(socket, half, 0, half.capacity(), descriptors)).isEqualTo(half.capacity());
        String address = StandardCharsets.UTF_8.decode(half).toString().trim();
        Channel[] lanes = batch.connect(descriptors[0], address, doorbell);
        if (descriptors[0] >= 0) {
            HOST.close(descriptors[0]);
        }
        return lanes;
    }

    /** Rings by a byte on the socket. Waits for one, or for the descriptors that the channel watches. */
    record SocketBell(int socket, AtomicInteger watched, ReadableChannel channel, Semaphore rungHere)
            implements Doorbell {

        private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(5);

        SocketBell(int socket) {
            this(socket, new AtomicInteger(socket), new ReadableChannel(), new Semaphore(0));
        }

        @Override
        public void ring(int lane) {
            HOST.send(socket, ByteBuffer.allocateDirect(1), 0, 1, -1);
        }

        @Override
        public void ringHere(int lane) {
            rungHere.release();
        }

        @Override
        public void ringWhenReadable(int lane, int descriptor) {
            watched.set(descriptor);
        }

        @Override
        public void ringWhenReadable(int lane, SelectableChannel readable) {
            channel.watch(readable);
        }

        void await() {
            if (channel.isWatched()) {
                channel.awaitReadable(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NS));
                return;
            }
            long startNs = System.nanoTime();
            while (!rungHere.tryAcquire() && System.nanoTime() - startNs < PATIENCE_NS) {
                if (HOST.await(watched.get(), true, SLICE_NS)) {
                    return;
                }
            }
        }
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** No thread may use a lane any more. */
    @Override
    public void close() {
        process.destroyForcibly();
        HOST.close(socket);
        batch.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second JVM, at the other end of a batch of lanes, that does what a {@link PeerRole} says. */
final class PeerJvm implements AutoCloseable {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);

    final Process process;
    final Channel[] lanes;

    private final LaneBatch batch;
    private final int socket;

    /** @param prefix of the command, such as {@code taskset -c 0} */
    PeerJvm(
            Path directory,
            ChannelProvider provider,
            ChannelMode mode,
            int laneCount,
            PeerRole role,
            List<String> prefix,
            String... arguments)
            throws IOException {
        String path = directory.resolve("peer.sock").toString();
        int listener = UnixSocket.listen(path, 0600, 1);
        try {
            process = launch(path, provider, mode, laneCount, role, prefix, arguments);
            UnixSocket.await(listener, true, PATIENCE_NS);
            socket = UnixSocket.accept(listener);
        } finally {
            Descriptors.close(listener);
            Files.delete(Path.of(path));
        }
        assertThat(socket).as("connection of the second JVM").isNotNegative();
        batch = provider.open(0, laneCount, Lanes.CAPACITY, mode);
        lanes = exchange(socket, batch);
    }

    private static Process launch(
            String path,
            ChannelProvider provider,
            ChannelMode mode,
            int laneCount,
            PeerRole role,
            List<String> prefix,
            String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PeerRole.class.getName()));
        command.addAll(List.of(path, provider.getClass().getName(), mode.name(), "" + laneCount, role.name()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Passes this side's half, takes the other's, and completes the lanes. */
    static Channel[] exchange(int socket, LaneBatch batch) {
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        int[] descriptors = new int[1];
        assertThat(UnixSocket.send(socket, one, 0, 1, batch.descriptor())).isEqualTo(1);
        batch.descriptorPassed();
        UnixSocket.await(socket, true, PATIENCE_NS);
        assertThat(UnixSocket.receive(socket, one, 0, 1, descriptors)).isEqualTo(1);
        return batch.connect(descriptors[0], lane -> UnixSocket.send(socket, one, 0, 1, -1));
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** No thread may be in a lane any more. */
    @Override
    public void close() {
        process.destroyForcibly();
        Descriptors.close(socket);
        batch.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UnixSocketIT {

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    @TempDir
    private Path directory;

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    private final int[] pair = new int[2];

    @BeforeEach
    void connectPair() {
        UnixSocket.pair(pair);
    }

    @AfterEach
    void closePair() {
        for (int fd : pair) {
            Descriptors.close(fd);
        }
    }

    private String path() {
        return directory.resolve("orders").toString();
    }

    @Test
    void shouldCarryBytesAtTheOffsetsGiven() {
        buffer.putLong(8, 42);
        assertThat(UnixSocket.send(pair[0], buffer, 8, 8, -1)).isEqualTo(8);
        int[] fds = {5, 5};
        assertThat(UnixSocket.receive(pair[1], buffer, 24, 40, fds)).isEqualTo(8);
        assertThat(buffer.getLong(24)).isEqualTo(42);
        assertThat(fds).containsExactly(-1, -1);
    }

    @Test
    void shouldNotBlockWhereThereIsNothing() {
        assertThat(UnixSocket.receive(pair[0], buffer, 0, 8, new int[0])).isEqualTo(-Errno.EAGAIN);
        assertThat(UnixSocket.await(pair[0], true, 0)).isZero();
        assertThat(UnixSocket.await(pair[0], false, 0)).isEqualTo(1);
    }

    @Test
    void shouldSendOnlyWhatFits() {
        ByteBuffer large = ByteBuffer.allocateDirect(1 << 22);
        assertThat(UnixSocket.send(pair[0], large, 0, large.capacity(), -1)).isBetween(1, large.capacity() - 1);
        assertThat(UnixSocket.send(pair[0], large, 0, large.capacity(), -1)).isEqualTo(-Errno.EAGAIN);
    }

    @Test
    void shouldReportTheEndOfTheStreamAndABrokenPipe() {
        UnixSocket.shutdown(pair[0]);
        assertThat(UnixSocket.await(pair[1], true, PATIENCE_NS)).isEqualTo(1);
        assertThat(UnixSocket.receive(pair[1], buffer, 0, 8, new int[0])).isZero();
        assertThat(UnixSocket.send(pair[1], buffer, 0, 8, -1)).isEqualTo(-Errno.EPIPE);
    }

    @Test
    void shouldPassADescriptorOfTheSameFile() {
        int memory = Memory.memfd("orders", 4096);
        UnixSocket.send(pair[0], buffer, 0, 1, memory);
        int[] fds = new int[2];
        assertThat(UnixSocket.receive(pair[1], buffer, 0, 1, fds)).isEqualTo(1);
        assertThat(fds[0]).isNotNegative().isNotEqualTo(memory);
        assertThat(fds[1]).isEqualTo(-1);
        assertThat(FileSystem.fstat(fds[0])).isEqualTo(FileSystem.fstat(memory));
        Descriptors.close(fds[0]);
        Descriptors.close(memory);
    }

    @Test
    void shouldCloseADescriptorThatNobodyAskedFor() {
        int[] carried = new int[2];
        UnixSocket.pair(carried);
        UnixSocket.send(pair[0], buffer, 0, 1, carried[1]);
        Descriptors.close(carried[1]);
        assertThat(UnixSocket.receive(pair[1], buffer, 0, 1, new int[0])).isEqualTo(1);
        // The last descriptor of the other end is closed, and this end sees it.
        assertThat(UnixSocket.await(carried[0], true, PATIENCE_NS)).isEqualTo(1);
        assertThat(UnixSocket.receive(carried[0], buffer, 0, 1, new int[0])).isZero();
        Descriptors.close(carried[0]);
    }

    @Test
    void shouldTellWhoConnected() {
        int listener = UnixSocket.listen(path(), 0600, 1);
        assertThat(UnixSocket.accept(listener)).isEqualTo(-Errno.EAGAIN);
        try (SecondJvm client = SecondJvm.start(PeerProgram.class, "connect", path())) {
            assertThat(client.readLine()).isEqualTo("done");
            int socket = UnixSocket.accept(listener);
            assertThat(UnixSocket.peer(socket))
                    .isEqualTo(new Credentials(client.pid(), CurrentProcess.uid(), CurrentProcess.gid()));
            Descriptors.close(socket);
        } finally {
            Descriptors.close(listener);
        }
    }

    @Test
    void shouldGiveTheSocketExactlyTheModeAsked() {
        int listener = UnixSocket.listen(path(), 0666, 1);
        FileStatus status = FileSystem.lstat(path());
        assertThat(status.isSocket()).isTrue();
        assertThat(status.permissions()).isEqualTo(0666);
        Descriptors.close(listener);
    }

    @Test
    void shouldSayWhyNobodyAnswers() {
        assertThatThrownBy(() -> UnixSocket.connect(path(), PATIENCE_NS))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT))
                .hasMessage("connect: no such file or directory (ENOENT): " + path());
        Descriptors.close(UnixSocket.listen(path(), 0600, 1));
        assertThatThrownBy(() -> UnixSocket.connect(path(), PATIENCE_NS))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        assertThatThrownBy(() -> UnixSocket.listen(path(), 0600, 1)).isInstanceOfSatisfying(OsException.class, e -> {
            assertThat(e.call()).isEqualTo("bind");
            assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE);
        });
    }

    @Test
    void shouldGiveUpOnAFullBacklogWhenTheTimeIsOver() {
        int listener = UnixSocket.listen(path(), 0600, 0);
        int first = UnixSocket.connect(path(), PATIENCE_NS);
        assertThatThrownBy(() -> UnixSocket.connect(path(), TimeUnit.MILLISECONDS.toNanos(50)))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ETIMEDOUT));
        Descriptors.close(first);
        Descriptors.close(listener);
    }

    @Test
    void shouldMeetAtAPathWithAnyCharacter() {
        String path = directory.resolve("b\u00fccher \ud83d\udcd6").toString();
        int listener = UnixSocket.listen(path, 0600, 1);
        assertThat(FileSystem.lstat(path).isSocket()).isTrue();
        Descriptors.close(UnixSocket.connect(path, PATIENCE_NS));
        Descriptors.close(listener);
        assertThat(FileSystem.unlink(path)).isTrue();
    }

    @Test
    void shouldSayThatAPathIsTooLong() {
        assertThatThrownBy(() -> UnixSocket.listen("/tmp/" + "x".repeat(103), 0600, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("108 bytes")
                .hasMessageContaining("shorter directory");
    }

    @Test
    void shouldRefuseABufferOnTheHeap() {
        assertThatThrownBy(() -> UnixSocket.send(pair[0], ByteBuffer.allocate(8), 0, 8, -1))
                .hasMessageContaining("not direct");
    }
}

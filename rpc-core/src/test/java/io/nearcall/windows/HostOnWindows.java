// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.LockFile;
import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.test.PrivateDirectory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the host does in its own way on Windows. {@link WindowsChannelsIT} runs this under Wine. */
@ExtendWith(PrivateDirectory.class)
class HostOnWindows {

    private static final int PIECE = 16 * 1024;
    private static final long SOON_NS = 10_000_000_000L;

    private final Host host = Host.current();
    private final int[] pair = new int[2];
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(PIECE);
    private final int[] noDescriptors = new int[1 + UnixSocket.DESCRIPTORS_MAX];

    private static String path(String name) {
        return PrivateDirectory.path().resolve(name).toString();
    }

    private void open() {
        host.pair(pair);
    }

    @AfterEach
    void close() {
        if (pair[0] != pair[1]) {
            host.close(pair[0]);
            host.close(pair[1]);
        }
    }

    private int receive(int socket) {
        return host.receive(socket, bytes, 0, PIECE, noDescriptors);
    }

    private static void onAThreadThatEnds(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }

    @Test
    void shouldReceiveWhenTheThreadHasEndedThatLookedFirst() throws Exception {
        open();
        onAThreadThatEnds(() -> assertThat(receive(pair[0])).isEqualTo(-Errno.EAGAIN));
        Thread.sleep(100); // Windows may take a moment to give up what the thread has begun
        assertThat(receive(pair[0])).isEqualTo(-Errno.EAGAIN);
        assertThat(host.send(pair[1], bytes, 0, 7, Host.NO_DESCRIPTOR)).isEqualTo(7);
        assertThat(host.await(pair[0], true, SOON_NS)).isTrue();
        assertThat(receive(pair[0])).isEqualTo(7);
    }

    @Test
    void shouldSendWhatWaitsForRoomWhenTheThreadHasEndedThatSentIt() throws Exception {
        open();
        long[] sent = new long[1];
        onAThreadThatEnds(() -> {
            int length;
            while ((length = send(sent[0])) > 0) {
                sent[0] += length;
            }
            assertThat(length).isEqualTo(-Errno.EAGAIN);
        });
        Thread.sleep(100); // as above
        assertThat(host.await(pair[1], false, 0)).isFalse();
        for (long got = 0; got < sent[0]; ) {
            assertThat(host.await(pair[0], true, SOON_NS))
                    .as("after %d of %d", got, sent[0])
                    .isTrue();
            int length = receive(pair[0]);
            assertThat(length).isPositive();
            for (int i = 0; i < length; i += Long.BYTES) {
                assertThat(bytes.getLong(i)).isEqualTo(got + i);
            }
            got += length;
        }
        assertThat(host.await(pair[1], false, SOON_NS)).isTrue();
    }

    /** Sends a piece whose words say where they are in the stream. */
    private int send(long position) {
        for (int i = 0; i < PIECE; i += Long.BYTES) {
            bytes.putLong(i, position + i);
        }
        return host.send(pair[1], bytes, 0, PIECE, Host.NO_DESCRIPTOR);
    }

    @Test
    void shouldReadWhatWasSentBeforeTheEnd() {
        open();
        host.send(pair[1], bytes, 0, 7, Host.NO_DESCRIPTOR);
        host.shutdown(pair[1]);
        assertThat(host.await(pair[0], true, SOON_NS)).isTrue();
        assertThat(receive(pair[0])).isEqualTo(7);
        assertThat(host.await(pair[0], true, SOON_NS)).isTrue();
        assertThat(receive(pair[0])).isZero();
        assertThat(host.send(pair[0], bytes, 0, 7, Host.NO_DESCRIPTOR)).isEqualTo(-Errno.EPIPE);
        assertThat(receive(pair[1])).as("at the side that has ended it").isZero();
    }

    @Test
    void shouldPollMoreThanWindowsWaitsForAtOnce() {
        int[][] pairs = new int[100][2];
        try (Polling polling = host.openPolling()) {
            for (int i = 0; i < pairs.length; i++) {
                host.pair(pairs[i]);
                polling.add(pairs[i][0], i);
            }
            int[] tokens = new int[4];
            int[] readiness = new int[4];
            assertThat(polling.await(tokens, readiness, 20)).isZero();
            for (int i = pairs.length - 1; i >= 0; i--) {
                host.send(pairs[i][1], bytes, 0, 1, Host.NO_DESCRIPTOR);
                assertThat(awaitOne(polling, tokens, readiness)).isEqualTo(1);
                assertThat(tokens[0]).isEqualTo(i);
                assertThat(readiness[0]).isEqualTo(Polling.READABLE);
                assertThat(receive(pairs[i][0])).isEqualTo(1);
            }
            for (int[] each : pairs) {
                polling.remove(each[0]);
                host.close(each[0]);
                host.close(each[1]);
            }
        }
    }

    /** A wait may end for no reason. */
    private static int awaitOne(Polling polling, int[] tokens, int[] readiness) {
        int ready = 0;
        long startNs = System.nanoTime();
        while (ready == 0 && System.nanoTime() - startNs < SOON_NS) {
            ready = polling.await(tokens, readiness, 1_000);
        }
        return ready;
    }

    @Test
    void shouldKnowTheProcessAtTheOtherEnd() {
        open();
        assertThat(host.peer(pair[0]).pid()).isEqualTo(host.pid());
        assertThat(host.peer(pair[1]).uid()).isEqualTo(host.uid());
        int process = host.processOf(pair[0]);
        int same = host.processOf(pair[1]);
        assertThat(host.isSameProcess(process, same)).isTrue();
        assertThat(host.isEnding(process, host.pid())).isFalse();
        host.close(process);
        host.close(same);
    }

    @Test
    void shouldShowAPipesFileAsASocketThatNobodyListensOnAfterwards() {
        String path = path("orders.sock");
        int listener = host.listen(path, 0600, 1);
        assertThat(host.lstat(path).isSocket()).isTrue();
        assertThat(host.lstat(path).permissions() & 0777).isEqualTo(0700);
        assertThatThrownBy(() -> host.listen(path, 0600, 1))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EADDRINUSE));
        int client = host.connect(path, SOON_NS);
        int server = accept(listener);
        assertThat(host.accept(listener)).isEqualTo(-Errno.EAGAIN);
        host.close(client);
        host.close(server);
        host.close(listener);
        assertThatThrownBy(() -> host.connect(path, SOON_NS))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
        assertThat(host.unlink(path)).isTrue();
        assertThat(host.unlink(path)).isFalse();
        assertThatThrownBy(() -> host.connect(path, SOON_NS))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOENT));
    }

    private int accept(int listener) {
        long startNs = System.nanoTime();
        int accepted;
        do {
            accepted = host.accept(listener);
        } while (accepted == -Errno.EAGAIN && System.nanoTime() - startNs < SOON_NS);
        assertThat(accepted).isNotNegative();
        return accepted;
    }

    @Test
    void shouldLockAFileOnceAndLetOthersReadAndRemoveIt() {
        String path = path("orders.lock");
        LockFile file = host.openLockFile(path);
        LockFile other = host.openLockFile(path);
        assertThat(file.tryLock()).isTrue();
        assertThat(other.tryLock()).isFalse();
        file.write("a longer text");
        file.write("nearcall 4711\n");
        assertThat(other.read()).isEqualTo("nearcall 4711\n");
        assertThat(host.readLockFile(path)).isEqualTo("nearcall 4711\n");
        assertThat(file.status().isSameFile(host.lstat(path))).isTrue();
        file.close();
        assertThat(other.tryLock()).isTrue();
        assertThat(host.unlink(path)).isTrue();
        other.close();
        LockFile next = host.openLockFile(path);
        assertThat(next.tryLock()).isTrue();
        next.close();
    }

    @Test
    void shouldMakeDirectoriesForThisUserOnly() throws Exception {
        FileStatus own = host.lstat(PrivateDirectory.path().toString());
        assertThat(own.isDirectory()).isTrue();
        assertThat(own.uid()).isEqualTo(host.uid());
        assertThat(own.permissions() & 0777).isEqualTo(0700);
        // Made by others of Windows, this one inherits what its parent lets others do: under Wine, to read it.
        String open = Files.createDirectory(Path.of(System.getProperty("java.io.tmpdir"), "open-" + host.pid()))
                .toString();
        assertThat(host.lstat(open).permissions() & 0077).isNotZero();
        assertThatThrownBy(() -> Endpoint.builder().directory(Path.of(open)).open())
                .hasMessageContaining("lets others in");
        Files.delete(Path.of(open));
    }

    @Test
    void shouldAllowNoOtherUser() {
        assertThatThrownBy(() -> Endpoint.builder().allowUser(1001))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("uid=1001");
    }
}

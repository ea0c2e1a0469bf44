// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plain Java behaves as the native library, and the two exclude each other. */
@Timeout(60)
class PlainHostTest {

    private static final long SECOND_NS = 1_000_000_000;

    private final Host plain = new PlainHost();
    private final Host natively = new NativeHost();

    @TempDir
    private Path directory;

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void shouldKnowItself() {
        assertThat(plain.pid()).isEqualTo(CurrentProcess.pid());
        assertThat(plain.uid()).isEqualTo(CurrentProcess.uid());
        assertThat(plain.isAlive(plain.pid())).isTrue();
    }

    @Test
    void shouldSeeTheSameFiles() throws Exception {
        Files.writeString(directory.resolve("file"), "orders");
        Files.createSymbolicLink(directory.resolve("link"), directory.resolve("file"));
        Fifo.make(path("fifo"));
        plain.makeDirectory(path("directory"), 0700);
        plain.close(plain.listen(path("socket"), 0600, 1));
        for (String name : new String[] {"file", "link", "fifo", "directory", "socket", "nothing"}) {
            assertThat(plain.lstat(path(name))).as(name).isEqualTo(natively.lstat(path(name)));
        }
        assertThat(plain.lstat(path("directory")).permissions()).isEqualTo(0700);
        assertThat(plain.lstat(path("socket")).permissions()).isEqualTo(0600);
        assertThatThrownBy(() -> plain.makeDirectory(path("directory"), 0700)).matches(e -> isErrno(e, Errno.EEXIST));
        assertThatThrownBy(() -> plain.unlink(path("directory"))).matches(e -> isErrno(e, Errno.EISDIR));
        assertThatThrownBy(() -> plain.openLockFile(path("link"))).matches(e -> isErrno(e, Errno.ELOOP));
        assertThat(plain.unlink(path("link"))).isTrue();
        assertThat(plain.unlink(path("link"))).isFalse();
        assertThat(directory.resolve("file")).hasContent("orders");
    }

    @Test
    void shouldMakePairsOfConnectedSockets() {
        for (Host host : new Host[] {plain, natively}) {
            int[] two = new int[2];
            host.pair(two);
            ByteBuffer bytes = ByteBuffer.allocateDirect(8).putInt(0, 7);
            assertThat(host.send(two[0], bytes, 0, 4, Host.NO_DESCRIPTOR)).isEqualTo(4);
            assertThat(host.receive(two[1], bytes, 4, 4, new int[1])).isEqualTo(4);
            assertThat(bytes.getInt(4)).isEqualTo(7);
            assertThat(host.peer(two[1]).uid()).isEqualTo(host.uid());
            host.close(two[0]);
            assertThat(host.receive(two[1], bytes, 4, 4, new int[1])).isZero();
            host.close(two[1]);
        }
    }

    private static boolean isErrno(Throwable failure, int errno) {
        return failure instanceof OsException known && known.errno() == errno;
    }

    @Test
    void shouldExcludeANativeLockAndBeExcludedByOne() {
        try (LockFile mine = plain.openLockFile(path("orders.lock"));
                LockFile theirs = natively.openLockFile(path("orders.lock"))) {
            assertThat(mine.tryLock()).isTrue();
            assertThat(theirs.tryLock()).isFalse();
        }
        try (LockFile theirs = natively.openLockFile(path("orders.lock"));
                LockFile mine = plain.openLockFile(path("orders.lock"))) {
            assertThat(theirs.tryLock()).isTrue();
            assertThat(mine.tryLock()).isFalse();
        }
    }

    /** The system would give it up when the process closes any other opening of the file. */
    @Test
    void shouldKeepALockWhateverElseThisProcessDoesWithTheFile() {
        try (LockFile mine = plain.openLockFile(path("orders.lock"));
                LockFile theirs = natively.openLockFile(path("orders.lock"))) {
            assertThat(mine.tryLock()).isTrue();
            mine.write("nearcall 7\n");
            try (LockFile other = plain.openLockFile(path("orders.lock"))) {
                assertThat(other.tryLock()).isFalse();
                assertThat(other.read()).isEqualTo("nearcall 7\n");
                assertThat(other.status()).isEqualTo(mine.status());
            }
            assertThat(plain.readLockFile(path("orders.lock"))).isEqualTo("nearcall 7\n");
            assertThat(theirs.tryLock()).isFalse();
            assertThat(theirs.read()).isEqualTo("nearcall 7\n");
        }
        assertThat(plain.readLockFile(path("orders.lock"))).isEqualTo("nearcall 7\n");
        assertThat(plain.readLockFile(path("nothing.lock"))).isEmpty();
        assertThat(directory.resolve("nothing.lock")).doesNotExist();
    }

    @Test
    void shouldSayWhatWasOpenedAndNotWhatBearsItsNameNow() {
        try (LockFile mine = plain.openLockFile(path("orders.lock"))) {
            long inode = mine.status().inode();
            assertThat(inode).isEqualTo(FileSystem.lstat(path("orders.lock")).inode());
            FileSystem.unlink(path("orders.lock"));
            assertThat(mine.status().inode()).isEqualTo(inode);
            try (LockFile theirs = natively.openLockFile(path("orders.lock"))) {
                assertThat(mine.status().inode())
                        .isEqualTo(inode)
                        .isNotEqualTo(theirs.status().inode());
            }
        }
    }

    @Test
    void shouldSayThatNothingIsThereWhereSomebodyElseInThisProcessHasJustRemovedTheFile() {
        try (LockFile mine = plain.openLockFile(path("orders.lock"))) {
            FileSystem.unlink(path("orders.lock"));
            try (LockFile other = plain.openLockFile(path("orders.lock"))) {
                assertThat(other.tryLock()).isFalse();
                assertThat(other.status()).isNull();
            }
            assertThat(mine.status()).isNotNull();
        }
    }

    @Test
    void shouldKnowAFileAgainByAnotherNameOfItsDirectory() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
        String byLink = link.resolve("orders.lock").toString();
        try (LockFile mine = plain.openLockFile(path("orders.lock"));
                LockFile theirs = natively.openLockFile(path("orders.lock"))) {
            assertThat(mine.tryLock()).isTrue();
            mine.write("nearcall 7\n");
            assertThat(plain.readLockFile(byLink)).isEqualTo("nearcall 7\n");
            try (LockFile other = plain.openLockFile(byLink)) {
                assertThat(other.tryLock()).isFalse();
            }
            assertThat(theirs.tryLock()).isFalse();
        }
    }

    @Test
    void shouldKeepALockWhateverItsThreadsStatusIs() throws Exception {
        Thread.currentThread().interrupt();
        try (LockFile mine = plain.openLockFile(path("orders.lock"));
                LockFile theirs = natively.openLockFile(path("orders.lock"))) {
            assertThat(mine.tryLock()).isTrue();
            mine.write("nearcall 7\n");
            assertThat(mine.read()).isEqualTo("nearcall 7\n");
            assertThat(theirs.tryLock()).isFalse();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldMeetANativeSocket() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(8);
        int[] none = new int[1];
        int listener = plain.listen(path("orders.sock"), 0600, 8);
        assertThat(plain.accept(listener)).isEqualTo(-Errno.EAGAIN);
        int theirs = natively.connect(path("orders.sock"), SECOND_NS);
        int mine = plain.accept(listener);
        assertThat(plain.peer(mine).uid()).isEqualTo(plain.uid());
        assertThat(plain.peer(mine).pid()).isEqualTo(Host.UNKNOWN);
        assertThat(natively.peer(theirs).pid()).isEqualTo(plain.pid());
        assertThat(plain.receive(mine, bytes, 0, 8, none)).isEqualTo(-Errno.EAGAIN);
        assertThat(plain.await(mine, true, 0)).isFalse();
        bytes.putLong(0, 42);
        assertThat(natively.send(theirs, bytes, 0, 8, -1)).isEqualTo(8);
        assertThat(plain.await(mine, true, 10 * SECOND_NS)).isTrue();
        bytes.putLong(0, 0);
        assertThat(plain.receive(mine, bytes, 0, 8, none)).isEqualTo(8);
        assertThat(bytes.getLong(0)).isEqualTo(42);
        assertThat(plain.send(mine, bytes, 0, 8, -1)).isEqualTo(8);
        plain.shutdown(mine);
        assertThat(natively.receive(theirs, bytes, 0, 8, none)).isEqualTo(8);
        assertThat(natively.receive(theirs, bytes, 0, 8, none)).isZero();
        assertThat(plain.receive(mine, bytes, 0, 8, none)).isZero();
        plain.close(mine);
        natively.close(theirs);
        plain.close(listener);
        assertThatThrownBy(() -> plain.connect(path("orders.sock"), 0)).matches(e -> isErrno(e, Errno.ECONNREFUSED));
        plain.unlink(path("orders.sock"));
        assertThatThrownBy(() -> plain.connect(path("orders.sock"), 0)).matches(e -> isErrno(e, Errno.ENOENT));
    }

    @Test
    void shouldGiveUpWhenABacklogStaysFull() {
        int listener = plain.listen(path("orders.sock"), 0600, 1);
        int first = plain.connect(path("orders.sock"), 0);
        int second = plain.connect(path("orders.sock"), 0);
        assertThatThrownBy(() -> plain.connect(path("orders.sock"), SECOND_NS / 50))
                .matches(e -> isErrno(e, Errno.ETIMEDOUT));
        for (int each : new int[] {first, second, listener}) {
            plain.close(each);
        }
    }

    @Test
    void shouldReportWhatIsReadableAgainAndAgainAndNothingThatWasRemoved() {
        int listener = plain.listen(path("orders.sock"), 0600, 8);
        int theirs = plain.connect(path("orders.sock"), 0);
        int mine = plain.accept(listener);
        int[] tokens = new int[4];
        int[] readiness = new int[4];
        try (Polling polling = plain.openPolling()) {
            polling.add(listener, 1);
            polling.add(mine, 2);
            assertThat(polling.await(tokens, readiness, 20)).isZero();
            plain.send(theirs, ByteBuffer.allocateDirect(1), 0, 1, -1);
            for (int token = 2; token < 20; token++) {
                assertThat(polling.await(tokens, readiness, 10_000)).isEqualTo(1);
                assertThat(tokens[0]).isEqualTo(token);
                assertThat(readiness[0]).isEqualTo(Polling.READABLE);
                polling.remove(mine);
                polling.add(mine, token + 1); // while the key before is in the way
            }
            polling.remove(mine);
            polling.wake();
            assertThat(polling.await(tokens, readiness, 20)).isZero();
        }
        for (int each : new int[] {mine, theirs, listener}) {
            plain.close(each);
        }
    }

    @Test
    void shouldReportRoomToWriteWhereThatIsWatched() {
        int[] two = new int[2];
        plain.pair(two);
        int[] tokens = new int[4];
        int[] readiness = new int[4];
        try (Polling polling = plain.openPolling()) {
            polling.add(two[0], 7);
            polling.watchWritable(two[0], 7, true);
            awaitOne(polling, tokens, readiness, Polling.WRITABLE);
            polling.watchWritable(two[0], 7, false);
            assertThat(polling.await(tokens, readiness, 20)).isZero();
            polling.watchWritable(two[0], 7, true);
            plain.send(two[1], ByteBuffer.allocateDirect(1), 0, 1, -1);
            awaitOne(polling, tokens, readiness, Polling.WRITABLE | Polling.READABLE);
            assertThat(tokens[0]).isEqualTo(7);
        }
        for (int each : two) {
            plain.close(each);
        }
    }

    private static void awaitOne(Polling polling, int[] tokens, int[] readiness, int expected) {
        int ready = 0;
        while (ready == 0 || readiness[0] != expected) { // the test's timeout ends this
            ready = polling.await(tokens, readiness, 1_000);
        }
    }
}

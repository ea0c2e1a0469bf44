// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileSystemIT {

    @TempDir
    private Path directory;

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void shouldMakeADirectoryWithExactlyTheModeAsked() {
        FileSystem.makeDirectory(path("runtime"), 0777);
        FileStatus status = FileSystem.lstat(path("runtime"));
        assertThat(status.isDirectory()).isTrue();
        assertThat(status.permissions()).isEqualTo(0777);
        assertThat(status.uid()).isEqualTo(CurrentProcess.uid());
    }

    @Test
    void shouldNotMakeADirectoryTwice() {
        FileSystem.makeDirectory(path("runtime"), 0700);
        assertThatThrownBy(() -> FileSystem.makeDirectory(path("runtime"), 0700))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EEXIST));
    }

    @Test
    void shouldSeeTheLinkRatherThanItsTarget() throws IOException {
        Files.createSymbolicLink(directory.resolve("link"), directory);
        assertThat(FileSystem.lstat(path("link")).isSymbolicLink()).isTrue();
        assertThatThrownBy(() -> FileSystem.openLockFile(path("link")))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ELOOP));
    }

    @Test
    void shouldTellNothingFromSomething() {
        assertThat(FileSystem.lstat(path("nothing"))).isNull();
        assertThat(FileSystem.unlink(path("nothing"))).isFalse();
        Descriptors.close(FileSystem.openLockFile(path("something")));
        assertThat(FileSystem.unlink(path("something"))).isTrue();
    }

    @Test
    void shouldLockOutAnotherProcessUntilItDies() {
        try (SecondJvm holder = SecondJvm.start(PeerProgram.class, "hold-lock", path("orders.lock"))) {
            assertThat(holder.readLine()).isEqualTo("done");
            int fd = FileSystem.openLockFile(path("orders.lock"));
            assertThat(FileSystem.tryLock(fd)).isFalse();
            assertThat(FileSystem.readText(fd)).isEqualTo("pid " + holder.pid());
            holder.kill();
            assertThat(FileSystem.tryLock(fd)).isTrue();
            Descriptors.close(fd);
        }
    }

    @Test
    void shouldLockOutAnotherOpeningInTheSameProcess() {
        int first = FileSystem.openLockFile(path("orders.lock"));
        int second = FileSystem.openLockFile(path("orders.lock"));
        assertThat(FileSystem.tryLock(first)).isTrue();
        assertThat(FileSystem.tryLock(second)).isFalse();
        Descriptors.close(first);
        assertThat(FileSystem.tryLock(second)).isTrue();
        Descriptors.close(second);
    }

    @Test
    void shouldReplaceTheWholeText() {
        int fd = FileSystem.openLockFile(path("orders.lock"));
        FileSystem.writeText(fd, "pid 123456");
        FileSystem.writeText(fd, "pid 7");
        assertThat(FileSystem.readText(fd)).isEqualTo("pid 7");
        assertThat(FileSystem.fstat(fd).size()).isEqualTo(5);
        Descriptors.close(fd);
    }

    @Test
    void shouldKeepTheLockInADuplicate() {
        int fd = FileSystem.openLockFile(path("orders.lock"));
        FileSystem.tryLock(fd);
        int copy = Descriptors.duplicate(fd);
        Descriptors.close(fd);
        int other = FileSystem.openLockFile(path("orders.lock"));
        assertThat(FileSystem.tryLock(other)).isFalse();
        Descriptors.close(copy);
        Descriptors.close(other);
    }

    @Test
    void shouldNameTheCallAndThePathOfAFailure() {
        assertThatThrownBy(() -> FileSystem.makeDirectory(path("a/b"), 0700))
                .hasMessage("mkdir: no such file or directory (ENOENT): " + path("a/b"));
        assertThatThrownBy(() -> Descriptors.close(-1))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errnoName()).isEqualTo("EBADF"));
    }
}

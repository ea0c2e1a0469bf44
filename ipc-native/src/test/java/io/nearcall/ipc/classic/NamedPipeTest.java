// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a pipe is made and found. What goes through it is in PipeStreamIT. */
@Timeout(60)
class NamedPipeTest {

    @TempDir
    Path directory;

    private static int failure(ThrowingCallable call) {
        return catchThrowableOfType(OsException.class, call).errno();
    }

    @Test
    void shouldBeRemovedByWhoCreatedItAndByNobodyElse() {
        Path path = directory.resolve("pipe");
        NamedPipe made = NamedPipe.create(path);
        assertThat(failure(() -> NamedPipe.create(path))).isEqualTo(Errno.EEXIST);
        NamedPipe.open(path).close();
        assertThat(path).exists();
        made.close();
        made.close();
        assertThat(path).doesNotExist();
        assertThat(failure(() -> NamedPipe.open(path))).isEqualTo(Errno.ENOENT);
    }

    @Test
    void shouldTakeNothingForAPipeThatIsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "precious");
        Path pipe = directory.resolve("pipe");
        Path link = Files.createSymbolicLink(directory.resolve("link"), pipe);
        try (NamedPipe made = NamedPipe.create(pipe)) {
            assertThat(NamedPipe.open(made.path()).path()).isEqualTo(pipe);
            assertThat(failure(() -> NamedPipe.open(file))).isEqualTo(Errno.EINVAL);
            assertThat(failure(() -> NamedPipe.open(link))).isEqualTo(Errno.ELOOP);
            assertThat(failure(() -> NamedPipe.open(directory))).isEqualTo(Errno.EINVAL);
            assertThat(failure(() -> NamedPipe.create(link))).isEqualTo(Errno.EEXIST);
        }
        assertThat(file).hasContent("precious");
    }

    @Test
    void shouldNotFollowWhatHasTakenAPipesPlace() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "precious");
        Path path = directory.resolve("pipe");
        NamedPipe.create(path);
        NamedPipe pipe = NamedPipe.open(path);
        Files.delete(path);
        Files.createSymbolicLink(path, file);
        assertThat(failure(pipe::openSource)).isEqualTo(Errno.ELOOP);
        assertThat(failure(pipe::openSink)).isEqualTo(Errno.ELOOP);
        Files.delete(path);
        Files.copy(file, path);
        assertThat(failure(pipe::openSource)).isEqualTo(Errno.EINVAL);
        assertThat(failure(pipe::openSink)).isEqualTo(Errno.EINVAL);
        assertThat(path).hasContent("precious");
    }

    @Test
    void shouldNotRemoveWhatHasTakenItsPlace() throws IOException {
        Path path = directory.resolve("pipe");
        NamedPipe made = NamedPipe.create(path);
        Files.move(path, directory.resolve("elsewhere")); // or the inode might come again
        NamedPipe later = NamedPipe.create(path);
        made.close();
        assertThat(path).exists();
        later.close();
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldWaitForAReaderAsLongAsItMay() throws Exception {
        try (NamedPipe pipe = NamedPipe.create(directory.resolve("pipe"))) {
            long beganNs = System.nanoTime();
            assertThat(pipe.openSink(Duration.ofMillis(30))).isNull();
            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(30_000_000);
            try (ByteSource source = pipe.openSource();
                    ByteSink sink = pipe.openSink(Duration.ofSeconds(30))) {
                assertThat(source.isOpen() && sink.isOpen()).isTrue();
            }
        }
    }
}

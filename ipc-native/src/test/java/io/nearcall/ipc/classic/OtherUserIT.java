// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.nearcall.ipc.os.SecondJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What another user that knows keys, ids and paths can open. Only root can act as another user. */
@Timeout(60)
class OtherUserIT {

    private static final List<String> NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");

    @Test
    void shouldBeRefusedWhatIsNotItsOwn(@TempDir Path directory) throws Exception {
        assumeThat(mayBeNobody()).as("only root becomes another user").isTrue();
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        String classPath = SecondJvm.readable(NamedPipe.class, directory.resolve("main"))
                + File.pathSeparator
                + SecondJvm.readable(Nobody.class, directory.resolve("test"));
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.setAttribute(home, "unix:uid", 65534);
        Path path = directory.resolve("pipe");
        IpcKey key = IpcKey.ofFile(directory, 'o');
        try (NamedPipe pipe = NamedPipe.create(path);
                MessageQueue queue = MessageQueue.create(key);
                SemaphoreSet set = SemaphoreSet.create(key, 1);
                SharedMemorySegment segment = SharedMemorySegment.create(key, 1_000);
                SecondJvm nobody = SecondJvm.startBy(
                        NOBODY,
                        List.of("--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + home),
                        classPath,
                        Nobody.class,
                        path.toString(),
                        "" + queue.id(),
                        "" + set.id(),
                        "" + segment.id())) {
            List<String> answers = nobody.readAll().lines().toList();
            assertThat(answers.subList(0, 3))
                    .allMatch(line -> line.contains("EEXIST") && line.contains("is there already"));
            assertThat(answers.subList(3, 7))
                    .allMatch(line -> line.contains("EACCES") && line.contains("another user"));
            assertThat(answers.subList(7, 13)).allMatch(line -> line.contains("EACCES"));
            assertThat(answers).hasSize(13);
            assertThat(set.get(0)).isEqualTo(1);
            assertThat(queue.status().messages()).isZero();
            assertThat(segment.status().attached()).isEqualTo(1);
            assertThat(pipe.path()).exists();
        }
    }

    private static boolean mayBeNobody() throws InterruptedException {
        List<String> command = new ArrayList<>(NOBODY);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Tries everything. */
    static final class Nobody {

        public static void main(String[] arguments) {
            Path path = Path.of(arguments[0]);
            IpcKey key = IpcKey.ofFile(path.getParent(), 'o');
            Attempt.print(() -> MessageQueue.create(key));
            Attempt.print(() -> SemaphoreSet.create(key, 1));
            Attempt.print(() -> SharedMemorySegment.create(key, 1_000));
            Attempt.print(() -> MessageQueue.open(key));
            Attempt.print(() -> SemaphoreSet.open(key));
            Attempt.print(() -> SharedMemorySegment.open(key));
            Attempt.print(() -> SharedMemorySegment.openForReading(key));
            Attempt.print(() -> MessageQueue.ofId(Integer.parseInt(arguments[1])));
            Attempt.print(() -> SemaphoreSet.ofId(Integer.parseInt(arguments[2])));
            Attempt.print(() -> SharedMemorySegment.ofId(Integer.parseInt(arguments[3])));
            Attempt.print(() -> NamedPipe.create(path.resolveSibling("mine")));
            Attempt.print(() -> NamedPipe.open(path).openSource());
            Attempt.print(() -> NamedPipe.open(path).openSink());
        }
    }
}

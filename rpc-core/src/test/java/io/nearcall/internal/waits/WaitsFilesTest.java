// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.ProcessStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WaitsFilesTest {

    private static final int NOBODY = 0x7fffff00; // no process has such a number
    private static final long HOUR_MS = 3_600_000;
    private static final String NAMESPACE = "pid:[1]";

    @TempDir
    private Path directory;

    private static WaitsView waits(int pid, long startTicks, String namespace) {
        return new WaitsView(pid, startTicks, namespace, "/run/nearcall", 1, List.of(), List.of(), List.of());
    }

    private Path write(WaitsView view, int number) throws IOException {
        Path file = WaitsFiles.path(directory.toString(), view.pid(), number);
        WaitsFiles.write(file, view);
        return file;
    }

    private long count() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    @Test
    void shouldReplaceAFileAsAWhole() throws IOException {
        write(waits(NOBODY, 1, NAMESPACE), 5);
        write(waits(NOBODY, 2, NAMESPACE), 5);
        assertThat(WaitsFiles.read(directory.toString())).containsExactly(waits(NOBODY, 2, NAMESPACE));
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void shouldLeaveOutWhatIsNoFileOfWaits() throws IOException {
        Files.writeString(directory.resolve("1-1.waits"), "NNCWAITS but no more");
        Files.createDirectory(directory.resolve("1-2.waits"));
        Files.createSymbolicLink(directory.resolve("1-3.waits"), directory.resolve("1-1.waits"));
        assertThat(WaitsFiles.read(directory.toString())).isEmpty();
        assertThat(WaitsFiles.read(directory.resolve("none").toString())).isEmpty();
    }

    @Test
    void shouldKeepTheWaitsOfTheLastEightOfTheDead() throws IOException {
        long nowMs = System.currentTimeMillis();
        for (int i = 0; i < 12; i++) {
            Files.setLastModifiedTime(
                    write(waits(NOBODY + i, 1, NAMESPACE), i), FileTime.fromMillis(nowMs - 1_000 * i));
        }
        WaitsFiles.sweep(directory.toString(), NAMESPACE);
        assertThat(WaitsFiles.read(directory.toString()))
                .extracting(WaitsView::pid)
                .hasSize(8)
                .contains(NOBODY, NOBODY + 7);
    }

    @Test
    void shouldRemoveWhatIsOlderThanAnHourUnlessItsProcessIsKnownToLive() throws IOException {
        int pid = Host.current().pid();
        FileTime old = FileTime.fromMillis(System.currentTimeMillis() - 2 * HOUR_MS);
        Files.setLastModifiedTime(write(waits(NOBODY, 1, NAMESPACE), 1), old);
        Files.setLastModifiedTime(Files.writeString(directory.resolve("1-1.waits.new"), "half"), old);
        Files.setLastModifiedTime(write(waits(pid, ProcessStatus.of(pid).startTicks(), NAMESPACE), 2), old);
        Files.setLastModifiedTime(write(waits(NOBODY, 1, "pid:[2]"), 3), old);
        write(waits(NOBODY, 2, "pid:[2]"), 4);
        WaitsFiles.sweep(directory.toString(), NAMESPACE);
        assertThat(WaitsFiles.read(directory.toString()))
                .extracting(WaitsView::startTicks)
                .containsExactlyInAnyOrder(ProcessStatus.of(pid).startTicks(), 2L);
        assertThat(count()).isEqualTo(2);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.statistics.PageOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatisticsDirectoryTest {

    private Path directory;

    private RuntimeDirectory in(Path parent) throws IOException {
        directory = Files.createTempDirectory(
                parent, "run", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return RuntimeDirectory.open(directory.toString());
    }

    @AfterEach
    void remove() throws IOException {
        Files.delete(directory);
    }

    @Test
    void shouldBeTheRuntimeDirectoryIfThatIsInMemory() throws IOException {
        PageOwner owner = StatisticsDirectory.owner(in(Path.of("/dev/shm")), "shop", 1);
        assertThat(owner.directory()).isEqualTo(directory.toString());
        assertThat(owner.runtimeDirectory()).isEqualTo(directory.toString());
        assertThat(owner.pid()).isEqualTo((int) ProcessHandle.current().pid());
        assertThat(owner.pidNamespace()).startsWith("pid:[");
    }

    /** A writer of a page on a disk waits for the disk. */
    @Test
    void shouldBeInMemoryWhereverTheRuntimeDirectoryIs() throws IOException {
        PageOwner owner = StatisticsDirectory.owner(in(Path.of("target").toAbsolutePath()), "shop", 1);
        Path found = Path.of(owner.directory());
        assertThat(Files.getFileStore(found).type()).isEqualTo("tmpfs");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(found)))
                .isEqualTo("rwx------");
    }
}

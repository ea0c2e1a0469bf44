// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What earlier JVMs have left of the library for Windows, which a file system of Linux shows as well. */
class LibraryTest {

    @TempDir
    private Path directory;

    private Path leftover(String name, int ageSeconds) throws IOException {
        Path leftover = Files.createDirectory(directory.resolve(name));
        Files.createFile(leftover.resolve("nearcall.dll"));
        Files.setLastModifiedTime(leftover, FileTime.from(Instant.now().minusSeconds(ageSeconds)));
        return leftover;
    }

    @Test
    void shouldRemoveLeftoversThatAreAnHourOld() throws Exception {
        Path old = leftover("nearcall-native-1a", 3_700);
        Path young = leftover("nearcall-native-1b", 3_000);
        Path other = leftover("nearcall-something", 3_700);
        Library.removeLeftovers(directory);
        assertThat(old).doesNotExist();
        assertThat(young.resolve("nearcall.dll")).exists();
        assertThat(other.resolve("nearcall.dll")).exists();
    }

    @Test
    void shouldLoadWhereNothingCanBeListed() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatNoException().isThrownBy(() -> Library.removeLeftovers(file));
    }
}

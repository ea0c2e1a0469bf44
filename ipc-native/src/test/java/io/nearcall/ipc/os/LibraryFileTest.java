// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library's file after a failure of the file system or the linker, and the message. */
class LibraryFileTest {

    private static final byte[] LIBRARY = {1, 2, 3};
    private static final FileTime LONG_AGO =
            FileTime.from(Instant.now().minusSeconds(3_700).truncatedTo(ChronoUnit.SECONDS));

    @TempDir
    private Path directory;

    private String former;

    @BeforeEach
    void useTheDirectory() {
        former = System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, directory.toString());
    }

    @AfterEach
    void useTheFormerDirectory() {
        if (former == null) {
            System.clearProperty(NativeLibrary.DIRECTORY_PROPERTY);
        } else {
            System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, former);
        }
    }

    /** As on NFS: a file that is in use cannot be removed, but gets another name. */
    private static void keep(Path file) {
        try {
            Files.createFile(file.resolveSibling(".nfs1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Consumer<Path> failing(Throwable failure) {
        return file -> {
            keep(file);
            if (failure instanceof Error error) {
                throw error;
            }
        };
    }

    private Path leftover(String name) throws IOException {
        Path leftover = Files.createDirectory(directory.resolve(name));
        Files.setLastModifiedTime(Files.createFile(leftover.resolve("libnearcall.so")), LONG_AGO);
        Files.setLastModifiedTime(leftover, LONG_AGO);
        return leftover;
    }

    @Test
    void shouldLoadWhereAFileThatIsInUseKeepsItsDirectory() {
        LibraryFile.load(LIBRARY, LibraryFileTest::keep);
    }

    @Test
    void shouldSayWhatTheLinkerHasSaidWhateverStaysBehind() {
        assertThatThrownBy(() -> LibraryFile.load(LIBRARY, failing(new UnsatisfiedLinkError("of another processor"))))
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining("of another processor");
    }

    @Test
    void shouldSayWhatTheLibraryHasMissed() {
        assertThatThrownBy(() -> LibraryFile.load(LIBRARY, failing(new NoClassDefFoundError("a class of its own"))))
                .isInstanceOf(NativeLibraryException.class)
                .hasMessageContaining("a class of its own");
    }

    @Test
    void shouldRemoveLeftoversThoughNothingCanBeLoaded() throws Exception {
        Path leftover = leftover("libnearcall-1a.so");
        assertThatThrownBy(() -> LibraryFile.load(LIBRARY, failing(new UnsatisfiedLinkError())))
                .isInstanceOf(NativeLibraryException.class);
        assertThat(leftover).doesNotExist();
    }

    @Test
    void shouldLeaveAFileThatHasJustBeenWritten() throws Exception {
        Path beingWritten = leftover("libnearcall-1a.so");
        Files.setLastModifiedTime(beingWritten.resolve("libnearcall.so"), FileTime.from(Instant.now()));
        Path justMade = leftover("libnearcall-1b.so");
        Files.setLastModifiedTime(justMade, FileTime.from(Instant.now()));
        LibraryFile.load(LIBRARY, file -> {});
        assertThat(beingWritten.resolve("libnearcall.so")).exists();
        assertThat(justMade.resolve("libnearcall.so")).exists();
    }

    @Test
    void shouldLeaveAFileThatAUserHasNamedAfterItsPlatform() throws Exception {
        Path library = Files.createFile(directory.resolve("libnearcall-linux-x86_64.so"));
        Files.setLastModifiedTime(library, LONG_AGO);
        LibraryFile.load(LIBRARY, file -> {});
        assertThat(library).exists();
    }

    @Test
    void shouldLoadFromWhereALinkPointedWhenItWasChecked() throws Exception {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        System.setProperty(NativeLibrary.DIRECTORY_PROPERTY, link.toString());
        LibraryFile.load(
                LIBRARY,
                file -> assertThat(file.getParent().getParent().getFileName()).hasToString("real"));
    }

    @Test
    void shouldMakeNothingWhereOthersMayReplaceIt() throws Exception {
        Files.setAttribute(directory, "unix:mode", 0777);
        Files.setLastModifiedTime(directory, LONG_AGO);
        assertThatThrownBy(() -> LibraryFile.load(LIBRARY, file -> {})).isInstanceOf(NativeLibraryException.class);
        assertThat(Files.getLastModifiedTime(directory)).isEqualTo(LONG_AGO);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.RecordLock;
import io.nearcall.ipc.os.SecondJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Finding, creating and removing objects, and files that are not objects. */
@Timeout(60)
class SharedObjectIT {

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("turnstile");
    }

    private static OsException refused(Path path, Layout layout) {
        return catchThrowableOfType(OsException.class, () -> SharedObject.open(path, layout));
    }

    private void assertRefusedAndUntouched(int errno, String message) throws IOException {
        byte[] before = Files.readAllBytes(path);
        OsException refused = refused(path, Turnstile.LAYOUT);
        assertThat(refused.errno()).isEqualTo(errno);
        assertThat(refused).hasMessageContaining(path.toString()).hasMessageContaining(message);
        assertThat(Files.readAllBytes(path)).isEqualTo(before);
    }

    /** What all leave behind that have it open when all of them are killed. */
    private byte[] abandoned(Layout layout) throws IOException {
        byte[] bytes;
        try (SharedObject object = SharedObject.open(path, layout)) {
            bytes = Files.readAllBytes(object.path());
        }
        assertThat(path).doesNotExist();
        return bytes;
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(path, bytes);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    }

    private static byte[] patched(byte[] bytes, int offset, int value) {
        byte[] patched = bytes.clone();
        ByteBuffer.wrap(patched).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        return patched;
    }

    @Test
    void shouldExistAsLongAsSomebodyHasItOpen() {
        Turnstile first = new Turnstile(path);
        first.pass();
        Turnstile second = new Turnstile(path);
        second.pass();
        first.close();
        Turnstile third = new Turnstile(path);
        second.close();
        assertThat(third.passed()).isEqualTo(2);
        third.close();
        assertThat(directory).isEmptyDirectory();
        try (Turnstile another = new Turnstile(path)) {
            assertThat(another.passed()).isZero();
        }
    }

    @Test
    void shouldBeOneObjectForAllWhoHaveItOpenHoweverTheyComeAndGo() throws Exception {
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            all.add(CompletableFuture.runAsync(this::comeAndGo, body -> new Thread(body).start()));
        }
        for (CompletableFuture<Void> each : all) {
            each.get(50, TimeUnit.SECONDS);
        }
        assertThat(directory).isEmptyDirectory();
    }

    private void comeAndGo() {
        for (int round = 0; round < 1_000; round++) {
            try (Turnstile turnstile = new Turnstile(path)) {
                turnstile.pass();
                try (Turnstile again = new Turnstile(path)) {
                    assertThat(again.passed()).isPositive();
                }
            }
        }
    }

    @Test
    void shouldBeginAnewIfAllHaveDied() throws IOException {
        byte[] bytes = abandoned(Turnstile.LAYOUT);
        write(patched(patched(bytes, ObjectDescriptor.FIELDS_OFFSET, 7), ObjectDescriptor.OWNER_OFFSET, 1 << 10));
        try (Turnstile turnstile = new Turnstile(path)) {
            assertThat(turnstile.passed()).isZero();
        }
        write(abandoned(Fields.LAYOUT));
        new Turnstile(path).close();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldRefuseWhatIsNoObject() throws IOException {
        for (int length : new int[] {0, 100, 5_000}) {
            write(new byte[length]);
            assertRefusedAndUntouched(Errno.EINVAL, "is not a shared object");
        }
        write("a letter of somebody's ".repeat(1_000).getBytes());
        assertRefusedAndUntouched(Errno.EINVAL, "is not a shared object");
    }

    @Test
    void shouldRefuseAnObjectOfAnotherFormatOrLengthEvenIfNobodyHasIt() throws IOException {
        byte[] bytes = abandoned(Turnstile.LAYOUT);
        write(patched(bytes, ObjectDescriptor.VERSION_OFFSET, 2));
        assertRefusedAndUntouched(Errno.EINVAL, "format 2, not 1");
    }

    @Test
    void shouldRefuseAnObjectThatIsInUseWithOtherFields() throws IOException {
        try (Turnstile turnstile = new Turnstile(path)) {
            OsException refused = refused(path, Fields.LAYOUT);
            assertThat(refused.errno()).isEqualTo(Errno.EINVAL);
            assertThat(refused)
                    .hasMessageContaining("has the fields [int in, int out], not [" + Fields.LAYOUT.description());
            turnstile.pass();
            assertThat(turnstile.passed()).isEqualTo(1);
        }
    }

    @Test
    void shouldRefuseAnObjectInUseWhoseLengthsDoNotAgree() throws IOException {
        byte[] bytes = abandoned(Turnstile.LAYOUT);
        int[][] patches = {
            {ObjectDescriptor.FIELDS_LENGTH_OFFSET, 16},
            {ObjectDescriptor.FIELDS_LENGTH_OFFSET, -8},
            {ObjectDescriptor.DESCRIPTION_LENGTH_OFFSET, Integer.MAX_VALUE}
        };
        for (int[] patch : patches) {
            write(patched(bytes, patch[0], patch[1]));
            int fd = FileSystem.openExisting(path.toString());
            RecordLock.tryLock(fd, 5, 1); // as if a process had it open
            assertRefusedAndUntouched(Errno.EINVAL, "but its header says");
            Descriptors.close(fd);
        }
    }

    @Test
    void shouldRefuseALinkAPipeADirectoryAndAFileThatIsOpenToOthers() throws IOException {
        Path target = directory.resolve("target");
        new Turnstile(target).close();
        Files.createSymbolicLink(path, target);
        assertThat(refused(path, Turnstile.LAYOUT).errno()).isEqualTo(Errno.ELOOP);
        Files.delete(path);

        Fifo.make(path.toString());
        assertThat(refused(path, Turnstile.LAYOUT)).hasMessageContaining("is not a regular file");
        Files.delete(path);

        assertThat(refused(directory, Turnstile.LAYOUT)).hasMessageContaining("is not a regular file");
        assertThat(refused(directory.resolve("none/turnstile"), Turnstile.LAYOUT)
                        .errno())
                .isEqualTo(Errno.ENOENT);

        write(abandoned(Turnstile.LAYOUT));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefusedAndUntouched(Errno.EACCES, "its mode is 0644");
    }

    @Test
    void shouldRefuseAFileOfAnotherUsers() throws Exception {
        write(abandoned(Turnstile.LAYOUT));
        Process chown = new ProcessBuilder("chown", "65533", path.toString()).start();
        assumeThat(chown.waitFor()).as("only root gives files away").isZero();
        assertRefusedAndUntouched(Errno.EACCES, "belongs to user 65533");
    }

    @Test
    void shouldRefuseToBeOpenMoreOftenThanThereIsRoom() {
        List<Turnstile> all = new ArrayList<>();
        for (int i = 0; i < ObjectDescriptor.SLOTS; i++) {
            all.add(new Turnstile(path));
        }
        assertThat(refused(path, Turnstile.LAYOUT)).hasMessageContaining("is open 480 times already");
        all.remove(77).close();
        all.add(new Turnstile(path));
        all.forEach(Turnstile::pass);
        assertThat(all.get(0).passed()).isEqualTo(480);
        all.forEach(Turnstile::close);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldLeaveNothingOfAnObjectThatTheKernelHasNoRoomFor() throws Exception {
        // In a process with a file limit of 2 048 blocks of 512 bytes.
        List<String> limited = List.of("sh", "-c", "ulimit -f 2048; exec \"$@\"", "sh");
        List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
        try (SecondJvm other = SecondJvm.startBy(limited, options, TooLarge.class, path.toString())) {
            assertThat(other.readAll()).isEqualTo("EFBIG\n");
            assertThat(other.awaitExit()).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }

    /** Tells why an object of 8 MB cannot be made. */
    static final class TooLarge {
        public static void main(String[] arguments) {
            Layout layout = new Layout();
            layout.addLongs("samples", 1_000_000);
            System.out.println(refused(Path.of(arguments[0]), layout).errnoName());
        }
    }

    @Test
    void shouldFindAnObjectInTheUsersDirectoryByItsName() {
        String before =
                System.setProperty("io.nearcall.dir", directory.resolve("made").toString());
        try (SharedObject object = SharedObject.open("counter-1.2_b", Turnstile.LAYOUT)) {
            assertThat(object.path()).isEqualTo(directory.resolve("made/counter-1.2_b.object"));
            for (String name : List.of("", ".hidden", "../counter", "a/b", "n".repeat(101))) {
                assertThatThrownBy(() -> SharedObject.open(name, Turnstile.LAYOUT))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        } finally {
            if (before == null) {
                System.clearProperty("io.nearcall.dir");
            } else {
                System.setProperty("io.nearcall.dir", before);
            }
        }
        assertThat(directory.resolve("made")).isEmptyDirectory();
    }
}

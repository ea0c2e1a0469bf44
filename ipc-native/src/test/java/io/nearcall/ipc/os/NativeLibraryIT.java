// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class NativeLibraryIT {

    private static final String DIRECTORY = "-D" + NativeLibrary.DIRECTORY_PROPERTY + "=";
    private static final String ALLOW = "--enable-native-access=ALL-UNNAMED";

    private static final Path NAMED_FILE = Path.of(
                    "target/classes/META-INF/native", Platform.current(), "libnearcall.so")
            .toAbsolutePath();
    private static final String NAMED = "-D" + NativeLibrary.LIBRARY_PROPERTY + "=" + NAMED_FILE;

    /** The offset of {@code e_machine} in the header, and two of its values. */
    private static final int ELF_MACHINE = 18;

    private static final int ELF_X86_64 = 62;
    private static final int ELF_AARCH64 = 183;

    /** Users without processes here, except one that is started as the other user. */
    private static final int STRANGER = 54_321;

    private static final int USER = 54_322;

    @TempDir
    private Path directory;

    private static String load(String... options) throws InterruptedException {
        return run("load", options);
    }

    private static String run(String command, String... options) throws InterruptedException {
        try (SecondJvm jvm = SecondJvm.start(List.of(options), PeerProgram.class, command)) {
            String text = jvm.readAll();
            jvm.awaitExit();
            return text;
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    void shouldLoadInSeveralJvmsThatStartAtOnceAndLeaveNothingBehind() throws Exception {
        List<SecondJvm> jvms = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            jvms.add(SecondJvm.start(List.of(ALLOW, DIRECTORY + directory), PeerProgram.class, "load"));
        }
        for (SecondJvm jvm : jvms) {
            assertThat(jvm.readAll()).isEqualTo("done\n");
            assertThat(jvm.awaitExit()).isZero();
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldRemoveWhatAKilledJvmLeftBehindAndNothingElse() throws Exception {
        Path leftover = Files.createDirectory(directory.resolve("libnearcall-123.so"));
        FileTime longAgo = FileTime.from(Instant.now().minusSeconds(3600));
        Files.setLastModifiedTime(Files.createFile(leftover.resolve("libnearcall.so")), longAgo);
        Files.setLastModifiedTime(leftover, longAgo);
        Path ofEarlierVersion = Files.createFile(directory.resolve("libnearcall-124.so"));
        Files.setLastModifiedTime(ofEarlierVersion, longAgo);
        Path beingWritten = Files.createDirectory(directory.resolve("libnearcall-456.so"));
        Path foreign = Files.createFile(directory.resolve("other.so"));
        Files.setLastModifiedTime(foreign, longAgo);
        assertThat(load(ALLOW, DIRECTORY + directory)).isEqualTo("done\n");
        assertThat(files()).containsExactlyInAnyOrder(beingWritten, foreign);
    }

    @Test
    void shouldNameThePropertyWhereNoFileCanBeMade() throws InterruptedException {
        assertThat(load(ALLOW, DIRECTORY + directory.resolve("missing")))
                .contains("NativeLibraryException")
                .contains("no file can be created in " + directory.resolve("missing"))
                .contains(DIRECTORY + "DIRECTORY");
    }

    @Test
    void shouldNotLoadFromADirectoryInWhichOthersMayReplaceTheFile() throws Exception {
        Files.setAttribute(directory, "unix:mode", 0777);
        assertThat(load(ALLOW, DIRECTORY + directory))
                .contains("NativeLibraryException")
                .contains("others may replace files in " + directory + ", because its mode is 0777")
                .contains(DIRECTORY + "DIRECTORY");
        assertThat(files()).isEmpty();
        Files.setAttribute(directory, "unix:mode", 01777);
        assertThat(load(ALLOW, DIRECTORY + directory)).isEqualTo("done\n");
    }

    @Test
    void shouldNotLoadFromADirectoryOfAnotherUser() throws Exception {
        assumeThat(CurrentProcess.uid()).as("only root gives a directory away").isZero();
        Files.setAttribute(directory, "unix:uid", STRANGER);
        for (int mode : new int[] {0700, 01777}) {
            Files.setAttribute(directory, "unix:mode", mode);
            assertThat(load(ALLOW, DIRECTORY + directory))
                    .contains("NativeLibraryException")
                    .contains("others may replace files in " + directory + ", because it belongs to user " + STRANGER);
        }
        assertThat(files()).isEmpty();
    }

    /**
     * Neither the members of a group nor the writers of an access list can be found out: the mask has the bits of the
     * group.
     */
    @Test
    void shouldNotLoadFromADirectoryInWhichAGroupMayReplaceTheFile() throws Exception {
        Files.setAttribute(directory, "unix:mode", 0770);
        assertThat(load(ALLOW, DIRECTORY + directory))
                .contains("NativeLibraryException")
                .contains("others may replace files in " + directory + ", because its mode is 0770")
                .contains("run chmod +t " + directory);
        Files.setAttribute(directory, "unix:mode", 01770);
        assertThat(load(ALLOW, DIRECTORY + directory)).isEqualTo("done\n");
    }

    /** There the owner of {@code /} looks like all users outside, which are not trusted for that. */
    @Test
    void shouldTrustNoOtherUserInANamespaceWithoutRoot(@TempDir Path copies) throws Exception {
        assumeThat(CurrentProcess.uid()).as("only root gives a directory away").isZero();
        List<String> launcher = List.of(
                "setpriv",
                "--reuid=" + USER,
                "--regid=" + USER,
                "--clear-groups",
                "unshare",
                "-U",
                "--map-current-user");
        assumeThat(succeeds(launcher, "true")).as("namespaces may be made").isTrue();
        Files.setPosixFilePermissions(copies, PosixFilePermissions.fromString("rwxr-xr-x"));
        String classPath = SecondJvm.readable(NativeLibrary.class, copies.resolve("main"))
                + File.pathSeparator
                + SecondJvm.readable(PeerProgram.class, copies.resolve("test"));
        Files.setAttribute(directory, "unix:uid", STRANGER);
        Files.setAttribute(directory, "unix:mode", 01777);
        try (SecondJvm jvm = SecondJvm.startBy(
                launcher, List.of(ALLOW, DIRECTORY + directory), classPath, PeerProgram.class, "load")) {
            assertThat(jvm.readAll())
                    .contains("others may replace files in " + directory + ", because it belongs to user 65534");
        }
        for (String trusted : List.of("/tmp", ownDirectory().toString())) {
            try (SecondJvm jvm = SecondJvm.startBy(
                    launcher, List.of(ALLOW, DIRECTORY + trusted), classPath, PeerProgram.class, "load")) {
                assertThat(jvm.readAll()).isEqualTo("done\n");
            }
        }
    }

    private Path ownDirectory() throws IOException {
        Path own = Files.createDirectory(directory.resolve("own"));
        Files.setAttribute(own, "unix:uid", USER);
        return own;
    }

    @Test
    void shouldNameTheDirectoryThatIsFull() throws Exception {
        assertThat(loadFromMount("size=8k")).contains("no file can be written in " + directory + " (No space left");
    }

    @Test
    void shouldSayThatTheDirectoryIsMountedNoexec() throws Exception {
        assertThat(loadFromMount("noexec,size=1m"))
                .contains("NativeLibraryException")
                .contains(directory + " is mounted noexec")
                .contains(DIRECTORY + "DIRECTORY");
    }

    @Test
    void shouldSayThatTheDirectoryIsReadOnly() throws Exception {
        assertThat(loadFromMount("ro,size=1m"))
                .contains("NativeLibraryException")
                .contains("no file can be created in " + directory)
                .contains("Read-only file system")
                .contains(DIRECTORY + "DIRECTORY");
    }

    /** As in a container with a read-only root and one writable directory. */
    @Test
    void shouldLoadOnAReadOnlyRootThroughADirectoryThatIsWritable() throws Exception {
        List<String> namespace = List.of("unshare", "-rm");
        String readOnly = "mount -t tmpfs -o mode=700 none \"$0\" && mount -o remount,bind,ro /";
        List<String> probe = new ArrayList<>(namespace);
        probe.addAll(List.of("sh", "-c", readOnly, directory.toString()));
        assumeThat(new ProcessBuilder(probe).start().waitFor())
                .as("the root can be made read-only")
                .isZero();
        List<String> launcher = new ArrayList<>(namespace);
        launcher.addAll(List.of("sh", "-c", readOnly + " && ! touch /nearcall-root 2>/dev/null && exec \"$@\""));
        launcher.add(directory.toString());
        try (SecondJvm jvm =
                SecondJvm.startBy(launcher, List.of(ALLOW, DIRECTORY + directory), PeerProgram.class, "load")) {
            assertThat(jvm.readAll()).endsWith("done\n");
        }
    }

    /** A mount in its own namespace, if the kernel gives users namespaces. */
    private String loadFromMount(String options) throws Exception {
        List<String> namespace = List.of("unshare", "-rm");
        assumeThat(succeeds(namespace, "true")).isTrue();
        List<String> launcher = new ArrayList<>(namespace);
        launcher.addAll(List.of("sh", "-c", "mount -t tmpfs -o mode=700," + options + " none \"$0\" && exec \"$@\""));
        launcher.add(directory.toString());
        try (SecondJvm jvm =
                SecondJvm.startBy(launcher, List.of(ALLOW, DIRECTORY + directory), PeerProgram.class, "load")) {
            return jvm.readAll();
        }
    }

    @Test
    void shouldNotTakeAnUmaskForAMountWithoutExecution() {
        List<String> launcher = List.of("sh", "-c", "umask 777; exec \"$@\"", "sh");
        try (SecondJvm jvm =
                SecondJvm.startBy(launcher, List.of(ALLOW, DIRECTORY + directory), PeerProgram.class, "load")) {
            assertThat(jvm.readAll()).endsWith("done\n");
        }
    }

    private static boolean succeeds(List<String> launcher, String program) throws InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.add(program);
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** For any failure: an exception that passes through would break the classes with initialisers that ask. */
    @Test
    void shouldTurnAllFailuresIntoItsException() throws InterruptedException {
        assertThat(run("load-from-no-path", ALLOW))
                .startsWith("false\n")
                .contains("NativeLibraryException", "InvalidPathException: Nul character not allowed");
    }

    @Test
    void shouldSayWhichPlatformIsMissing() throws InterruptedException {
        assertThat(load(ALLOW, "-Dos.arch=s390x"))
                .contains("no native library for linux-s390x ")
                .contains("mvn package")
                .contains(NativeLibrary.LIBRARY_PROPERTY);
    }

    @Test
    void shouldSayThatTheLibraryNamedDoesNotExist() throws InterruptedException {
        assertThat(load(ALLOW, "-D" + NativeLibrary.LIBRARY_PROPERTY + "=/missing.so"))
                .contains("NativeLibraryException")
                .contains("/missing.so");
    }

    @Test
    void shouldSayThatTheLibraryNamedIsNone() throws Exception {
        Path text = Files.writeString(directory.resolve("text.so"), "not ELF");
        assertThat(load(ALLOW, "-D" + NativeLibrary.LIBRARY_PROPERTY + "=" + text))
                .contains("cannot be loaded");
    }

    @Test
    void shouldSayThatTheLibraryNamedIsForAnotherProcessor() throws Exception {
        byte[] library = Files.readAllBytes(NAMED_FILE);
        library[ELF_MACHINE] = (byte) (Platform.current().equals("linux-aarch64") ? ELF_X86_64 : ELF_AARCH64);
        Path foreign = Files.write(directory.resolve("foreign.so"), library);
        assertThat(load(ALLOW, "-D" + NativeLibrary.LIBRARY_PROPERTY + "=" + foreign))
                .contains("NativeLibraryException")
                .contains(foreign + " cannot be loaded")
                .contains("for " + Platform.current());
    }

    @Test
    void shouldLoadTheLibraryNamed() throws InterruptedException {
        assertThat(load(ALLOW, NAMED)).isEqualTo("done\n");
    }

    @Test
    void shouldLoadTheLibraryNamedInEachClassLoaderAndLeaveNothingBehind() throws Exception {
        assertThat(run("load-in-three-loaders", ALLOW, NAMED, DIRECTORY + directory))
                .isEqualTo("done\n");
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldSayWhyTheLibraryNamedCannotBeLoadedInAnotherClassLoader() throws InterruptedException {
        Path missing = directory.resolve("missing");
        assertThat(run("load-in-three-loaders", ALLOW, NAMED, DIRECTORY + missing))
                .contains(NAMED_FILE + " is loaded in another class loader")
                .contains("no file can be created in " + missing)
                .contains(DIRECTORY + "DIRECTORY");
    }

    @Test
    void shouldNameTheFlagWhereNativeAccessIsDenied() throws InterruptedException {
        assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(24);
        assertThat(load("--illegal-native-access=deny"))
                .contains("NativeLibraryException")
                .contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void shouldBeAvailableHere() {
        NativeLibrary.load();
        NativeLibrary.load();
        assertThat(NativeLibrary.isAvailable()).isTrue();
    }

    @Test
    void shouldNameThePlatformAsTheBuildDoes() {
        assertThat(Platform.name("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(Platform.name("Linux", "aarch64")).isEqualTo("linux-aarch64");
        assertThat(Platform.name("Mac OS X", "aarch64")).isEqualTo("mac_os_x-aarch64");
    }
}

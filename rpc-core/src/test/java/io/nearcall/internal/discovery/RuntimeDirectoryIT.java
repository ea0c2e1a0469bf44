// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.TransportException;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.UserNamespace;
import io.nearcall.test.OtherJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeDirectoryIT {

    @TempDir
    Path parent;

    @Test
    void shouldMakeTheDirectoryForItsOwnerAlone() {
        RuntimeDirectory directory = RuntimeDirectory.open(path("new"));
        assertThat(FileSystem.lstat(directory.path()).permissions()).isEqualTo(0700);
        assertThat(directory.isPassable()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxr-x---", "rwx----w-", "rwxr-xr-x"})
    void shouldRefuseADirectoryThatOthersMayReadOrWrite(String permissions) throws IOException {
        Path open = made("open", permissions);
        assertThatThrownBy(() -> RuntimeDirectory.open(open.toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll(open.toString(), "mode", "chmod 700");
    }

    @Test
    void shouldLetOthersPassOnlyThroughAConfiguredDirectory() throws IOException {
        String passable = made("passable", "rwx--x--x").toString();
        assertThat(RuntimeDirectory.open(passable).isPassable()).isTrue();
        assertThatThrownBy(() -> RuntimeDirectory.check(passable, false))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("0711");
    }

    @Test
    void shouldRefuseASymbolicLinkEvenToAGoodDirectory() throws IOException {
        Path link = Files.createSymbolicLink(parent.resolve("link"), made("good", "rwx------"));
        assertThatThrownBy(() -> RuntimeDirectory.open(link.toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("symbolic link");
    }

    @Test
    void shouldRefuseAFileInPlaceOfTheDirectory() throws IOException {
        Path file = Files.writeString(parent.resolve("file"), "mine");
        assertThatThrownBy(() -> RuntimeDirectory.open(file.toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("regular file");
        assertThat(file).hasContent("mine");
    }

    @Test
    void shouldRefuseADirectoryOfAnotherUserAndNameBoth() throws IOException {
        assumeTrue(CurrentProcess.uid() == 0, "only root can give a directory away");
        Path foreign = made("foreign", "rwx------");
        Files.setAttribute(foreign, "unix:uid", 4711);
        assertThatThrownBy(() -> RuntimeDirectory.open(foreign.toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("user 4711", "user 0");
    }

    @Test
    void shouldRefuseADirectoryThatOthersMayRename() throws IOException {
        Path shared = made("shared", "rwxrwxrwx");
        assertThatThrownBy(() -> RuntimeDirectory.open(shared.resolve("mine").toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("rename", shared.toString());
    }

    @Test
    void shouldRefuseADirectoryThatOthersMayRenameBehindALink() throws IOException {
        Path shared = made("shared", "rwxrwxrwx");
        Path link = Files.createSymbolicLink(parent.resolve("link"), shared);
        assertThatThrownBy(() -> RuntimeDirectory.open(link.resolve("mine").toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("rename", shared.toString());
        assertThat(shared).isEmptyDirectory();
    }

    @Test
    void shouldRefuseADirectoryInOneOfAnotherUser() throws IOException {
        assumeTrue(CurrentProcess.uid() == 0, "only root can give a directory away");
        Path foreign = made("foreign", "rwxr-xr-x");
        Files.setAttribute(foreign, "unix:uid", 4711);
        assertThatThrownBy(() -> RuntimeDirectory.open(foreign.resolve("mine").toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("rename", "user 4711", foreign.toString());
        assertThat(foreign).isEmptyDirectory();
    }

    @Test
    void shouldTakeNobodyForRootWhereThatUserExists() throws IOException {
        assumeTrue(CurrentProcess.uid() == 0, "only root can give a directory away");
        assumeTrue(UserNamespace.hasUser(65534), "this user namespace has no user 65534");
        Path foreign = made("foreign", "rwxr-xr-x");
        Files.setAttribute(foreign, "unix:uid", 65534);
        assertThatThrownBy(() -> RuntimeDirectory.open(foreign.resolve("mine").toString()))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("rename", "user 65534", foreign.toString());
        assertThat(foreign).isEmptyDirectory();
    }

    @Test
    void shouldTrustNobodyWhereAllUsersLookTheSame() throws Exception {
        List<String> prefix = List.of("unshare", "--user");
        assumeTrue(new ProcessBuilder("unshare", "--user", "true").start().waitFor() == 0, "no user namespaces here");
        Path directory = made("directory", "rwx------");
        try (OtherJvm jvm = OtherJvm.start(prefix, 64, WithoutANumber.class, directory.toString())) {
            assertThat(jvm.readLine())
                    .contains(directory.toString(), "has none in this user namespace", "--map-current-user");
        }
    }

    /**
     * 65534 exists there, and also stands for all users whose numbers are not in the map. The map of groups also lets the
     * JVM read a checkout that others may not enter.
     */
    @Test
    void shouldNotRunAsNobodyWhereUsersWithoutANumberLookTheSame() throws Exception {
        assumeTrue(CurrentProcess.uid() == 0, "only root maps users");
        assumeTrue(new ProcessBuilder("unshare", "--user", "true").start().waitFor() == 0, "no user namespaces here");
        Path directory = made("directory", "rwx--x--x");
        Files.setAttribute(directory, "unix:uid", 65534);
        Files.setPosixFilePermissions(parent, PosixFilePermissions.fromString("rwx--x--x"));
        String launcher = """
                unshare --user sh -c 'until grep -q . /proc/self/uid_map; do sleep 0.05; done
                    exec setpriv --reuid=65534 --inh-caps=+dac_read_search --ambient-caps=+dac_read_search "$@"' sh "$@" &
                while [ "$(readlink /proc/$!/ns/user)" = "$(readlink /proc/self/ns/user)" ]; do sleep 0.05; done
                echo 0 0 65536 > /proc/$!/gid_map
                echo 0 0 65536 > /proc/$!/uid_map
                wait $!
                """;
        List<String> prefix = List.of("sh", "-c", launcher, "sh");
        try (OtherJvm jvm = OtherJvm.start(prefix, 64, WithoutANumber.class, directory.toString())) {
            assertThat(jvm.readLine()).contains(directory.toString(), "user 65534", "has none in this user namespace");
        }
    }

    @Test
    void shouldNotAllowNobodyWhereUsersWithoutANumberLookTheSame() throws Exception {
        assumeTrue(new ProcessBuilder("unshare", "-r", "true").start().waitFor() == 0, "no user namespaces here");
        Path directory = made("directory", "rwx--x--x");
        List<String> prefix = List.of("env", RuntimeDirectory.VARIABLE + "=" + directory, "unshare", "-r");
        try (OtherJvm jvm = OtherJvm.start(prefix, 64, WithoutANumber.class, directory.toString(), "65534")) {
            assertThat(jvm.readLine()).contains(directory.toString(), "user 65534", "has none in this user namespace");
        }
    }

    /** Run in a namespace in which users have no numbers. A second argument is an allowed user. */
    static final class WithoutANumber {

        private WithoutANumber() {}

        public static void main(String[] arguments) {
            try {
                RuntimeDirectory directory = arguments.length > 1
                        ? RuntimeDirectory.open(uid -> uid == Integer.parseInt(arguments[1]))
                        : RuntimeDirectory.open(arguments[0]);
                System.out.println(directory.path());
            } catch (TransportException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void shouldSayWhatToDoWhereTheDirectoryCannotBeMade() {
        assertThatThrownBy(() -> RuntimeDirectory.open(path("missing/inner")))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll("missing/inner", "ENOENT", RuntimeDirectory.PROPERTY);
    }

    @Test
    void shouldPreferThePropertyToTheVariable() {
        Properties properties = new Properties();
        Map<String, String> environment = Map.of(RuntimeDirectory.VARIABLE, "/variable");
        assertThat(RuntimeDirectory.configured(properties, environment)).isEqualTo("/variable");
        properties.setProperty(RuntimeDirectory.PROPERTY, "/property");
        assertThat(RuntimeDirectory.configured(properties, environment)).isEqualTo("/property");
    }

    @Test
    void shouldRefuseASocketPathThatLinuxCannotTake() {
        RuntimeDirectory directory = RuntimeDirectory.open(path("d"));
        assertThatThrownBy(() -> directory.socketPath(new ServiceName("x".repeat(95))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("107");
    }

    private String path(String name) {
        return parent.resolve(name).toString();
    }

    private Path made(String name, String permissions) throws IOException {
        Path made = Files.createDirectory(parent.resolve(name));
        return Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
    }
}

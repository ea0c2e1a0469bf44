// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that was started when its user had no session, and a client that is in one. */
@Timeout(60)
class TwoDirectoriesIT {

    private static final Path OF_ROOT = Path.of("/tmp/nearcall-0");

    /** Where the user seems to be root, and both of root's directories are the test's own. */
    private static final List<String> OWN_DIRECTORIES = List.of(
            "unshare",
            "-r",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs none /run && mkdir -p -m 700 " + OF_ROOT + " && mount -t tmpfs -o mode=700 none " + OF_ROOT
                    + " && exec \"$@\"",
            "sh");

    @Test
    void shouldSayThatTheServiceIsInTheOtherDirectory() throws Exception {
        assumeTrue(
                new ProcessBuilder("unshare", "-r", "-m", "mount", "-t", "tmpfs", "none", "/run")
                                .start()
                                .waitFor()
                        == 0,
                "this host lets nobody have a mount namespace");
        boolean isNew = Files.notExists(OF_ROOT);
        try (OtherJvm jvm = OtherJvm.start(OWN_DIRECTORIES, 64, InAndOutOfASession.class)) {
            assertThat(jvm.readLine())
                    .contains("No service \"elsewhere\" in /run/user/0/nearcall")
                    .contains("There is one in /tmp/nearcall-0")
                    .contains("io.nearcall.dir");
            assertThat(jvm.readLine())
                    .contains("No service \"nowhere\" in /run/user/0/nearcall")
                    .contains("Start the process that exports it");
            assertThat(jvm.awaitExit(20)).isZero();
        } finally {
            if (isNew) {
                Files.deleteIfExists(OF_ROOT);
            }
        }
    }

    /** Serves, then begins a session, and looks the service up in it. */
    static final class InAndOutOfASession {

        private InAndOutOfASession() {}

        public static void main(String[] arguments) throws IOException {
            try (Endpoint server = Endpoint.open()) {
                server.export(Workshop.class, new QuietWorkshop(), "elsewhere");
                Files.createDirectories(
                        Path.of("/run/user/0"),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                try (Endpoint client = Endpoint.open()) {
                    for (String name : List.of("elsewhere", "nowhere")) {
                        try {
                            client.lookup(Workshop.class, name, Duration.ZERO);
                        } catch (NearcallException e) {
                            System.out.println(e.getMessage());
                        }
                    }
                }
            }
        }
    }
}

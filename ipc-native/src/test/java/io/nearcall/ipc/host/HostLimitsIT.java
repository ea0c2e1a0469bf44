// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SecondJvm;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the hosts answer in a process without a temporary directory, without root's rights, and without descriptors. */
@Timeout(60)
class HostLimitsIT {

    private static final long SECOND_NS = 1_000_000_000;

    /** Few descriptors, and even root cannot write without permission. */
    private static final List<String> LIMITED = List.of(
            "sh",
            "-c",
            "ulimit -n 256; test $(id -u) != 0 || set -- setpriv --bounding-set=-all \"$@\"; exec \"$@\"",
            "sh");

    @TempDir
    private static Path directory;

    private static List<String> answers;

    @BeforeAll
    static void ask() throws Exception {
        assumeThat(canBeLimited()).isTrue();
        Host host = new NativeHost();
        String closed = directory.resolve("closed.sock").toString();
        int listener = host.listen(closed, 0400, 1);
        host.makeDirectory(directory.resolve("closed").toString(), 0500);
        List<String> options = List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=/nowhere",
                "-Dio.nearcall.native.dir=" + directory);
        try (SecondJvm limited = SecondJvm.startBy(LIMITED, options, Limited.class, closed)) {
            answers = limited.readAll().lines().toList();
        } finally {
            host.close(listener);
        }
    }

    private static boolean canBeLimited() throws Exception {
        List<String> command = new ArrayList<>(LIMITED);
        command.add("true");
        return new ProcessBuilder(command).start().waitFor() == 0;
    }

    @Test
    void shouldKnowItsUserWithoutATemporaryDirectory() {
        assertThat(answers).contains("user=" + CurrentProcess.uid());
    }

    @Test
    void shouldNotWaitForASocketThatItMayNotConnectTo() {
        assertThat(answers).contains("connect=EACCES");
    }

    @Test
    void shouldSayThatItMayNotListenThere() {
        assertThat(answers).contains("listen=EACCES");
    }

    @Test
    void shouldTakeAProcessForAliveAndASocketForFullIfThereIsNoDescriptorToAskBy() {
        assertThat(answers).contains("first alive=true writable=true", "then alive=true writable=false");
    }

    /** Prints its answers. */
    static final class Limited {

        private Limited() {}

        public static void main(String[] arguments) {
            Host plain = new PlainHost();
            Host natively = new NativeHost();
            System.out.println("user=" + plain.uid());
            try {
                plain.connect(arguments[0], 10 * SECOND_NS);
            } catch (OsException e) {
                System.out.println("connect=" + e.errnoName());
            }
            try {
                plain.listen(arguments[0].replace("closed.sock", "closed/sock"), 0600, 1);
            } catch (OsException e) {
                System.out.println("listen=" + e.errnoName());
            }
            String path = arguments[0].replace("closed.sock", "open.sock");
            int listener = plain.listen(path, 0600, 1);
            int socket = plain.connect(path, SECOND_NS);
            System.out.println("first" + look(plain, natively, socket)); // loads the classes as well
            List<FileInputStream> all = new ArrayList<>();
            try {
                while (true) {
                    all.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                System.out.println("then" + look(plain, natively, socket) + (all.isEmpty() ? " at once" : ""));
            }
            plain.close(socket);
            plain.close(listener);
        }

        private static String look(Host plain, Host natively, int socket) {
            return " alive=" + natively.isAlive(natively.pid()) + " writable=" + plain.await(socket, false, 0);
        }
    }
}

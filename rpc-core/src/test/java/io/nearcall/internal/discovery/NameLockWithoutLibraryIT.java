// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.ServiceNameInUseException;
import io.nearcall.ipc.host.Host;
import io.nearcall.test.OtherJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The locks of names in a process that lacks the native library. */
@Timeout(120)
class NameLockWithoutLibraryIT {

    @TempDir
    private static Path temporary;

    private static OtherJvm plain;

    @BeforeAll
    static void start() {
        plain = OtherJvm.start(
                List.of("-Dio.nearcall.native.library=/nowhere/libnearcall.so"),
                OtherJvm.classPath(),
                Plain.class,
                temporary.resolve("run").toString());
    }

    @AfterAll
    static void close() {
        plain.close();
    }

    private static String ask(String command) {
        plain.writeLine(command);
        return plain.readLine();
    }

    @Test
    void shouldHaveAtMostOneHolderWhileManyThreadsTakeAndGiveUpTheName() {
        assertThat(ask("take")).isEqualTo("taken");
    }

    @Test
    void shouldNotTakeThreadsThatSweepForAHolder() {
        assertThat(ask("list")).isEqualTo("[]");
    }

    @Test
    void shouldTakeAndGiveUpANameAndKeepTheStatusOfAnInterruptedThread() {
        assertThat(ask("interrupted-take")).isEqualTo("true");
    }

    @Test
    void shouldSayThatItWasInterruptedWhereADeadServicesSocketIs() {
        assertThat(ask("interrupted-lookup")).contains(CallInterruptedException.class.getName());
    }

    @Test
    void shouldLookUsedToCleanersAndKeepItsLock() throws IOException {
        assertThat(ask("hold")).isEqualTo("held");
        RuntimeDirectory directory =
                RuntimeDirectory.open(temporary.resolve("run").toString());
        ServiceName name = new ServiceName("hold");
        Path lock = Path.of(directory.lockPath(name));
        Path socket = Path.of(directory.socketPath(name));
        ServiceSocketIT.makeOld(lock);
        ServiceSocketIT.makeOld(socket);
        assertThat(ask("refresh")).isEqualTo("refreshed");
        assertThat(ServiceSocketIT.ageOf(lock)).isLessThan(Duration.ofHours(1));
        assertThat(ServiceSocketIT.ageOf(socket)).isLessThan(Duration.ofHours(1));
        assertThatThrownBy(() -> NameLock.acquire(directory, name))
                .isInstanceOfSatisfying(
                        ServiceNameInUseException.class,
                        e -> assertThat(e.holderPid()).isEqualTo(plain.pid()));
        assertThat(ask("drop")).isEqualTo("dropped");
    }

    /** Runs one command for each line. */
    static final class Plain {

        private static ServiceSocket held;

        private Plain() {}

        public static void main(String[] arguments) throws Exception {
            RuntimeDirectory directory = RuntimeDirectory.open(arguments[0]);
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer;
                try {
                    answer = obey(line, directory);
                } catch (Throwable e) {
                    answer = e.toString().replace('\n', ' ');
                }
                Thread.interrupted();
                System.out.println(answer);
            }
        }

        private static String obey(String command, RuntimeDirectory directory) throws Exception {
            ServiceName name = new ServiceName(command);
            switch (command) {
                case "take" -> {
                    return new NameContest(directory, name).take(300) > 0 ? "taken" : "nobody had it";
                }
                case "list" -> {
                    return new NameContest(directory, name).listRemains(100).toString();
                }
                case "hold" -> {
                    held = ServiceSocket.open(directory, name, 1, Host.current()::close);
                    return "held";
                }
                case "refresh" -> {
                    held.refresh();
                    return "refreshed";
                }
                case "drop" -> {
                    held.close();
                    return "dropped";
                }
                case "interrupted-take" -> {
                    Thread.currentThread().interrupt();
                    try (ServiceSocket socket = ServiceSocket.open(directory, name, 1, Host.current()::close)) {
                        return "" + (Thread.currentThread().isInterrupted() && socket.accept() == -1);
                    }
                }
                case "interrupted-lookup" -> {
                    Path path = Path.of(directory.socketPath(name));
                    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                        dead.bind(UnixDomainSocketAddress.of(path));
                    }
                    Thread.currentThread().interrupt();
                    try {
                        return "" + Lookup.connect(directory, name, 0);
                    } finally {
                        Files.deleteIfExists(path);
                    }
                }
                default -> throw new IllegalArgumentException(command);
            }
        }
    }
}

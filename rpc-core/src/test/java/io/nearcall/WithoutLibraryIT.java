// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.LoggedLines;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that lack the native library, among themselves and with one that has it. */
@Timeout(120)
@ExtendWith(PrivateDirectory.class)
class WithoutLibraryIT {

    @RegisterExtension
    private final LoggedLines log = new LoggedLines();

    @Test
    void shouldCallAndBeCalledOverTheChannelsThatNeedNone() throws Exception {
        try (OtherJvm plain = start();
                Endpoint endpoint = auto()) {
            assertThat(ask(plain, "export Workshop")).isEqualTo("done");
            Workshop remote = endpoint.lookup(Workshop.class); // over the first one that the other side has
            assertThat(log.text())
                    .contains("is called over unix, because ", "process " + plain.pid() + " says: ", Plain.MISSING);
            Calls.make(remote);
            assertThat(remote.pid()).isEqualTo(plain.pid());
            assertThat(Remotes.peer(remote)).isEqualTo(new Remotes.Peer(plain.pid(), uid(), gid()));
            Calls.make(endpoint.lookup(Workshop.class, "tcp:Workshop"));
            assertThatThrownBy(() -> endpoint.lookup(Workshop.class, "shm:Workshop"))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContainingAll("Workshop", Plain.MISSING);

            endpoint.export(Workshop.class, new QuietWorkshop(), "native");
            assertThat(ask(plain, "call unix:native")).isEqualTo("done");
            assertThat(ask(plain, "call tcp:native")).isEqualTo("done");
            assertThat(ask(plain, "call native")).isEqualTo("done");
            assertThat(ask(plain, "call shm:native"))
                    .contains("TransportException", "Shared memory needs", Plain.MISSING);
            assertThat(ask(plain, "call fifo:native")).contains("TransportException", "\"fifo\" needs", Plain.MISSING);
            assertThat(ask(plain, "export shm:other")).contains("TransportException");
        }
    }

    @Test
    void shouldWarnOnceOfWhatIsWeakerWithoutIt() {
        try (OtherJvm plain = start()) {
            assertThat(ask(plain, "open auto")).isEqualTo("done");
            assertThat(ask(plain, "log"))
                    .containsOnlyOnce("native library cannot be loaded")
                    .contains(Plain.MISSING, "SECURITY.md");
        }
    }

    @Test
    void shouldOpenNoEndpointOfAChannelThatNeedsIt() {
        try (OtherJvm plain = start()) {
            assertThat(ask(plain, "open shm")).contains("TransportException", "Shared memory needs", Plain.MISSING);
        }
    }

    @Test
    void shouldCallEachOtherAndNoticeADeath() throws Exception {
        try (OtherJvm server = start();
                OtherJvm client = start()) {
            assertThat(ask(server, "export Workshop")).isEqualTo("done");
            assertThat(ask(client, "call unix:Workshop")).isEqualTo("done");
            assertThat(ask(client, "call tcp:Workshop")).isEqualTo("done");
            assertThat(ask(client, "services")).isEqualTo("[Workshop]");
            client.writeLine("wait Workshop");
            assertThat(ask(server, "awaitCall")).isEqualTo("done");
            server.kill();
            assertThat(client.readLine()).contains("ConnectionLostException", "MAY_HAVE_RUN");
            assertThat(ask(client, "services")).isEqualTo("[]");
            assertThat(ask(client, "export Workshop")).isEqualTo("done");
            assertThat(ask(client, "call Workshop")).isEqualTo("done");
        }
        try (Stream<Path> left = Files.list(PrivateDirectory.path())) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("Workshop.lock", "Workshop.sock");
        }
        try (Endpoint endpoint = auto()) {
            assertThat(endpoint.services()).isEmpty();
        }
    }

    @Test
    void shouldLoseACallToOneThatIsKilled() throws Exception {
        try (OtherJvm plain = start();
                Endpoint endpoint = auto()) {
            ask(plain, "export Workshop");
            Workshop remote = endpoint.lookup(Workshop.class);
            CompletableFuture<Throwable> failure =
                    CompletableFuture.supplyAsync(() -> catchThrowable(remote::waitForInterrupt));
            assertThat(ask(plain, "awaitCall")).isEqualTo("done");
            plain.kill();
            assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void shouldExcludeEachOtherFromANameWhoeverHasTheLibrary() throws Exception {
        try (OtherJvm plain = start();
                OtherJvm other = start();
                Endpoint endpoint = auto()) {
            assertThat(ask(plain, "export plain")).isEqualTo("done");
            assertThat(ask(plain, "export plain")).contains("ServiceNameInUseException", "" + plain.pid());
            assertThat(ask(other, "export plain")).contains("ServiceNameInUseException", "" + plain.pid());
            assertThatThrownBy(() -> endpoint.export(Workshop.class, new QuietWorkshop(), "plain"))
                    .isInstanceOf(ServiceNameInUseException.class)
                    .hasMessageContaining("" + plain.pid());
            Export export = endpoint.export(Workshop.class, new QuietWorkshop(), "native");
            assertThat(ask(plain, "export native"))
                    .contains(
                            "ServiceNameInUseException",
                            "" + ProcessHandle.current().pid());
            assertThat(ask(plain, "services")).isEqualTo("[native, plain]");
            assertThat(endpoint.services()).containsExactly("native", "plain");
            export.close();
            assertThat(ask(other, "export native")).isEqualTo("done");
            assertThat(ask(plain, "call plain")).isEqualTo("done"); // all these look-ups have left its lock alone
            assertThat(ask(other, "export plain")).contains("ServiceNameInUseException");
        }
    }

    @Test
    void shouldRestoreTheFilesOfAServiceThatACleanerRemoved() throws Exception {
        try (OtherJvm plain = start();
                OtherJvm other = start()) {
            assertThat(ask(plain, "export Workshop")).isEqualTo("done");
            Files.delete(PrivateDirectory.path().resolve("Workshop.lock"));
            assertThat(ask(other, "export Workshop")).contains("ServiceNameInUseException");
            Files.delete(PrivateDirectory.path().resolve("Workshop.sock"));
            assertThat(ask(other, "call unix:Workshop")).isEqualTo("done");
            assertThat(ask(other, "export Workshop")).contains("ServiceNameInUseException", "" + plain.pid());
        }
    }

    private static OtherJvm start() {
        return OtherJvm.start(
                List.of("-Dio.nearcall.native.library=" + Plain.MISSING), OtherJvm.classPath(), Plain.class);
    }

    private static String ask(OtherJvm jvm, String command) {
        jvm.writeLine(command);
        return jvm.readLine();
    }

    private static Endpoint auto() {
        return Endpoint.builder().channel("auto").open();
    }

    private static int uid() throws Exception {
        return (int) Files.getAttribute(PrivateDirectory.path(), "unix:uid");
    }

    private static int gid() throws Exception {
        return (int) Files.getAttribute(PrivateDirectory.path(), "unix:gid");
    }

    /** Every kind of call. */
    private static final class Calls {
        private Calls() {}

        static void make(Workshop remote) throws Exception {
            assertThat(remote.echo(1)).isEqualTo(1);
            byte[] large = new byte[3_000_000];
            large[2_999_999] = 7;
            assertThat(remote.bytes(large)).isEqualTo(large);
            assertThat(remote.later(2, 1).get(20, TimeUnit.SECONDS)).isEqualTo(2);
            int before = remote.notedCount();
            for (int i = 0; i < 100; i++) {
                remote.note(i);
            }
            assertThat(remote.notedCount()).isEqualTo(before + 100);
        }
    }

    /** A process without the library. It runs one command for each line. */
    public static final class Plain {

        static final String MISSING = "/nowhere/libnearcall.so";

        /** What was exported last. */
        private static QuietWorkshop workshop;

        private static final LoggedLines LOG = new LoggedLines();

        private Plain() {}

        public static void main(String[] arguments) throws Exception {
            LOG.beforeEach(null);
            Endpoint endpoint = auto();
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ");
                try {
                    System.out.println(obey(endpoint, words[0], words.length > 1 ? words[1] : ""));
                } catch (Throwable e) {
                    String outcome = e instanceof NearcallException known ? known.outcome() + " " : "";
                    System.out.println(outcome + e.toString().replace('\n', ' '));
                }
            }
        }

        private static String obey(Endpoint endpoint, String command, String address) throws Exception {
            switch (command) {
                case "open" -> Endpoint.builder().channel(address).open().close();
                case "log" -> {
                    return LOG.text().replace('\n', ' ');
                }
                case "services" -> {
                    return endpoint.services().toString();
                }
                case "export" -> {
                    workshop = new QuietWorkshop();
                    endpoint.export(Workshop.class, workshop, address);
                }
                case "call" -> Calls.make(endpoint.lookup(Workshop.class, address));
                case "wait" -> endpoint.lookup(Workshop.class, address).waitForInterrupt();
                case "awaitCall" -> {
                    while (workshop.waits() == 0) {
                        Thread.sleep(1);
                    }
                }
                default -> throw new IllegalArgumentException(command);
            }
            return "done";
        }
    }
}

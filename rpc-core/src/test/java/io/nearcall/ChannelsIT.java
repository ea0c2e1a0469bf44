// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.os.SysVSemaphores;
import io.nearcall.test.Doors;
import io.nearcall.test.LoggedLines;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One service over each channel: addresses, the channels that each side allows, and channels that are not available.
 */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class ChannelsIT {

    @RegisterExtension
    private final LoggedLines log = new LoggedLines();

    private List<String> doorsBefore;

    /** Tests before may have left some: those of the JDK's RMI stay open. */
    @BeforeEach
    void lookForDoors() throws IOException {
        doorsBefore = Doors.open();
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldMakeEveryKindOfCallOverTheChannelOfTheAddress(String channel) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            Workshop remote = endpoints.client().lookup(Workshop.class, channel + ":Workshop");
            assertThat(remote.echo(1)).isEqualTo(1);
            byte[] large = new byte[3_000_000];
            large[2_999_999] = 7;
            assertThat(remote.bytes(large)).isEqualTo(large);
            assertThat(remote.later(2, 1).get(20, TimeUnit.SECONDS)).isEqualTo(2);
            for (int i = 0; i < 100; i++) {
                remote.note(i);
            }
            assertThat(remote.notedCount()).isEqualTo(100);
        }
        assertThat(names()).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldHaveNoDoorThatOthersFindWhileLanesAreInUse(String channel) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            Workshop remote = endpoints.client().lookup(Workshop.class, channel + ":Workshop");
            remote.later(remote.echo(1), 1).join();
            assertThat(Doors.open()).isSubsetOf(doorsBefore);
        }
    }

    @Test
    void shouldFindThePortThatThisProcessHasOpen() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(port.isBound()).isTrue();
            List<String> doors = Doors.open();
            doors.removeAll(doorsBefore);
            assertThat(doors).singleElement().asString().startsWith("port ");
        }
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#AUTOMATIC")
    void shouldLeaveNothingInTheDirectoryWhileLanesAreInUse(String channel) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            Workshop remote = endpoints.client().lookup(Workshop.class, channel + ":Workshop");
            remote.later(remote.echo(1), 1).join();
            assertThat(names())
                    .filteredOn(name -> !name.endsWith(".stats")) // the pages lie here if this is a tmpfs
                    .containsExactlyInAnyOrder("Workshop.lock", "Workshop.sock");
        }
    }

    @Test
    void shouldTakeTheChannelThatTheServerAllows() {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop(), "fifo:Workshop");
            assertThat(endpoints.client().lookup(Workshop.class).echo(1)).isEqualTo(1);
            assertThat(log.text()).contains("is called over fifo", "it is offered over fifo only, not over shm");
            assertThatThrownBy(() -> endpoints.client().lookup(Workshop.class, "shm:Workshop"))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContainingAll("Workshop", "fifo only");
        }
    }

    @Test
    void shouldTakeTheChannelThatTheEndpointIsConfiguredFor() {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto().channel("fifo"), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            assertThat(endpoints
                            .client()
                            .lookup(Workshop.class, "fifo:Workshop")
                            .echo(1))
                    .isEqualTo(1);
            assertThatThrownBy(() -> endpoints.client().lookup(Workshop.class, "shm:Workshop"))
                    .isInstanceOf(ConnectionRefusedException.class);
        }
        assertThatThrownBy(() -> Endpoint.builder().channel("pigeon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("pigeon", "shm", "fifo", "unix", "tcp", "sysvshm", "sysvmq");
    }

    @Test
    void shouldKeepOneConnectionForEachChannel() {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            Workshop overFifos = endpoints.client().lookup(Workshop.class, "fifo:Workshop");
            Workshop overMemory = endpoints.client().lookup(Workshop.class, "shm:Workshop");
            assertThat(overFifos.echo(1) + overMemory.echo(2)).isEqualTo(3);
            assertThat(overFifos).isNotEqualTo(overMemory); // for stubs over one connection are equal
            assertThat(endpoints.client().lookup(Workshop.class, "fifo:Workshop"))
                    .isEqualTo(overFifos);
            assertThat(endpoints.client().lookup(Workshop.class, "shm:Workshop"))
                    .isEqualTo(overMemory);
        }
    }

    /** A process whose files may have at most 64 KiB. The limit applies to memfds too. */
    @Test
    void shouldFallBackInWordsWhereSharedMemoryCannotBeHad() throws Exception {
        List<String> limited = List.of("bash", "-c", "ulimit -f 64 && exec \"$0\" \"$@\"");
        try (OtherJvm poor = OtherJvm.start(limited, 64, ServerOverAnything.class);
                Endpoint client = auto().open()) {
            assertThat(poor.readLine()).isEqualTo("ready");
            assertThat(client.lookup(Workshop.class).echo(1)).isEqualTo(1);
            assertThat(log.text()).contains("is called over fifo, because ", "process " + poor.pid() + " says: ");
            assertThatThrownBy(() -> client.lookup(Workshop.class, "shm:Workshop"))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("EFBIG");
        }
    }

    private static OtherJvm startServer() {
        OtherJvm server = OtherJvm.start(ServerOverAnything.class);
        assertThat(server.readLine()).isEqualTo("ready");
        return server;
    }

    /** Offers the service over all channels, whatever the environment says. */
    public static final class ServerOverAnything {
        private ServerOverAnything() {}

        public static void main(String[] arguments) throws Exception {
            Endpoint endpoint = auto().open();
            endpoint.export(Workshop.class, new QuietWorkshop());
            System.out.println("ready");
            endpoint.awaitClose();
        }
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#AUTOMATIC")
    void shouldLeaveNothingWhenBothSidesAreKilled(String channel) throws Exception {
        OtherJvm server = startServer();
        try (Endpoint client = auto().open()) {
            Workshop remote = client.lookup(Workshop.class, channel + ":Workshop");
            CompletableFuture<Throwable> failure =
                    CompletableFuture.supplyAsync(() -> catchThrowable(remote::waitForEver));
            while (remote.waits() == 0) {
                Thread.sleep(1);
            }
            server.kill();
            assertThat(failure.get(10, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            lost -> assertThat(lost.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN));
        }
        OtherJvm second = startServer();
        second.kill();
        try (Endpoint endpoint = auto().open()) {
            assertThat(endpoint.services()).isEmpty();
            assertThat(names()).noneMatch(name -> name.startsWith("."));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sysvshm", "sysvmq"})
    void shouldRemoveSystemVObjectsAtTheNextStartWhenBothSidesAreKilled(String channel) throws Exception {
        try (OtherJvm server = startServer();
                OtherJvm client = OtherJvm.start(ClientOver.class, channel)) {
            assertThat(client.readLine()).isEqualTo("called");
            server.signal("STOP"); // or else it might still sweep
            client.kill();
            server.kill();
        }
        List<String> keys = recordedKeys();
        assertThat(keys).hasSize(2);
        assertThat(existingKeys()).containsAll(keys);
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            assertThat(endpoints.client().lookup(Workshop.class).echo(1)).isEqualTo(1);
            assertThat(names()).noneMatch(name -> name.startsWith(".sysv"));
            assertThat(existingKeys()).doesNotContainAnyElementsOf(keys);
        }
    }

    /** Lets its callers through when it is open. */
    public interface Gate {
        @Deadline("NONE")
        int pass() throws InterruptedException;
    }

    /** As {@code ipcrm} does. There is no deadline: nothing else would end the call. */
    @ParameterizedTest
    @ValueSource(strings = {"sysvshm", "sysvmq"})
    void shouldEndACallWhoseObjectsAreRemovedInUseAndCallAgain(String channel) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            CountDownLatch entered = new CountDownLatch(1);
            CountDownLatch open = new CountDownLatch(1);
            endpoints.server().export(Gate.class, () -> {
                entered.countDown();
                open.await();
                return 2;
            });
            Gate remote = endpoints.client().lookup(Gate.class, channel + ":Gate");
            CompletableFuture<Throwable> failure = CompletableFuture.supplyAsync(() -> catchThrowable(remote::pass));
            entered.await();
            removeObjects();
            if (channel.equals("sysvmq")) {
                open.countDown(); // a sleep goes on without the queues, and the answer does not get through
            }
            assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(NearcallException.class);
            open.countDown();
            assertThat(remote.pass()).isEqualTo(2);
        }
    }

    private static void removeObjects() throws IOException {
        for (String key : recordedKeys()) {
            int number = Integer.parseInt(key);
            SysVMessages.remove(SysVMessages.open(number, 0));
            SysVSemaphores.remove(SysVSemaphores.open(number, 0, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sysvshm", "sysvmq"})
    void shouldRemoveWhatAKilledClientHasLeft(String channel) throws Exception {
        try (Endpoint server = auto().open();
                OtherJvm client = startClientOf(server, channel)) {
            List<String> keys = recordedKeys();
            assertThat(keys).hasSize(2);
            client.kill();
            while (names().stream().anyMatch(name -> name.startsWith(".sysv-"))) {
                Thread.sleep(10);
            }
            assertThat(existingKeys()).doesNotContainAnyElementsOf(keys);
        }
    }

    private static OtherJvm startClientOf(Endpoint server, String channel) throws IOException {
        server.export(Workshop.class, new QuietWorkshop());
        OtherJvm client = OtherJvm.start(ClientOver.class, channel);
        assertThat(client.readLine()).isEqualTo("called");
        return client;
    }

    /** Makes one call, so that both sides have a batch, and waits to be killed. */
    public static final class ClientOver {
        private ClientOver() {}

        public static void main(String[] arguments) throws Exception {
            Endpoint endpoint = auto().open();
            endpoint.lookup(Workshop.class, arguments[0] + ":Workshop").echo(1);
            System.out.println("called");
            endpoint.awaitClose();
        }
    }

    /** The first key of the queues, or of the semaphores, in each record. */
    private static List<String> recordedKeys() throws IOException {
        List<String> keys = new ArrayList<>();
        for (String name : names()) {
            if (name.startsWith(".sysv")) {
                String last = Files.readAllLines(PrivateDirectory.path().resolve(name))
                        .get(2); // behind the namespace and the memory
                keys.add(Integer.toString(Integer.parseInt(last.split(" ")[1], 16)));
            }
        }
        return keys;
    }

    private static List<String> existingKeys() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("/proc/sysvipc/msg")));
        lines.addAll(Files.readAllLines(Path.of("/proc/sysvipc/sem")));
        return lines.stream().map(line -> line.trim().split(" +")[0]).toList();
    }

    /** But over memory only the goodbye can tell: it names the calls that were taken. */
    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldSayWhatWasNotStartedWhenTheServerCloses(String channel) throws Exception {
        try (TwoEndpoints endpoints = new TwoEndpoints(auto(), auto())) {
            endpoints.server().export(Workshop.class, new QuietWorkshop());
            Workshop remote = endpoints.client().lookup(Workshop.class, channel + ":Workshop");
            remote.noteSlowly(1, 30_000); // delays the calls after it
            CompletableFuture<Integer> behind = remote.later(2, 1);
            Thread.sleep(200); // by then the first mostly runs; the second must not begin either way
            endpoints.server().close();
            assertThat(catchThrowable(() -> behind.get(20, TimeUnit.SECONDS)).getCause())
                    .isInstanceOfSatisfying(
                            ConnectionLostException.class,
                            lost -> assertThat(lost.outcome()).isEqualTo(Outcome.NOT_STARTED));
        }
    }

    private static EndpointBuilder auto() {
        return Endpoint.builder().channel("auto");
    }

    private static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(PrivateDirectory.path())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}

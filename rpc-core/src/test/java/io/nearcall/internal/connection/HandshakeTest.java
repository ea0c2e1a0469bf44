// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class HandshakeTest {

    private static final long PATIENCE_NS = 5_000_000_000L;

    @Test
    void shouldKeepNeitherSocketNorProcessOfAClientForWhichNoConnectionCanBeMade() throws Exception {
        try (EndpointCore server = HeldMonitor.endpoint("server")) {
            server.export(Runnable.class, (Runnable) () -> {}, ServiceAddress.parse("orders", "auto"));
            long before = held();
            breakConnections(server);
            try (RawClient client = new RawClient("orders")) {
                assertThat(client.receive()).isInstanceOf(ControlMessage.Welcome.class);
                assertThatThrownBy(client::receive).isInstanceOf(ControlSocket.EndOfStream.class);
            }
            awaitNoMoreThan(before);
            assertThat(held()).isLessThanOrEqualTo(before); // others of this process may go meanwhile
        }
    }

    @Test
    void shouldServeOthersWhileAChannelIsTriedForAPeer() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (EndpointCore server = HeldMonitor.endpoint("server");
                Endpoint neighbour = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
            holdTrials(server, release);
            try (RawClient peer = new RawClient("orders", "fifo")) {
                assertThat(neighbour.lookup(Workshop.class, "tcp:orders").echo(5))
                        .isEqualTo(5);
                // A peer gets this answer if its channel cannot be tried in time.
                assertThat(peer.receive())
                        .isInstanceOfSatisfying(
                                ControlMessage.Refused.class,
                                refused -> assertThat(refused.text()).contains("fifo"));
            }
        } finally {
            release.countDown();
        }
    }

    @Test
    void shouldTakeWhatFollowsAGreetingWhoseChannelIsTried() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        int[] two = new int[2];
        UnixSocket.pair(two);
        try (EndpointCore server = HeldMonitor.endpoint("server")) {
            server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
            holdTrials(server, release);
            try (RawClient peer = new RawClient("orders", "fifo")) {
                peer.passRefused(0, two[0]);
                HeldMonitor.of(server).release(); // which may have read both by now
                release.countDown();
                assertThat(peer.receive()).isInstanceOf(ControlMessage.Welcome.class);
                assertThat(peer.receive()).isInstanceOf(ControlMessage.LanesRefused.class);
            }
            Descriptors.close(two[0]);
            assertThat(UnixSocket.await(two[1], true, PATIENCE_NS)).isEqualTo(1); // the passed descriptor is closed
        } finally {
            release.countDown();
            Descriptors.close(two[1]);
        }
    }

    @Test
    void shouldTryAChannelOnceForAllWhoWait() throws Exception {
        RuntimeDirectory directory =
                RuntimeDirectory.open(PrivateDirectory.path().resolve("removed").toString());
        List<Runnable> waiting = new ArrayList<>();
        Channels channels = new Channels(directory, waiting::add);
        Files.delete(Path.of(directory.path()));
        Set<String> told = Collections.newSetFromMap(new IdentityHashMap<>());
        int uid = Host.current().uid();
        for (int i = 0; i < 100; i++) {
            channels.tryFor("fifo", uid, told::add);
        }
        waiting.remove(0).run();
        assertThat(told).hasSize(1).doesNotContainNull(); // the same text for all of them

        Files.createDirectory(Path.of(directory.path()));
        told.clear();
        channels.tryFor("fifo", uid, told::add);
        waiting.remove(0).run();
        assertThat(told).containsOnly((String) null); // as soon as the shortage is over
    }

    /** Two channels work from then on: {@code tcp}, which neighbours use, and {@code shm}. */
    private static void holdTrials(EndpointCore server, CountDownLatch release) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        assertThat(server.channels().unavailable("shm", Host.current().uid())).isNull();
        server.channels().tryFor("tcp", Host.current().uid(), obstacle -> {
            held.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        held.await();
    }

    /** The client sees the end before the server has closed its descriptor. */
    private static void awaitNoMoreThan(long before) throws IOException {
        long startNs = System.nanoTime();
        while (held() > before && System.nanoTime() - startNs < PATIENCE_NS) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Simulates a lack of memory: an object that the constructor of each connection needs is missing. */
    private static void breakConnections(EndpointCore endpoint) throws ReflectiveOperationException {
        Field field = EndpointCore.class.getDeclaredField("interfaces");
        field.setAccessible(true);
        field.set(endpoint, null);
    }

    private static long held() throws IOException {
        long held = 0;
        for (File descriptor : new File("/proc/self/fd").listFiles()) {
            try {
                String target = Files.readSymbolicLink(descriptor.toPath()).toString();
                held += target.startsWith("socket:") || target.equals("anon_inode:[pidfd]") ? 1 : 0;
            } catch (IOException e) {
                // closed meanwhile: the listing's own
            }
        }
        return held;
    }
}

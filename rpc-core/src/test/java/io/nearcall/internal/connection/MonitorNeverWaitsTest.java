// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.Limits;
import io.nearcall.internal.wire.Received;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Neighbours of peers that have others wait for them. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class MonitorNeverWaitsTest {

    private static final String SECRETS = "/" + "0123456789abcdef".repeat(4);

    /** As many as fit, at 10 ms each, into ten times the patience of a peer that greets. */
    private static final int PEERS = 50;

    private static final int LANES_OF_EACH = 8;

    /** Their answers are more than a control socket holds. */
    private static final int REFUSALS = 600;

    /** More than there are threads that wait for them. */
    private static final int LINGERING = 12;

    private static final long PATIENCE_NS = 10_000_000_000L;

    @ParameterizedTest
    @ValueSource(strings = {"unix", "tcp"})
    void shouldServeOthersWhileAPeerAsksForLanesToAPlaceThatNeverAccepts(String channel) throws Exception {
        List<RawClient> peers = new ArrayList<>();
        try (EndpointCore server = HeldMonitor.endpoint("server", 2 * PEERS);
                Endpoint neighbour = Endpoint.open();
                FullBacklog full = new FullBacklog(channel)) {
            server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
            for (int i = 0; i < PEERS; i++) {
                peers.add(welcomed(channel));
            }
            HeldMonitor held = HeldMonitor.of(server);
            for (RawClient peer : peers) {
                for (int batch = 0; batch < LANES_OF_EACH; batch++) {
                    peer.offerLanes(2 * batch, 1, Settings.RING_CAPACITY, full.place + SECRETS);
                }
            }
            held.release();
            assertThat(neighbour.lookup(Workshop.class, channel + ":orders").echo(5))
                    .isEqualTo(5);
            for (RawClient peer : peers) {
                for (int batch = 0; batch < LANES_OF_EACH; batch++) {
                    assertThat(peer.receive()).isInstanceOf(ControlMessage.LanesRefused.class);
                }
            }
        } finally {
            peers.forEach(RawClient::close);
        }
    }

    @Test
    void shouldServeOthersWhilePeersDoNotReadWhatTheyAreTold() throws Exception {
        List<RawClient> peers = new ArrayList<>();
        try (EndpointCore server = HeldMonitor.endpoint("server", 2 * PEERS);
                Endpoint neighbour = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
            for (int i = 0; i < PEERS; i++) {
                peers.add(welcomed("unix"));
            }
            HeldMonitor held = HeldMonitor.of(server);
            for (RawClient peer : peers) {
                for (int i = 0; i < REFUSALS; i += 100) {
                    peer.offerImpossibleLanes(2 * i);
                }
            }
            held.release();
            assertThat(neighbour.lookup(Workshop.class, "orders").echo(5)).isEqualTo(5);
            for (RawClient peer : peers) {
                for (int i = 0; i < REFUSALS; i++) {
                    int batch = 2 * i;
                    assertThat(peer.receive())
                            .isInstanceOfSatisfying(
                                    ControlMessage.LanesRefused.class,
                                    refused -> assertThat(refused.batch()).isEqualTo(batch));
                }
            }
        } finally {
            peers.forEach(RawClient::close);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "memory of no batch", "a second greeting", "a first one"})
    void shouldServeOthersWhilePeersPassWhatCannotBeClosedAtOnce(String inPlaceOf) throws Exception {
        List<RawClient> peers = new ArrayList<>();
        List<LingeringSocket> passed = new ArrayList<>();
        try (EndpointCore server = HeldMonitor.endpoint("server", 2 * PEERS);
                Endpoint neighbour = Endpoint.open()) {
            server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
            for (int i = 0; i < LINGERING && !inPlaceOf.equals("a first one"); i++) {
                peers.add(welcomed("shm"));
            }
            HeldMonitor held = HeldMonitor.of(server);
            try {
                for (int i = 0; i < LINGERING; i++) {
                    pass(inPlaceOf, i, peers, passed);
                }
                held.release();
                assertThat(neighbour.lookup(Workshop.class, "orders").echo(5)).isEqualTo(5);
                assertThat(Thread.getAllStackTraces().keySet().stream()
                                .filter(thread -> thread.getName().startsWith("nearcall-future-server")))
                        .hasSizeLessThan(LINGERING);
            } finally {
                for (LingeringSocket socket : passed) {
                    socket.close(); // or the end of the server may wait for it
                }
            }
        } finally {
            peers.forEach(RawClient::close);
        }
    }

    private static void pass(String inPlaceOf, int number, List<RawClient> peers, List<LingeringSocket> passed)
            throws Exception {
        LingeringSocket socket = new LingeringSocket();
        passed.add(socket);
        if (inPlaceOf.equals("a first one")) {
            peers.add(RawClient.silent("orders"));
        } else if (inPlaceOf.equals("a second greeting")) {
            peers.get(number).greet("orders", "shm"); // the messages after the greeting are not read
        } else if (inPlaceOf.equals("memory of no batch")) {
            peers.get(number).passDescriptor(1, socket.descriptor());
        }
        peers.get(number).passDescriptor(0, socket.descriptor());
        socket.abandon();
    }

    @Test
    void shouldEndThoughPeersThatWaitToBeAcceptedHavePassedWhatCannotBeClosedAtOnce() throws Exception {
        List<RawClient> peers = new ArrayList<>();
        List<LingeringSocket> passed = new ArrayList<>();
        EndpointCore server = HeldMonitor.endpoint("server", 2 * PEERS);
        try {
            server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
            HeldMonitor held = HeldMonitor.of(server);
            for (int i = 0; i < LINGERING; i++) {
                pass("a first one", i, peers, passed);
            }
            CompletableFuture<Void> closing = CompletableFuture.runAsync(server::close);
            held.release();
            assertThat(closing).succeedsWithin(PATIENCE_NS, TimeUnit.NANOSECONDS);
        } finally {
            for (LingeringSocket socket : passed) {
                socket.close();
            }
            peers.forEach(RawClient::close);
            server.close();
        }
    }

    @Test
    void shouldTellTheCallerThoughAServicePassesWhatCannotBeClosedAtOnce() throws Exception {
        int listener =
                UnixSocket.listen(PrivateDirectory.path().resolve("orders.sock").toString(), 0600, 1);
        try (EndpointCore client = HeldMonitor.endpoint("client");
                LingeringSocket passed = new LingeringSocket()) {
            CompletableFuture<Throwable> told = CompletableFuture.supplyAsync(() -> catchThrowable(
                    () -> LookUp.now(client, Workshop.class, ServiceAddress.parse("orders", "shm"), PATIENCE_NS)));
            UnixSocket.await(listener, true, PATIENCE_NS);
            try (ControlSocket service = new ControlSocket(UnixSocket.accept(listener))) {
                service.receive(PATIENCE_NS);
                service.send(new ControlMessage.Welcome(
                        ControlMessage.VERSION, CurrentProcess.pid(), UUID.randomUUID(), new Limits(64, 0, 1 << 20)));
                Received asked = service.receive(PATIENCE_NS);
                Descriptors.close(asked.descriptor());
                ControlMessage.Lanes lanes = (ControlMessage.Lanes) asked.message();
                HeldMonitor held = HeldMonitor.of(client);
                service.send(
                        new ControlMessage.LanesReady(lanes.batch(), lanes.laneCount(), lanes.ringCapacity(), ""),
                        passed.descriptor());
                passed.abandon();
                held.release();
                assertThat(told.get(2, TimeUnit.MINUTES)).isInstanceOf(NearcallException.class);
            }
        } finally {
            Descriptors.close(listener);
        }
    }

    private static RawClient welcomed(String channel) throws Exception {
        RawClient peer = new RawClient("orders", channel);
        assertThat(peer.receive()).isInstanceOf(ControlMessage.Welcome.class);
        return peer;
    }

    /** A listening socket that never accepts, with a full backlog. */
    private static final class FullBacklog implements AutoCloseable {

        private final ServerSocketChannel listener;
        private final List<SocketChannel> waiting = new ArrayList<>();
        private final String place;

        FullBacklog(String channel) throws IOException {
            SocketAddress address;
            if (channel.equals("tcp")) {
                listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
                listener.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 1);
                address = listener.getLocalAddress();
                place = "127.0.0.1:" + ((InetSocketAddress) address).getPort();
            } else {
                place = ".unix-" + ProcessHandle.current().pid() + "-0123456789abcdef";
                listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                address = UnixDomainSocketAddress.of(PrivateDirectory.path().resolve(place));
                listener.bind(address, 1);
            }
            for (int i = 0; i < 4; i++) {
                SocketChannel visitor = SocketChannel.open(
                        channel.equals("tcp") ? StandardProtocolFamily.INET : StandardProtocolFamily.UNIX);
                waiting.add(visitor);
                visitor.configureBlocking(false);
                connect(visitor, address);
            }
        }

        private static void connect(SocketChannel visitor, SocketAddress address) {
            try {
                visitor.connect(address);
            } catch (IOException e) {
                // full: a Unix socket reports that at once
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
            for (SocketChannel visitor : waiting) {
                visitor.close();
            }
        }
    }
}

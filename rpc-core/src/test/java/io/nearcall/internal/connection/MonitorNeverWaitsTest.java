// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
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

    /** As many as fit at a hundredth of a second each into ten times the patience of somebody who greets. */
    private static final int PEERS = 50;

    private static final int LANES_OF_EACH = 8;

    /** Their answers are more than a control socket holds. */
    private static final int REFUSALS = 600;

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

    private static RawClient welcomed(String channel) throws Exception {
        RawClient peer = new RawClient("orders", channel);
        assertThat(peer.receive()).isInstanceOf(ControlMessage.Welcome.class);
        return peer;
    }

    /** A place where somebody listens who never accepts, and as many wait already as can. */
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
                // full: of a Unix socket that is told at once
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

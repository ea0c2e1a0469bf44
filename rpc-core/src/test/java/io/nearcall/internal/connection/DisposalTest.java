// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.TransportException;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Workshop;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An endpoint in which all threads that close passed descriptors are blocked. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class DisposalTest {

    private static final int THREADS = 4;
    private static final int PASSED = 1_000;

    /** The descriptors that wait for one connection, those of one message, and some of this test. */
    private static final int MOST_OF_ONE = 256 + 255 + 50;

    /** The number at which no connection is accepted any more. */
    private static final int FULL = 1024;

    private static final long PATIENCE_NS = 10_000_000_000L;

    private final List<LingeringSocket> lingering = new ArrayList<>();
    private final List<RawClient> peers = new ArrayList<>();
    private EndpointCore server;

    @BeforeEach
    void holdTheThreads() throws Exception {
        server = HeldMonitor.endpoint("server", 100);
        server.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("orders", "auto"));
        for (int i = 0; i < THREADS; i++) {
            welcomed();
        }
        HeldMonitor held = HeldMonitor.of(server); // or it could close them before this test, which would wait then
        for (RawClient peer : peers) {
            LingeringSocket socket = new LingeringSocket();
            lingering.add(socket);
            peer.passDescriptor(0, socket.descriptor());
            socket.abandon();
        }
        held.release();
        for (RawClient peer : peers) {
            assertThat(peer.receive()).isInstanceOf(ControlMessage.Goodbye.class);
        }
        HeldMonitor.of(server).release(); // which has handed all of them over then
    }

    @AfterEach
    void close() throws Exception {
        for (LingeringSocket socket : lingering) {
            socket.close();
        }
        peers.forEach(RawClient::close);
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unasked", "refused"})
    void shouldEndTheConnectionThatPassesMoreThanCanBeClosed(String how) throws Exception {
        RawClient peer = welcomed();
        int before = descriptors();
        int[] two = new int[2];
        UnixSocket.pair(two);
        try {
            for (int i = 0; i < PASSED; i++) {
                if (how.equals("unasked")) {
                    peer.passUnasked(1, two[0]);
                } else {
                    peer.passRefused(2 * i, two[0]);
                }
            }
            assertThat(lastWords(peer)).contains("descriptors");
            peer.close(); // with the messages that it has not sent yet
            assertThat(descriptors()).isLessThan(before + MOST_OF_ONE);
        } finally {
            Descriptors.close(two[0]);
            Descriptors.close(two[1]);
        }
    }

    @Test
    void shouldNotEndTheConnectionWhoseLanesAreRefusedSometimes() throws Exception {
        RawClient peer = welcomed();
        int[] two = new int[2];
        UnixSocket.pair(two);
        try {
            for (int i = 0; i < 100; i++) {
                peer.passRefused(2 * i, two[0]);
                assertThat(peer.receive()).isInstanceOf(ControlMessage.LanesRefused.class);
            }
        } finally {
            Descriptors.close(two[0]);
            Descriptors.close(two[1]);
        }
    }

    @Test
    void shouldConnectToNobodyWhileTooManyDescriptorsWait() {
        for (int i = 0; i < FULL; i += 2) {
            int[] two = new int[2];
            UnixSocket.pair(two);
            server.disposal().accept(two[0]);
            server.disposal().accept(two[1]);
        }
        try (EndpointCore other = HeldMonitor.endpoint("other")) {
            other.export(Workshop.class, new QuietWorkshop(), ServiceAddress.parse("repairs", "auto"));
            ServiceAddress repairs = ServiceAddress.parse("repairs", "auto");
            assertThatThrownBy(() -> LookUp.now(server, Workshop.class, repairs, PATIENCE_NS))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("descriptors that peers have passed");
        }
    }

    private RawClient welcomed() throws Exception {
        RawClient peer = new RawClient("orders");
        peers.add(peer);
        assertThat(peer.receive()).isInstanceOf(ControlMessage.Welcome.class);
        return peer;
    }

    private static String lastWords(RawClient peer) throws ControlSocket.EndOfStream {
        while (true) {
            if (peer.receive() instanceof ControlMessage.Goodbye goodbye) {
                return goodbye.text();
            }
        }
    }

    private static int descriptors() throws IOException {
        int count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                count++;
            }
        }
        return count;
    }
}

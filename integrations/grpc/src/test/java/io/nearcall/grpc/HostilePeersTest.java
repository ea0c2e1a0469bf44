// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Peers that open sessions without an end, or do not read. Others are served meanwhile, as a neighbour is here. */
@Timeout(120)
class HostilePeersTest {

    private static final int MOST_CONNECTIONS = 20;

    /** Sessions that an endpoint has for its connections, and for handshakes beside them. */
    private static final int MOST_SESSIONS = 2 * MOST_CONNECTIONS;

    private static final int SESSIONS = 10_000;
    private static final int CHANNELS = 40;

    private static final int ANSWER_BYTES = 1 << 20;
    private static final int CALLS = 8;

    @TempDir
    Path directory;

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private Endpoint server;
    private Endpoint client;
    private Calculator neighbour;

    @BeforeEach
    void open() {
        server = Endpoint.builder()
                .name("server")
                .directory(directory.resolve("run")) // or another test has the name of the service
                .maxConnections(MOST_CONNECTIONS)
                .transport(door)
                .open();
        client = Endpoint.builder()
                .name("neighbour")
                .lookupTimeout(Duration.ofSeconds(60)) // a busy machine needs long for the first session
                .open();
        server.export(Calculator.class, new Calculator.Simple());
        neighbour = client.lookup(Calculator.class, address());
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private String address() {
        return "grpc://calculator@localhost:" + door.port();
    }

    private ManagedChannel channel() {
        return NettyChannelBuilder.forAddress("localhost", door.port())
                .usePlaintext()
                .directExecutor()
                .build();
    }

    /** Says nothing in its sessions, and counts how they end. */
    private static final class Silent extends ClientCall.Listener<byte[]> {
        private final CountDownLatch ends;
        private final AtomicInteger refused;
        private boolean isRefused;

        Silent(CountDownLatch ends, AtomicInteger refused) {
            this.ends = ends;
            this.refused = refused;
        }

        @Override
        public void onMessage(byte[] message) {
            isRefused |= new String(message, StandardCharsets.ISO_8859_1).contains("connections, its limit");
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            isRefused |= String.valueOf(status.getDescription()).contains("there are too many");
            if (isRefused) {
                refused.incrementAndGet();
            }
            ends.countDown();
        }
    }

    @Test
    void shouldRefuseInWordsMoreSessionsThanItMayHave() throws Exception {
        neighbour.add(1, 2);
        long before = OwnResources.descriptors();
        long heapBytes = OwnResources.usedHeapBytes();
        CountDownLatch ends = new CountDownLatch(SESSIONS);
        AtomicInteger refused = new AtomicInteger();
        List<ManagedChannel> channels =
                Stream.generate(this::channel).limit(CHANNELS).toList();
        long most = 0;
        for (int i = 0; i < SESSIONS; i++) {
            ClientCall<byte[], byte[]> call =
                    channels.get(i % CHANNELS).newCall(SessionMethod.OPEN, CallOptions.DEFAULT);
            call.start(new Silent(ends, refused), new Metadata());
            call.request(Integer.MAX_VALUE);
            if (i % 100 == 0) {
                assertThat(neighbour.add(i, 1)).isEqualTo(i + 1);
                most = Math.max(most, OwnResources.descriptors());
            }
        }
        while (!ends.await(10, TimeUnit.MILLISECONDS)) {
            assertThat(neighbour.add(2, 3)).isEqualTo(5);
            most = Math.max(most, OwnResources.descriptors());
        }
        assertThat(refused.get()).isGreaterThan(SESSIONS / 2);
        // Each connection has two ends here, and each session two descriptors. As many sessions may be about to end.
        assertThat(most - before).isLessThanOrEqualTo(2 * CHANNELS + 2 * 2 * MOST_SESSIONS);
        assertThat(OwnResources.usedHeapBytes() - heapBytes).isLessThan(32 << 20);
        channels.forEach(ManagedChannel::shutdownNow);
        while (OwnResources.descriptors() > before) { // or the timeout of this class ends it
            TimeUnit.MILLISECONDS.sleep(10);
        }
        try (Endpoint newcomer = Endpoint.builder()
                .name("newcomer")
                .lookupTimeout(Duration.ofSeconds(60)) // a busy machine needs long for the first session
                .open()) {
            assertThat(newcomer.lookup(Calculator.class, address()).add(2, 3)).isEqualTo(5);
        }
    }

    @Test
    void shouldServeOthersAndEndInTimeWhileAPeerDoesNotRead() throws Exception {
        TamperedTransport reluctant = new TamperedTransport(() -> TamperedTransport.NOTHING);
        try (Endpoint hostile =
                Endpoint.builder().name("hostile").transport(reluctant).open()) {
            Calculator calculator = hostile.lookup(Calculator.class, address());
            assertThat(calculator.zeros(ANSWER_BYTES)).hasSize(ANSWER_BYTES);
            long heapBytes = OwnResources.usedHeapBytes();
            reluctant.readNoMore();
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                calls.add(CompletableFuture.runAsync(
                        () -> {
                            try {
                                calculator.zeros(ANSWER_BYTES);
                            } catch (NearcallException e) {
                                // when the server has gone
                            }
                        },
                        task -> new Thread(task).start()));
            }
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(2)) {
                assertThat(neighbour.echo(new byte[1_000])).hasSize(1_000);
            }
            assertThat(calls).noneMatch(CompletableFuture::isDone);
            // The answers on both sides, and what lanes and session buffer.
            assertThat(OwnResources.usedHeapBytes() - heapBytes).isLessThan((4L * CALLS + 16) * ANSWER_BYTES);
            server.close();
            assertThat(reluctant.end().get(5, TimeUnit.SECONDS)).isNotNull();
            for (CompletableFuture<Void> call : calls) {
                call.get(30, TimeUnit.SECONDS);
            }
        }
    }
}

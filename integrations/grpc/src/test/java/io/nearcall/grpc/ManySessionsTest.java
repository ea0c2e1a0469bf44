// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** As many sessions as an endpoint has by default, and one more. */
@Timeout(120)
class ManySessionsTest {

    /** What the guide says of maxConnections. */
    private static final int MOST_CONNECTIONS = 1_024;

    private static final int CHANNELS = 80;
    private static final byte HELLO = 1;
    private static final byte WELCOME = 2;
    private static final byte REFUSED = 3;
    private static final int RECORD_HEADER_LENGTH = 8;

    @TempDir
    Path directory;

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();

    /** A session of a client that greets, and then is silent. */
    private static final class Greeter extends ClientCall.Listener<byte[]> {

        final CompletableFuture<byte[]> answer = new CompletableFuture<>();
        final CompletableFuture<Status> end = new CompletableFuture<>();
        private final ClientCall<byte[], byte[]> call;

        Greeter(ManagedChannel channel) {
            call = channel.newCall(SessionMethod.OPEN, CallOptions.DEFAULT);
            call.start(this, new Metadata());
            call.request(Integer.MAX_VALUE);
            call.sendMessage(hello());
        }

        private static byte[] hello() {
            byte[] service = "calculator".getBytes(StandardCharsets.US_ASCII);
            byte[] channel = "grpc".getBytes(StandardCharsets.US_ASCII);
            UUID id = UUID.randomUUID();
            ByteBuffer message = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
            message.position(RECORD_HEADER_LENGTH + Integer.BYTES);
            message.put(HELLO).put("NCAL".getBytes(StandardCharsets.US_ASCII)).putInt(1);
            message.putInt(0).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
            message.putInt(4).putInt(0).putLong(1 << 20); // lanes, flags, the longest message
            message.putShort((short) service.length).put(service);
            message.putShort((short) channel.length).put(channel);
            byte[] record = new byte[message.position()];
            int length = record.length - RECORD_HEADER_LENGTH;
            message.putInt(0, 0).putInt(Integer.BYTES, 1 << 24 | length);
            message.putInt(RECORD_HEADER_LENGTH, length - Integer.BYTES);
            message.get(0, record);
            return record;
        }

        @Override
        public void onMessage(byte[] message) {
            answer.complete(message); // heartbeats follow
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            end.complete(status);
            answer.completeExceptionally(status.asRuntimeException());
        }

        byte answerType() throws Exception {
            return answer.get(30, TimeUnit.SECONDS)[RECORD_HEADER_LENGTH + Integer.BYTES];
        }

        void close() {
            call.cancel("it is over", null);
        }
    }

    @Test
    void shouldRefuseOneMoreThanItMayHaveAndServeTheOthers() throws Exception {
        List<ManagedChannel> channels = new ArrayList<>();
        try (Endpoint server = Endpoint.builder()
                        .name("server")
                        .directory(directory.resolve("run")) // or another test has the name of the service
                        .transport(door)
                        .open();
                Endpoint client = Endpoint.builder()
                        .name("neighbour")
                        .lookupTimeout(Duration.ofSeconds(60)) // a busy machine needs long for the first session
                        .open();
                Endpoint late = Endpoint.builder()
                        .name("late")
                        .lookupTimeout(Duration.ofMillis(300))
                        .open()) {
            server.export(Calculator.class, new Calculator.Simple());
            String address = "grpc://calculator@localhost:" + door.port();
            for (int i = 0; i < CHANNELS; i++) {
                channels.add(NettyChannelBuilder.forAddress("localhost", door.port())
                        .usePlaintext()
                        .directExecutor()
                        .build());
            }
            Calculator neighbour = client.lookup(Calculator.class, address);
            assertThat(neighbour.add(1, 2)).isEqualTo(3);
            long heapBytes = OwnResources.usedHeapBytes();
            List<Greeter> greeters = new ArrayList<>();
            for (int i = 1; i < MOST_CONNECTIONS; i++) { // the neighbour's is one
                Greeter greeter = new Greeter(channels.get(i % CHANNELS));
                assertThat(greeter.answerType()).as("session %d", i).isEqualTo(WELCOME);
                greeters.add(greeter);
            }
            long bytesOfEach = (OwnResources.usedHeapBytes() - heapBytes) / MOST_CONNECTIONS;
            System.out.println(
                    "a silent session takes " + bytesOfEach + " bytes of heap, those of its client included");
            assertThat(bytesOfEach).isLessThan(200_000);

            Greeter oneMore = new Greeter(channels.get(0));
            assertThat(oneMore.answerType()).isEqualTo(REFUSED);
            assertThat(new String(oneMore.answer.get(), StandardCharsets.UTF_8))
                    .contains("it has " + MOST_CONNECTIONS + " connections, its limit");
            assertThat(oneMore.end.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(Status.Code.OK);
            assertThatThrownBy(() -> late.lookup(Calculator.class, address))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("connections, its limit");
            assertThat(greeters).noneMatch(greeter -> greeter.end.isDone());
            assertThat(neighbour.add(2, 3)).isEqualTo(5);

            greeters.get(0).close();
            try (Endpoint next = Endpoint.builder()
                    .name("next")
                    .lookupTimeout(Duration.ofSeconds(30))
                    .open()) {
                assertThat(next.lookup(Calculator.class, address).add(3, 4)).isEqualTo(7);
            }
        } finally {
            channels.forEach(ManagedChannel::shutdownNow);
        }
    }
}

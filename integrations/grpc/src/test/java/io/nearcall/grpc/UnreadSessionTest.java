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
import io.nearcall.spi.RemoteTransport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session whose peer takes nothing for a while, or for good. */
@Timeout(60)
class UnreadSessionTest {

    /** What the peer's side takes before anything is asked for. The least of HTTP/2. */
    private static final int WINDOW_BYTES = 65_535;

    private static final int MESSAGES = 10;
    private static final String FAULT = "a record was too long";

    private final GrpcTransport door = GrpcTransport.builder().listen(0).build();
    private final CompletableFuture<RemoteTransport.Session> begun = new CompletableFuture<>();
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final Taker taker = new Taker();
    private AutoCloseable listening;
    private ManagedChannel channel;
    private ClientCall<byte[], byte[]> call;

    /** The server's side. */
    private final class Served implements RemoteTransport.Receiver {
        @Override
        public void received(byte[] message) {}

        @Override
        public void ready() {}

        @Override
        public void ended(boolean refused, String reason) {
            end.complete(reason);
        }
    }

    /** The peer's side. */
    private static final class Taker extends ClientCall.Listener<byte[]> {
        final CompletableFuture<Status> end = new CompletableFuture<>();
        volatile int taken;

        @Override
        public void onMessage(byte[] message) {
            taken++;
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            end.complete(status);
        }
    }

    @BeforeEach
    void begin() throws Exception {
        listening = door.listen(session -> {
            begun.complete(session);
            return new Served();
        });
        channel = NettyChannelBuilder.forAddress("localhost", door.port())
                .usePlaintext()
                .flowControlWindow(WINDOW_BYTES)
                .build();
        call = channel.newCall(SessionMethod.OPEN, CallOptions.DEFAULT);
        call.start(taker, new Metadata());
        call.request(1);
        for (int i = 0; i < MESSAGES; i++) {
            begun.get().send(new byte[RemoteTransport.LONGEST_MESSAGE_BYTES]);
        }
        assertThat(begun.get().isReady()).isFalse();
    }

    @AfterEach
    void close() throws Exception {
        channel.shutdownNow();
        listening.close();
    }

    private Status endAtPeer() throws Exception {
        call.request(MESSAGES); // gRPC tells of the end behind the messages
        return taker.end.get(30, TimeUnit.SECONDS);
    }

    private void assertGoesOn() {
        // Long enough for an end that does not wait for the messages to arrive.
        assertThatThrownBy(() -> end.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    }

    @Test
    void shouldBeBrokenOffThoughThePeerTakesNothing() throws Exception {
        begun.get().close(FAULT);
        assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo(FAULT);
        assertThat(endAtPeer().getCode()).isEqualTo(Status.Code.CANCELLED);
    }

    @Test
    void shouldBeBrokenOffWhenItHasNotEndedInOrder() throws Exception {
        begun.get().close("");
        assertGoesOn();
        begun.get().close(FAULT);
        assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo(FAULT);
        endAtPeer();
    }

    @Test
    void shouldBeBrokenOffWhenThePeerHasSaidThatItEnds() throws Exception {
        call.halfClose();
        assertGoesOn();
        begun.get().close(FAULT);
        assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo(FAULT);
    }

    @Test
    void shouldEndInOrderWhenThePeerHasTakenAllMessages() throws Exception {
        begun.get().close("");
        assertGoesOn();
        begun.get().send(new byte[1]); // comes too late
        call.request(MESSAGES);
        assertThat(endAtPeer().getCode()).isEqualTo(Status.Code.OK);
        assertThat(taker.taken).isEqualTo(MESSAGES);
        assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo("it was closed");
    }

    @Test
    void shouldTellThePeerWhyItIsBrokenOffIfThePeerHasTakenAllMessages() throws Exception {
        call.request(MESSAGES);
        while (!begun.get().isReady() || taker.taken < MESSAGES) {
            Thread.onSpinWait();
        }
        begun.get().close(FAULT);
        assertThat(endAtPeer().getDescription()).isEqualTo(FAULT);
        assertThat(end.get(30, TimeUnit.SECONDS)).isEqualTo(FAULT);
    }

    @Test
    void shouldEndWithTheDoor() throws Exception {
        listening.close();
        assertThat(end.get(30, TimeUnit.SECONDS)).isNotEmpty();
        endAtPeer();
    }
}

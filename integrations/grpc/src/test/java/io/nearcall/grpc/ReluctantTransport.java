// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.nearcall.spi.RemoteTransport;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Of a hostile client with one session, which reads what comes until it is told to read no more. */
final class ReluctantTransport implements RemoteTransport {

    /** What its side takes without reading. The least of HTTP/2. */
    private static final int WINDOW_BYTES = 65_535;

    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private volatile boolean reads = true;
    private volatile ReluctantSession session;

    void readNoMore() {
        reads = false;
    }

    /** How the session has ended. Reads all that is left. */
    CompletableFuture<Status> end() {
        session.call.request(Integer.MAX_VALUE); // gRPC tells of the end behind the messages
        return end;
    }

    @Override
    public String scheme() {
        return "grpc";
    }

    @Override
    public AutoCloseable listen(Function<Session, Receiver> acceptor) {
        return () -> {};
    }

    @Override
    public Session connect(String place, Receiver receiver) {
        ManagedChannel channel = NettyChannelBuilder.forTarget(place)
                .usePlaintext()
                .directExecutor()
                .flowControlWindow(WINDOW_BYTES)
                .build();
        session = new ReluctantSession(channel, channel.newCall(SessionMethod.OPEN, CallOptions.DEFAULT), receiver);
        session.begin();
        return session;
    }

    private final class ReluctantSession extends ClientCall.Listener<byte[]> implements Session {

        private final ManagedChannel channel;
        private final ClientCall<byte[], byte[]> call;
        private final Receiver receiver;
        private boolean closed; // guarded by this

        ReluctantSession(ManagedChannel channel, ClientCall<byte[], byte[]> call, Receiver receiver) {
            this.channel = channel;
            this.call = call;
            this.receiver = receiver;
        }

        void begin() {
            call.start(this, new Metadata());
            call.request(1);
        }

        @Override
        public synchronized void send(byte[] message) {
            if (!closed) {
                call.sendMessage(message);
            }
        }

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public void close(String fault) {
            synchronized (this) {
                closed = true;
            }
            call.cancel("it is over", null);
        }

        @Override
        public String principal() {
            return "";
        }

        @Override
        public String peer() {
            return "the server";
        }

        @Override
        public void onMessage(byte[] message) {
            receiver.received(message);
            if (reads) {
                call.request(1);
            }
        }

        @Override
        public void onReady() {
            receiver.ready();
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            synchronized (this) {
                closed = true;
            }
            channel.shutdown();
            end.complete(status);
            receiver.ended(false, status.toString());
        }
    }
}

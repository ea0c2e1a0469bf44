// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.nearcall.spi.RemoteTransport;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/** Of a hostile client: somebody changes what it sends and what it hears, and may stop it from reading. */
final class TamperedTransport implements RemoteTransport {

    /** What its side takes without reading. The least of HTTP/2. */
    private static final int WINDOW_BYTES = 65_535;

    /** Changes the messages of one session. */
    interface Tamper {

        /** Returns what is sent in place of a message. One thread at a time. */
        default List<byte[]> sent(byte[] message) {
            return List.of(message);
        }

        /** Returns what is heard in place of a message. One thread at a time. */
        default byte[] received(byte[] message) {
            return message;
        }
    }

    /** Changes nothing. */
    static final Tamper NOTHING = new Tamper() {};

    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private final Supplier<Tamper> tampers;
    private volatile boolean reads = true;
    private volatile TamperedSession session; // the last one

    /** @param tampers is asked for one for each session */
    TamperedTransport(Supplier<Tamper> tampers) {
        this.tampers = tampers;
    }

    void readNoMore() {
        reads = false;
    }

    /** Breaks the session off, if there is one. */
    void breakOff() {
        TamperedSession begun = session;
        if (begun != null) {
            begun.close("enough");
        }
    }

    /** How a session has ended. Reads all that is left in the last one. */
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
        session = new TamperedSession(
                channel, channel.newCall(SessionMethod.OPEN, CallOptions.DEFAULT), receiver, tampers.get());
        session.begin();
        return session;
    }

    private final class TamperedSession extends ClientCall.Listener<byte[]> implements Session {

        private final ManagedChannel channel;
        private final ClientCall<byte[], byte[]> call;
        private final Receiver receiver;
        private final Tamper tamper;
        private boolean closed; // guarded by this

        TamperedSession(ManagedChannel channel, ClientCall<byte[], byte[]> call, Receiver receiver, Tamper tamper) {
            this.channel = channel;
            this.call = call;
            this.receiver = receiver;
            this.tamper = tamper;
        }

        void begin() {
            call.start(this, new Metadata());
            call.request(1);
        }

        @Override
        public synchronized void send(byte[] message) {
            if (!closed) {
                tamper.sent(message).forEach(call::sendMessage);
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
            receiver.received(tamper.received(message));
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

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.nearcall.spi.RemoteTransport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A session that another host has begun. */
final class IncomingSession extends ServerCall.Listener<byte[]> implements RemoteTransport.Session {

    /* gRPC ends a call with trailers, which go behind the messages. A peer that takes no messages would never get them,
     * and the call would stay. So the call is closed only when no message waits. If the session is broken off, the
     * messages get a second. Then the call is cancelled, and the peer does not learn why. Messages that the peer has
     * taken may still count as waiting, because another thread of gRPC counts them.
     *
     * gRPC tells by isReady() and onReady() whether few bytes wait. From the beginning of the end, that means none. */

    private static final Executor AFTER_A_SECOND =
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run);

    /** Bytes that may wait while the session is ready, once it is about to end: gRPC wants at least one. */
    private static final int FEWEST_BYTES = 1;

    private static final RemoteTransport.Receiver NOBODY = new RemoteTransport.Receiver() {
        @Override
        public void received(byte[] message) {}

        @Override
        public void ready() {}

        @Override
        public void ended(boolean refused, String reason) {}
    };

    private final ServerCall<byte[], byte[]> call;
    private final String principal; // asked for each call
    private final Object sending = new Object();
    private RemoteTransport.Receiver receiver; // set before the first message
    private boolean sent; // guarded by sending, like the next
    private boolean ending; // no message follows
    private boolean closed; // gRPC knows of the end
    private String fault = "";

    IncomingSession(ServerCall<byte[], byte[]> call) {
        this.call = call;
        this.principal = Principals.of(call.getAttributes());
    }

    void begin(Function<RemoteTransport.Session, RemoteTransport.Receiver> acceptor) {
        call.sendHeaders(new Metadata());
        try {
            receiver = acceptor.apply(this);
        } catch (RuntimeException e) { // the endpoint has no room for it
            receiver = NOBODY;
            close(String.valueOf(e.getMessage()));
        }
        call.request(Integer.MAX_VALUE); // credit bounds what arrives
    }

    @Override
    public void send(byte[] message) {
        synchronized (sending) {
            if (!ending) {
                sent = true;
                call.sendMessage(message);
            }
        }
    }

    @Override
    public boolean isReady() {
        return call.isReady();
    }

    @Override
    public void close(String why) {
        synchronized (sending) {
            if (!ending) {
                ending = true;
                call.setOnReadyThreshold(FEWEST_BYTES);
            }
            boolean breaksOff = fault.isEmpty() && !why.isEmpty();
            if (breaksOff) {
                fault = why;
            }
            closeIfAllIsSent();
            if (breaksOff && !closed) {
                AFTER_A_SECOND.execute(this::cancel);
            }
        }
    }

    /** Ends a session whose peer does not take the messages. Does not block, so that it may run on the thread of timers. */
    private void cancel() {
        synchronized (sending) {
            if (!closed) {
                closed = true;
                call.sendMessage(SessionMethod.UNWRITABLE);
            }
        }
    }

    private void closeIfAllIsSent() {
        if (!closed && (!sent || call.isReady())) {
            closed = true;
            call.close(fault.isEmpty() ? Status.OK : Status.ABORTED.withDescription(fault), new Metadata());
        }
    }

    @Override
    public String principal() {
        return principal;
    }

    @Override
    public String peer() {
        Object address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return (principal.isEmpty() ? "" : principal + " at ") + address;
    }

    @Override
    public void onMessage(byte[] message) {
        receiver.received(message);
    }

    @Override
    public void onReady() {
        boolean ends;
        synchronized (sending) {
            ends = ending;
            if (ends) {
                closeIfAllIsSent();
            }
        }
        if (!ends) {
            receiver.ready();
        }
    }

    /** Called when the other side will send nothing more. This side then ends too. */
    @Override
    public void onHalfClose() {
        close("");
    }

    @Override
    public void onCancel() {
        String why;
        synchronized (sending) {
            ending = true;
            closed = true;
            why = fault;
        }
        receiver.ended(false, why.isEmpty() ? "it was broken off" : why);
    }

    @Override
    public void onComplete() {
        String why;
        synchronized (sending) {
            why = fault;
        }
        receiver.ended(false, why.isEmpty() ? "it was closed" : why);
    }
}

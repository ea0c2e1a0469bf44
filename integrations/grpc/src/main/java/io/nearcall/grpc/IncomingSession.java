// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.nearcall.spi.RemoteTransport;
import java.util.function.Function;

/** A session that another host has begun. */
final class IncomingSession extends ServerCall.Listener<byte[]> implements RemoteTransport.Session {

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
    private boolean closed; // guarded by sending
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
            if (!closed) {
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
            if (!closed) {
                closed = true;
                fault = why;
                call.close(why.isEmpty() ? Status.OK : Status.ABORTED.withDescription(why), new Metadata());
            }
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
        receiver.ready();
    }

    /** Called when the other side will send nothing more. This side then ends too. */
    @Override
    public void onHalfClose() {
        close("");
    }

    @Override
    public void onCancel() {
        synchronized (sending) {
            closed = true;
        }
        receiver.ended(false, "it was broken off");
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

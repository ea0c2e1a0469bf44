// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.nearcall.spi.RemoteTransport;
import java.util.function.Supplier;

/** A session that this side has begun. It has a gRPC channel of its own. */
final class OutgoingSession extends ClientCall.Listener<byte[]> implements RemoteTransport.Session {

    /* A gRPC channel waits longer and longer between two attempts to connect. The endpoint itself tries again, and each
     * attempt has a new channel. So an address that is back is found at once. */

    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final String place;
    private final Supplier<NettyChannelBuilder> another; // null if the session uses TLS
    private final RemoteTransport.Receiver receiver;
    private final Object sending = new Object();
    private boolean closed; // guarded by sending, like the next
    private boolean cancelled;
    private volatile boolean heard;

    /**
     * Creates a session that has not begun.
     *
     * @param channel the session closes the channel when it ends
     * @param another begins another channel to that place; null if the session uses TLS
     */
    OutgoingSession(
            ManagedChannel channel,
            String place,
            Supplier<NettyChannelBuilder> another,
            RemoteTransport.Receiver receiver) {
        this.channel = channel;
        this.call = channel.newCall(SessionMethod.OPEN, CallOptions.DEFAULT);
        this.place = place;
        this.another = another;
        this.receiver = receiver;
    }

    void begin() {
        call.start(this, new Metadata());
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
    public void close(String fault) {
        boolean cancels;
        synchronized (sending) {
            cancels = !fault.isEmpty() && !cancelled;
            cancelled |= cancels;
            if (!cancels && !closed) {
                call.halfClose();
            }
            closed = true;
        }
        if (cancels) {
            call.cancel(fault, null); // not under the lock: this may call the receiver at once
        }
    }

    @Override
    public String principal() {
        return Principals.of(call.getAttributes());
    }

    @Override
    public String peer() {
        return place;
    }

    @Override
    public void onMessage(byte[] message) {
        heard = true;
        receiver.received(message);
    }

    @Override
    public void onReady() {
        receiver.ready();
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        synchronized (sending) {
            closed = true;
            cancelled = true;
        }
        channel.shutdown();
        if (another != null && !heard && Reasons.isUnexplained(status)) {
            TlsProbe.begin(another, speaksTls -> ended(status, speaksTls));
        } else {
            ended(status, false);
        }
    }

    private void ended(Status status, boolean expectsTls) {
        receiver.ended(expectsTls || Reasons.isRefusal(status), expectsTls ? Reasons.TLS_EXPECTED : Reasons.of(status));
    }
}

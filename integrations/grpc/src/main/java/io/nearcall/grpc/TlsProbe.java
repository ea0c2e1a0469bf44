// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/** Finds out whether the other side speaks TLS. */
final class TlsProbe extends ClientCall.Listener<byte[]> {

    /* A server with TLS closes a plaintext connection without a word, as a proxy does whose servers are all down. So one
     * more connection begins a handshake. It shows no certificate and trusts the authorities of the JDK. Whatever that
     * handshake ends with, a reply to it tells that the other side speaks TLS. */

    private static final int PATIENCE_S = 1;

    private final ManagedChannel channel;
    private final ClientCall<byte[], byte[]> call;
    private final Consumer<Boolean> answer;
    private boolean admitted;

    private TlsProbe(ManagedChannel channel, Consumer<Boolean> answer) {
        this.channel = channel;
        this.call = channel.newCall(
                SessionMethod.OPEN, CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_S, TimeUnit.SECONDS));
        this.answer = answer;
    }

    /**
     * Begins to find out. Does not block.
     *
     * @param channels begins a channel to the other side
     * @param answer is told, within a second, on any thread
     */
    static void begin(Supplier<NettyChannelBuilder> channels, Consumer<Boolean> answer) {
        ManagedChannel channel;
        try {
            SslContextBuilder context = GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK);
            channel = channels.get().sslContext(context.build()).build();
        } catch (SSLException | IllegalArgumentException e) { // there is no TLS, or no such place any more
            answer.accept(false);
            return;
        }
        TlsProbe probe = new TlsProbe(channel, answer);
        probe.call.start(probe, new Metadata());
        probe.call.request(1);
    }

    @Override
    public void onHeaders(Metadata headers) {
        admitted = true;
        call.cancel("it was only asked whether TLS is spoken", null);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        channel.shutdown();
        answer.accept(admitted || Reasons.showsTls(status));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/** The TLS context of a server. Each new connection uses the contexts that its source then has. Any thread. */
final class RenewedContext extends SslContext {

    /* New contexts come with a new one of the JDK. gRPC's AdvancedTlsX509KeyManager and AdvancedTlsX509TrustManager would
     * keep the context, which has the secrets for resuming earlier TLS sessions. A client that resumes a session shows no
     * certificate. So a client could still come in after its authority has been removed.
     */

    private final TlsContexts.Source source;
    private TlsContexts contexts; // guarded by this, like the next
    private SslContext context;

    /** @throws SSLException if the source has none that can be used */
    RenewedContext(TlsContexts.Source source) throws SSLException {
        this.source = source;
        renew();
    }

    private void renew() throws SSLException {
        TlsContexts found = source.current();
        if (found != contexts) {
            context = found.ofServer();
            contexts = found;
        }
    }

    private synchronized SslContext current() {
        try {
            renew();
        } catch (SSLException e) {
            throw new IllegalStateException(e); // cannot be: they have been tried before
        }
        return context;
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator) {
        return current().newEngine(allocator);
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator, String peerHost, int peerPort) {
        return current().newEngine(allocator, peerHost, peerPort);
    }

    @Override
    public boolean isClient() {
        return false;
    }

    @Override
    public List<String> cipherSuites() {
        return current().cipherSuites();
    }

    @Override
    @SuppressWarnings("deprecation") // the superclass has no other way
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
        return current().applicationProtocolNegotiator();
    }

    @Override
    public SSLSessionContext sessionContext() {
        return current().sessionContext();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/** The TLS context of a server. Each new connection uses the identity that the files then have. Any thread. */
final class RenewedContext extends SslContext {

    /* A new identity gets a new context of the JDK. gRPC's AdvancedTlsX509KeyManager and AdvancedTlsX509TrustManager would
     * keep the context, which has the secrets for resuming earlier TLS sessions. A client that resumes a session shows no
     * certificate. So a client could still come in after its authority has been removed.
     */

    private final IdentityFiles files;
    private Identity identity; // guarded by this, like the next
    private SslContext context;

    /** @throws SSLException if the files cannot be used */
    RenewedContext(IdentityFiles files) throws SSLException {
        this.files = files;
        renew();
    }

    private void renew() throws SSLException {
        Identity found = files.current();
        if (found != identity) {
            context = found.ofServer();
            identity = found;
        }
    }

    private synchronized SslContext current() {
        try {
            renew();
        } catch (SSLException e) {
            throw new IllegalStateException(e); // cannot be: an identity has been tried when it was read
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

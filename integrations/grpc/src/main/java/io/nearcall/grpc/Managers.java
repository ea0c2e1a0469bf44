// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/** Who this side is and whom it trusts, as the JDK's managers say. */
record Managers(KeyManagerFactory keys, TrustManagerFactory trusted) implements TlsContexts {

    /** @throws IllegalArgumentException if TLS does not accept them */
    Managers {
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(trusted, "trusted");
        try {
            server(keys, trusted); // fails now rather than when a session begins
        } catch (SSLException | IllegalStateException e) {
            throw new IllegalArgumentException("TLS does not accept the managers: " + e.getMessage(), e);
        }
    }

    private static SslContext server(KeyManagerFactory keys, TrustManagerFactory trusted) throws SSLException {
        return TlsContexts.server(SslContextBuilder.forServer(keys).trustManager(trusted));
    }

    @Override
    public SslContext ofServer() throws SSLException {
        return server(keys, trusted);
    }

    @Override
    public SslContext ofClient() throws SSLException {
        return TlsContexts.client(SslContextBuilder.forClient().keyManager(keys).trustManager(trusted));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;

/** Makes TLS contexts that prove who this side is, and know whom it trusts. Does not change. */
interface TlsContexts {

    /** What makes contexts for the sessions that begin now. */
    interface Source {

        /**
         * Returns the same object while nothing has changed.
         *
         * @throws SSLException if there is none that can be used
         */
        TlsContexts current() throws SSLException;
    }

    SslContext ofServer() throws SSLException;

    SslContext ofClient() throws SSLException;

    /** Makes the context of a server, which asks for the certificate of each client. */
    static SslContext server(SslContextBuilder withManagers) throws SSLException {
        return configured(withManagers).clientAuth(ClientAuth.REQUIRE).build();
    }

    static SslContext client(SslContextBuilder withManagers) throws SSLException {
        return configured(withManagers).build();
    }

    private static SslContextBuilder configured(SslContextBuilder builder) {
        return GrpcSslContexts.configure(builder, SslProvider.JDK).protocols("TLSv1.3");
    }
}

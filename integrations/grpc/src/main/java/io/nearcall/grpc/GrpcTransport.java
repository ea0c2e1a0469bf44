// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Carries calls between hosts over gRPC, for addresses such as {@code grpc://orders@shop.example:7443}. Each connection
 * of two endpoints is one gRPC stream.
 *
 * <pre>{@code
 * GrpcTransport door = GrpcTransport.builder()
 *         .certificate(Path.of("orders.pem"), Path.of("orders.key"))
 *         .trust(Path.of("shop-ca.pem"))
 *         .listen(7443)
 *         .build();
 * try (Endpoint endpoint = Endpoint.builder().transport(door).open()) {
 *     endpoint.export(Orders.class, new OrdersImpl());
 *     endpoint.awaitClose();
 * }
 * }</pre>
 *
 * <p>A client that adds no such transport to its endpoint uses one with the system properties {@link #CERTIFICATE},
 * {@link #KEY} and {@link #TRUSTED}. Without a certificate, sessions are plaintext and do not leave the host. Any
 * thread.
 */
public final class GrpcTransport implements RemoteTransport {

    /** The system property with the path of this side's certificate chain, in PEM. */
    public static final String CERTIFICATE = "io.nearcall.grpc.certificate";

    /** The system property with the path of the key of the certificate, in PEM (PKCS #8). */
    public static final String KEY = "io.nearcall.grpc.key";

    /** The system property with the path of the certificates of the authorities that sign the other sides', in PEM. */
    public static final String TRUSTED = "io.nearcall.grpc.trusted";

    private static final int NOT_LISTENING = -1;
    private static final int MOST_PORTS = 65_535;

    /** Nearcall's own clients have a gRPC connection for each session. */
    private static final int SESSIONS_OF_A_CONNECTION = 16;

    private final Security security;
    private final InetSocketAddress listenAddress; // null if the transport does not listen
    private volatile int port = NOT_LISTENING;

    /** Creates a transport that does not listen, with the options of the system properties. */
    public GrpcTransport() {
        this(new Security(path(CERTIFICATE), path(KEY), path(TRUSTED), null), null);
    }

    private GrpcTransport(Security security, InetSocketAddress listenAddress) {
        this.security = security;
        this.listenAddress = listenAddress;
    }

    private static Path path(String property) {
        String value = System.getProperty(property, "");
        return value.isBlank() ? null : Path.of(value);
    }

    /** Returns a builder of a transport that does not listen and has no certificate. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String scheme() {
        return "grpc";
    }

    /**
     * Returns the port at which the transport listens, once an endpoint with it is open.
     *
     * @throws IllegalStateException if the transport does not listen
     */
    public int port() {
        int current = port;
        if (current == NOT_LISTENING) {
            throw new IllegalStateException("The transport does not listen");
        }
        return current;
    }

    @Override
    public Session connect(String place, Receiver receiver) {
        int colon = place.lastIndexOf(':');
        String host = place.substring(0, Math.max(0, colon)).replaceAll("^\\[(.*)]$", "$1");
        int remotePort = port(place, place.substring(colon + 1));
        NettyChannelBuilder builder = to(host, remotePort, place)
                .directExecutor() // receivers do not block
                .disableRetry()
                .keepAliveTime(KeepAlive.TIME_S, KeepAlive.UNIT)
                .keepAliveTimeout(KeepAlive.TIMEOUT_S, KeepAlive.UNIT)
                .maxInboundMessageSize(LONGEST_MESSAGE_BYTES);
        try {
            ManagedChannel channel = security.isPlaintext()
                    ? builder.usePlaintext().build()
                    : builder.sslContext(security.ofClient()).build();
            OutgoingSession session = new OutgoingSession(channel, place, security.isPlaintext(), receiver);
            session.begin();
            return session;
        } catch (SSLException e) {
            throw new IllegalArgumentException(
                    "The certificate, its key or whom to trust cannot be read: " + security, e);
        }
    }

    private static int port(String place, String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= MOST_PORTS && !text.equals(place)) {
                return port;
            }
        } catch (NumberFormatException e) {
            // thrown below
        }
        throw new IllegalArgumentException("place=" + place + " is not HOST:PORT");
    }

    /** If plaintext may not leave the host, the session uses the very address that was checked, and no proxy. */
    private NettyChannelBuilder to(String host, int remotePort, String place) {
        if (!security.staysWithinHost()) {
            return NettyChannelBuilder.forAddress(host, remotePort);
        }
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            address = null; // which require() refuses
        }
        security.require(address, place);
        return NettyChannelBuilder.forAddress(new InetSocketAddress(address, remotePort))
                .proxyDetector(target -> null);
    }

    @Override
    public AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException {
        if (listenAddress == null) {
            return () -> {};
        }
        NettyServerBuilder builder = NettyServerBuilder.forAddress(listenAddress)
                .directExecutor()
                .permitKeepAliveTime(KeepAlive.PERMITTED_S, KeepAlive.UNIT)
                .keepAliveTime(KeepAlive.TIME_S, KeepAlive.UNIT)
                .keepAliveTimeout(KeepAlive.TIMEOUT_S, KeepAlive.UNIT)
                .handshakeTimeout(KeepAlive.GREETING_S, KeepAlive.UNIT)
                .maxConnectionIdle(KeepAlive.TIME_S, KeepAlive.UNIT)
                .maxConcurrentCallsPerConnection(SESSIONS_OF_A_CONNECTION)
                .maxInboundMessageSize(LONGEST_MESSAGE_BYTES)
                .addService(ServerServiceDefinition.builder(SessionMethod.SERVICE)
                        .addMethod(SessionMethod.OPEN, (call, headers) -> {
                            IncomingSession session = new IncomingSession(call);
                            session.begin(acceptor);
                            return session;
                        })
                        .build());
        if (!security.isPlaintext()) {
            builder.sslContext(security.ofServer());
        }
        Server server = builder.build().start();
        port = server.getPort();
        return () -> {
            server.shutdownNow();
            server.awaitTermination(KeepAlive.END_S, KeepAlive.UNIT);
        };
    }

    @Override
    public String toString() {
        return "GrpcTransport[" + (security.isPlaintext() ? "plaintext" : "TLS")
                + (listenAddress == null ? "" : ", listens at " + listenAddress) + "]";
    }

    /** The options of a {@link GrpcTransport}. */
    public static final class Builder {

        private Path certificate;
        private Path key;
        private Path trusted;
        private String insecureReason;
        private InetAddress listenHost;
        private int listenPort = NOT_LISTENING;

        private Builder() {}

        /**
         * Sets the certificate by which this side proves who it is.
         *
         * @param chain a file in PEM: the certificate, followed by the certificates up to one that the other sides
         *     trust
         * @param privateKey a file in PEM (PKCS #8)
         */
        public Builder certificate(Path chain, Path privateKey) {
            this.certificate = chain;
            this.key = privateKey;
            return this;
        }

        /** Sets the file with the certificates of the authorities that sign the other sides' certificates, in PEM. */
        public Builder trust(Path certificates) {
            this.trusted = certificates;
            return this;
        }

        /**
         * Permits plaintext sessions that leave this host. Anyone who can reach the port can call, and anyone on the
         * network path can read and change all calls. Without a certificate and without this option, sessions are
         * plaintext within the host, and none go to or come from other hosts.
         *
         * @param reason why plaintext is acceptable, for readers of the program
         */
        public Builder insecure(String reason) {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("The reason for plaintext is empty");
            }
            this.insecureReason = reason;
            return this;
        }

        /**
         * Makes the endpoint listen for sessions on all addresses of the host. Without a certificate and without {@link
         * #insecure}, it listens only on the loopback address, where all users of the host can connect.
         *
         * @param port the port, or 0 for any free port; see {@link GrpcTransport#port}
         */
        public Builder listen(int port) {
            return listen(null, port);
        }

        /** Makes the endpoint listen as {@link #listen(int)} does, but on one address of the host. */
        public Builder listen(InetAddress address, int port) {
            this.listenHost = address;
            this.listenPort = port;
            return this;
        }

        /**
         * Checks the options.
         *
         * @throws IllegalArgumentException if they contradict each other, or plaintext would leave the host without a reason
         */
        public GrpcTransport build() {
            Security security = new Security(certificate, key, trusted, insecureReason);
            if (listenPort == NOT_LISTENING) {
                return new GrpcTransport(security, null);
            }
            boolean within = security.isPlaintext() && insecureReason == null;
            InetAddress host = listenHost == null && within ? InetAddress.getLoopbackAddress() : listenHost;
            InetSocketAddress address = new InetSocketAddress(host, listenPort);
            security.require(address.getAddress(), address.toString());
            return new GrpcTransport(security, address);
        }
    }
}

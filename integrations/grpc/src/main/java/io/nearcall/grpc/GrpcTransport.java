// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.grpc.NameResolverRegistry;
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
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManagerFactory;

/**
 * Carries calls between hosts over gRPC, for addresses such as {@code grpc://orders@shop.example:7443}. Each connection
 * of two endpoints is one gRPC stream.
 *
 * <p>A service that several endpoints offer has an address with all of their places, such as {@code
 * grpc://orders@h1:7443,h2:7443}, or with a name each of whose addresses is one of them, such as {@code
 * grpc://orders@dns:///shop.example:7443}. If gRPC's library for xDS is there, a control plane names the places
 * of an address such as {@code grpc://orders@xds:///shop}.
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
 * {@link #KEY} and {@link #TRUSTED}. Without a certificate, sessions are plaintext and do not leave the host.
 *
 * <p>The files may be replaced while the endpoint is open. New sessions use what the files hold then, and sessions that
 * have begun go on. If a file is broken, or the key does not belong to the certificate, new sessions use what was read
 * before, and a warning is logged. Any thread.
 */
public final class GrpcTransport implements RemoteTransport {

    /** The system property with the path of this side's certificate chain, in PEM. */
    public static final String CERTIFICATE = "io.nearcall.grpc.certificate";

    /** The system property with the path of the key of the certificate, in PEM (PKCS #8). */
    public static final String KEY = "io.nearcall.grpc.key";

    /** The system property with the path of the certificates of the authorities that sign the other sides', in PEM. */
    public static final String TRUSTED = "io.nearcall.grpc.trusted";

    private static final int NOT_LISTENING = -1;

    /** Nearcall's own clients have a gRPC connection for each session. */
    private static final int SESSIONS_OF_A_CONNECTION = 16;

    private static final int MOST_SERVERS = 50;

    private final Security security;
    private final AtomicReference<Managers> managers; // null if there are none
    private final TlsContexts.Source identity; // null for plaintext
    private final InetSocketAddress listenAddress; // null if the transport does not listen
    private final int mostServers;
    private volatile int port = NOT_LISTENING;
    private volatile HealthService health = new HealthService(); // of the endpoint that listens last
    private volatile XdsServers xdsServers; // null before it is used

    /** Creates a transport that does not listen, with the options of the system properties. */
    public GrpcTransport() {
        this(new Security(path(CERTIFICATE), path(KEY), path(TRUSTED), null), null, null, MOST_SERVERS);
    }

    /**
     * @param managers null if there are none
     * @param listenAddress null to not listen
     */
    private GrpcTransport(Security security, Managers managers, InetSocketAddress listenAddress, int mostServers) {
        this.security = security;
        this.managers = managers == null ? null : new AtomicReference<>(managers);
        this.identity =
                managers != null ? this.managers::get : security.isPlaintext() ? null : new IdentityFiles(security);
        this.listenAddress = listenAddress;
        this.mostServers = mostServers;
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

    /**
     * Makes new sessions use other managers, such as those of a new certificate. Sessions that have begun go on.
     *
     * @throws IllegalStateException if the transport was built without managers
     * @throws IllegalArgumentException if TLS does not accept them; then nothing changes
     */
    public void renew(KeyManagerFactory keys, TrustManagerFactory trusted) {
        if (managers == null) {
            throw new IllegalStateException("The transport was built without managers");
        }
        managers.set(new Managers(keys, trusted));
    }

    @Override
    public boolean isSeveral(String place) {
        if (place.startsWith(XdsServers.SCHEME)) {
            XdsServers.require(place, NameResolverRegistry.getDefaultRegistry());
            return true;
        }
        return Place.areSeveral(place);
    }

    @Override
    public List<String> places(String place) throws UnknownHostException {
        return place.startsWith(XdsServers.SCHEME) ? xdsServers().of(place) : Place.all(place);
    }

    private synchronized XdsServers xdsServers() {
        xdsServers = xdsServers == null ? new XdsServers() : xdsServers;
        return xdsServers;
    }

    @Override
    public int mostPlaces() {
        return mostServers;
    }

    @Override
    public Session connect(String place, Receiver receiver) {
        NettyChannelBuilder builder = channelTo(place);
        try {
            OutgoingSession session = identity == null
                    ? new OutgoingSession(builder.usePlaintext().build(), place, () -> channelTo(place), receiver)
                    : new OutgoingSession(
                            builder.sslContext(identity.current().ofClient()).build(), place, null, receiver);
            session.begin();
            return session;
        } catch (SSLException e) {
            throw new IllegalArgumentException(
                    "The certificate, its key or whom to trust cannot be used: " + e.getMessage() + " (" + security
                            + ")",
                    e);
        }
    }

    private NettyChannelBuilder channelTo(String place) {
        return to(Place.parse(place), place)
                .directExecutor() // receivers do not block
                .disableRetry()
                .keepAliveTime(KeepAlive.TIME_S, KeepAlive.UNIT)
                .keepAliveTimeout(KeepAlive.TIMEOUT_S, KeepAlive.UNIT)
                .maxInboundMessageSize(LONGEST_MESSAGE_BYTES);
    }

    /**
     * If the place has an address, the session uses that one, and no proxy. If plaintext may not leave the host, it uses the
     * very address that was checked.
     */
    private NettyChannelBuilder to(Place to, String place) {
        if (!security.staysWithinHost() && to.address().isEmpty()) {
            return NettyChannelBuilder.forAddress(to.host(), to.port());
        }
        InetAddress address;
        try {
            address = to.resolve();
        } catch (UnknownHostException e) {
            security.require(null, place);
            throw new IllegalArgumentException("place=" + place + " has no such address", e);
        }
        security.require(address, place);
        return NettyChannelBuilder.forAddress(new InetSocketAddress(address, to.port()))
                .proxyDetector(target -> null);
    }

    @Override
    public AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException {
        if (listenAddress == null) {
            return () -> {};
        }
        HealthService asked = new HealthService();
        health = asked;
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
                        .build())
                .addService(asked.definition());
        if (identity != null) {
            builder.sslContext(new RenewedContext(identity));
        }
        Server server = builder.build().start();
        port = server.getPort();
        return () -> {
            server.shutdownNow();
            server.awaitTermination(KeepAlive.END_S, KeepAlive.UNIT);
        };
    }

    @Override
    public void offered(String service, Predicate<String> permitted) {
        health.offered(service, permitted);
    }

    @Override
    public void withdrawn(String service) {
        health.withdrawn(service);
    }

    @Override
    public void closing() {
        health.closing();
        XdsServers used = xdsServers;
        if (used != null) {
            used.closeUnused();
        }
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
        private Managers managers;
        private String insecureReason;
        private InetAddress listenHost;
        private int listenPort = NOT_LISTENING;
        private int mostServers = MOST_SERVERS;

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
         * Sets who this side is and whom it trusts, in place of the three files. See {@link GrpcTransport#renew}.
         *
         * @param keys has the certificate by which this side proves who it is
         * @param trusted decides which certificates of other sides are accepted. The client's side also asks it whether
         *     the certificate has the name of the address
         * @throws IllegalArgumentException if TLS does not accept them
         */
        public Builder managers(KeyManagerFactory keys, TrustManagerFactory trusted) {
            this.managers = new Managers(keys, trusted);
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
         * Sets with how many servers of one service this side has sessions at most: 50 by default. If the service has more
         * servers, this side calls some of them. Other clients call others, so all servers get calls if there are enough
         * clients.
         *
         * @throws IllegalArgumentException if the number is less than 1
         */
        public Builder mostServers(int servers) {
            if (servers < 1) {
                throw new IllegalArgumentException("mostServers=" + servers + " is less than 1");
            }
            this.mostServers = servers;
            return this;
        }

        /**
         * Checks the options.
         *
         * @throws IllegalArgumentException if they contradict each other, or plaintext would leave the host without a reason
         */
        public GrpcTransport build() {
            Security security = new Security(certificate, key, trusted, managers != null, insecureReason);
            if (listenPort == NOT_LISTENING) {
                return new GrpcTransport(security, managers, null, mostServers);
            }
            boolean within = security.isPlaintext() && insecureReason == null;
            InetAddress host = listenHost == null && within ? InetAddress.getLoopbackAddress() : listenHost;
            InetSocketAddress address = new InetSocketAddress(host, listenPort);
            security.require(address.getAddress(), address.toString());
            return new GrpcTransport(security, managers, address, mostServers);
        }
    }
}

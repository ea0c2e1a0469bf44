// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import com.google.gson.Gson;
import io.grpc.ServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.nearcall.Endpoint;
import io.nearcall.bench.pair.Child;
import io.nearcall.grpc.GrpcTransport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.SSLServerSocket;

/** The server JVM of one pair: serves all carriers until its standard input ends. */
final class HostsServerMain {

    private static final long CLOSE_TIMEOUT_MS = 2_000;
    private static final int BACKLOG = 50;

    private final Certificate certificate;
    private final InetAddress host = InetAddress.getLoopbackAddress();
    private final Map<Carrier, Integer> ports = new EnumMap<>(Carrier.class);

    private HostsServerMain(Certificate certificate) {
        this.certificate = certificate;
    }

    /** The first answer: where the carriers listen. */
    record Ready(Map<Carrier, Integer> ports) {}

    /** The argument is the directory of the certificate. */
    public static void main(String[] args) throws Exception {
        try {
            HostsServerMain server = new HostsServerMain(new Certificate(Path.of(args[0])));
            server.serveSockets();
            server.serveGrpc();
            server.serveNearcall();
            Child.answer(new Gson().toJson(new Ready(server.ports)));
        } catch (Exception | LinkageError failure) {
            Child.fail(failure);
        }
        while (System.in.read() >= 0) {
            // The end of it is the end of the run, or of the process that started us.
        }
        Child.haltAfter(CLOSE_TIMEOUT_MS);
        System.exit(0);
    }

    private void serveSockets() throws Exception {
        serve(Carrier.TCP, new ServerSocket(0, BACKLOG, host));
        SSLServerSocket door =
                (SSLServerSocket) certificate.context().getServerSocketFactory().createServerSocket(0, BACKLOG, host);
        door.setNeedClientAuth(true);
        serve(Carrier.TLS, door);
    }

    private void serve(Carrier carrier, ServerSocket door) {
        ports.put(carrier, door.getLocalPort());
        Plain.serve(door);
    }

    /** As gRPC's documents have it, with its usual TLS: once with its threads, and once without. */
    private void serveGrpc() throws Exception {
        ports.put(Carrier.GRPC, grpc().build().start().getPort());
        ports.put(Carrier.GRPC_DIRECT, grpc().directExecutor().build().start().getPort());
    }

    private ServerBuilder<?> grpc() throws Exception {
        SslContext context = GrpcSslContexts.forServer(
                        certificate.chain().toFile(), certificate.key().toFile())
                .trustManager(certificate.chain().toFile())
                .clientAuth(ClientAuth.REQUIRE)
                .build();
        return NettyServerBuilder.forAddress(new InetSocketAddress(host, 0))
                .sslContext(context)
                .addService(Unary.of(new Desk.Simple()));
    }

    /** Returns the name of the service of a server with that pid. */
    static String service(long pid) {
        return "bench-desk-" + pid;
    }

    private void serveNearcall() {
        GrpcTransport door = GrpcTransport.builder()
                .certificate(certificate.chain(), certificate.key())
                .trust(certificate.chain())
                .listen(host, 0)
                .build();
        Endpoint endpoint = Endpoint.builder().transport(door).open();
        endpoint.export(
                Desk.class, new Desk.Simple(), service(ProcessHandle.current().pid()));
        ports.put(Carrier.NEARCALL, door.port());
    }
}

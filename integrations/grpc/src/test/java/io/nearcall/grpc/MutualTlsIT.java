// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.Outcome;
import io.nearcall.spi.RemoteTransport;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, and what the others are told. */
@Timeout(120)
class MutualTlsIT {

    @TempDir
    static Path directory;

    private static final AtomicInteger RUNS = new AtomicInteger();

    private static Certificates certificates;
    private static GrpcTransport door;
    private static Endpoint server;

    @BeforeAll
    static void open() throws Exception {
        certificates = Certificates.in(directory);
        certificates.authority("shop");
        certificates.authority("stranger");
        certificates.sign("shop", "orders", "uri:spiffe://shop/orders,dns:localhost");
        certificates.sign("shop", "till", "uri:spiffe://shop/till,dns:till.example");
        certificates.sign("shop", "desk", "uri:spiffe://shop/desk");
        certificates.sign("shop", "old", "dns:localhost", "-startdate", "-10d", "-validity", "5");
        certificates.sign("stranger", "thief", "uri:spiffe://shop/till,dns:localhost");
        door = door("orders");
        server = serve(door);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static GrpcTransport door(String certificate) {
        return as(certificate, "shop").listen(0).build();
    }

    private static GrpcTransport.Builder as(String certificate, String trusted) {
        return GrpcTransport.builder()
                .certificate(certificates.certificate(certificate), certificates.key())
                .trust(certificates.certificate(trusted));
    }

    private static Endpoint serve(GrpcTransport door) {
        Endpoint endpoint = Endpoint.builder()
                .directory(directory.resolve("run" + RUNS.incrementAndGet())) // or they would have one name
                .transport(door)
                .open();
        endpoint.export(Calculator.class, new Calculator.Simple());
        return endpoint;
    }

    private static String callAs(GrpcTransport transport, GrpcTransport to) {
        return callAs(transport, to, "calculator");
    }

    private static String callAs(GrpcTransport transport, GrpcTransport to, String service) {
        try (Endpoint client = Endpoint.builder()
                .transport(transport)
                .lookupTimeout(Duration.ofSeconds(6))
                .open()) {
            return client.lookup(Calculator.class, "grpc://" + service + "@localhost:" + to.port())
                    .caller();
        }
    }

    @Test
    void shouldTellTheServiceTheProvenNameOfItsCaller() {
        assertThat(callAs(as("till", "shop").build(), door)).isEqualTo("spiffe://shop/till");
    }

    @Test
    void shouldLetOnlyCallersOfPermittedNamesCallARestrictedService() {
        String restricted = "restricted";
        server.export(Calculator.class, new Calculator.Simple(), restricted, Set.of("spiffe://shop/till"));
        assertThat(callAs(as("till", "shop").build(), door, restricted)).isEqualTo("spiffe://shop/till");
        assertThatThrownBy(() -> callAs(as("desk", "shop").build(), door, restricted))
                .isInstanceOfSatisfying(
                        ConnectionRefusedException.class,
                        refusal -> assertThat(refusal.outcome()).isEqualTo(Outcome.NOT_SENT))
                .hasMessageContainingAll(restricted, "spiffe://shop/desk", "Endpoint.export");
        assertThat(callAs(as("desk", "shop").build(), door)).isEqualTo("spiffe://shop/desk"); // the other service
    }

    @Test
    void shouldTellOnlyCallersOfPermittedNamesOfTheHealthOfARestrictedService() throws Exception {
        String name = "discreet";
        ManagedChannel till = channel("till");
        ManagedChannel desk = channel("desk");
        try {
            Iterator<HealthCheckResponse> seenByTill = watch(till, name);
            Iterator<HealthCheckResponse> seenByDesk = watch(desk, name);
            assertThat(seenByTill.next().getStatus()).isEqualTo(ServingStatus.SERVICE_UNKNOWN);
            assertThat(seenByDesk.next().getStatus()).isEqualTo(ServingStatus.SERVICE_UNKNOWN);

            Set<String> permitted = Set.of("spiffe://shop/till");
            try (Export export = server.export(Calculator.class, new Calculator.Simple(), name, permitted)) {
                assertThat(export.isClosed()).isFalse();
                assertThat(seenByTill.next().getStatus()).isEqualTo(ServingStatus.SERVING);
                assertThat(check(till, name)).isEqualTo("SERVING");
                assertThat(check(desk, name)).isEqualTo("NOT_FOUND: No service \"discreet\"");
            }
            try (Export export = server.export(Calculator.class, new Calculator.Simple(), name)) {
                assertThat(export.isClosed()).isFalse();
                assertThat(seenByDesk.next().getStatus()).isEqualTo(ServingStatus.SERVING); // the first news for it
                assertThat(check(desk, name)).isEqualTo("SERVING");
            }
        } finally {
            till.shutdownNow();
            desk.shutdownNow();
        }
    }

    /** A client of gRPC's own, with that certificate. */
    private static ManagedChannel channel(String certificate) throws Exception {
        SslContextBuilder as = SslContextBuilder.forClient()
                .keyManager(
                        certificates.certificate(certificate).toFile(),
                        certificates.key().toFile());
        return NettyChannelBuilder.forAddress("localhost", door.port())
                .sslContext(GrpcSslContexts.configure(as, SslProvider.JDK)
                        .trustManager(certificates.certificate("shop").toFile())
                        .build())
                .build();
    }

    private static Iterator<HealthCheckResponse> watch(ManagedChannel channel, String service) {
        return HealthGrpc.newBlockingStub(channel).watch(request(service));
    }

    /** What a check is answered: a state, or a status of gRPC. */
    private static String check(ManagedChannel channel, String service) {
        try {
            return HealthGrpc.newBlockingStub(channel)
                    .check(request(service))
                    .getStatus()
                    .name();
        } catch (StatusRuntimeException e) {
            return e.getMessage();
        }
    }

    private static HealthCheckRequest request(String service) {
        return HealthCheckRequest.newBuilder().setService(service).build();
    }

    @Test
    void shouldNotTakePlaintextForAPermittedName() {
        GrpcTransport plain = GrpcTransport.builder().listen(0).build();
        String restricted = "restricted";
        try (Endpoint endpoint = serve(plain)) {
            endpoint.export(Calculator.class, new Calculator.Simple(), restricted, Set.of("spiffe://shop/till"));
            assertThatThrownBy(() -> callAs(GrpcTransport.builder().build(), plain, restricted))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContainingAll(restricted, "has not proven any");
            assertThat(endpoint.lookup(Calculator.class, restricted).caller()).isEmpty(); // of this host
        }
    }

    @Test
    void shouldExpectTheNameWhoseAddressItUses() {
        try (Endpoint client =
                Endpoint.builder().transport(as("till", "shop").build()).open()) {
            String address = "grpc://calculator@dns:///localhost:" + door.port();
            assertThat(client.lookup(Calculator.class, address).caller()).isEqualTo("spiffe://shop/till");
        }
    }

    @Test
    void shouldRefuseACallerWhoseCertificateAStrangerHasSigned() {
        assertThatThrownBy(() -> callAs(as("thief", "shop").build(), door))
                .isInstanceOf(ConnectionRefusedException.class)
                .hasMessageContaining("the other side does not accept the certificate of this one");
    }

    @Test
    void shouldRefuseAServiceWhoseCertificateAStrangerHasSigned() {
        GrpcTransport impostor = door("thief");
        try (Endpoint endpoint = serve(impostor)) {
            assertThat(endpoint.isClosed()).isFalse();
            assertThatThrownBy(() -> callAs(as("till", "shop").build(), impostor))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the certificate of the other side is not accepted");
        }
    }

    @Test
    void shouldRefuseACallerWhoseCertificateHasExpired() {
        assertThatThrownBy(() -> callAs(as("old", "shop").build(), door))
                .isInstanceOf(ConnectionRefusedException.class)
                .hasMessageContaining("the other side does not accept the certificate of this one");
    }

    @Test
    void shouldRefuseAServiceWhoseCertificateHasExpired() {
        GrpcTransport late = door("old");
        try (Endpoint endpoint = serve(late)) {
            assertThat(endpoint.isClosed()).isFalse();
            assertThatThrownBy(() -> callAs(as("till", "shop").build(), late))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the certificate of the other side has expired");
        }
    }

    @Test
    void shouldRefuseAServiceOfAnotherName() {
        GrpcTransport other = door("till");
        try (Endpoint endpoint = serve(other)) {
            assertThat(endpoint.isClosed()).isFalse();
            assertThatThrownBy(() -> callAs(as("till", "shop").build(), other))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("localhost");
        }
    }

    @Test
    void shouldRefuseACallerWithoutACertificate() throws Exception {
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", door.port())
                .sslContext(GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
                        .trustManager(certificates.certificate("shop").toFile())
                        .build())
                .build();
        CompletableFuture<String> end = new CompletableFuture<>();
        OutgoingSession session = new OutgoingSession(channel, "localhost", null, new RemoteTransport.Receiver() {
            @Override
            public void received(byte[] message) {
                end.complete("it was let in");
            }

            @Override
            public void ready() {}

            @Override
            public void ended(boolean refused, String reason) {
                end.complete(refused + " " + reason);
            }
        });
        session.begin();
        assertThat(end.get()).startsWith("true the other side does not accept the certificate of this one");
    }

    @Test
    void shouldNotLetPlaintextIn() {
        assertThatThrownBy(() -> callAs(GrpcTransport.builder().build(), door))
                .isInstanceOf(ConnectionRefusedException.class)
                .hasMessageContaining("the other side speaks TLS, and this one plaintext");
    }

    @Test
    void shouldNotSpeakPlaintextToWhoeverAnswers() {
        GrpcTransport plain = GrpcTransport.builder().listen(0).build();
        try (Endpoint endpoint = serve(plain)) {
            assertThat(endpoint.isClosed()).isFalse();
            assertThatThrownBy(() -> callAs(as("till", "shop").build(), plain))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the other side does not speak TLS");
        }
    }

    @Test
    void shouldKeepPlaintextWithinTheHost() throws Exception {
        InetAddress everywhere = InetAddress.getByName("0.0.0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrpcTransport.builder().listen(everywhere, 0).build())
                .withMessageContaining("There is no certificate");
        try (Endpoint client = Endpoint.open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.lookup(Calculator.class, "grpc://calculator@192.0.2.1:7443"))
                    .withMessageContaining("There is no certificate for sessions with 192.0.2.1:7443");
        }
        GrpcTransport permitted =
                GrpcTransport.builder().insecure("a test").listen(everywhere, 0).build();
        try (Endpoint endpoint = serve(permitted)) {
            assertThat(endpoint.isClosed()).isFalse();
            assertThat(callAs(GrpcTransport.builder().build(), permitted)).isEmpty();
        }
    }

    @Test
    void shouldRefuseHalfOfTheOptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GrpcTransport.builder()
                        .trust(certificates.certificate("shop"))
                        .build())
                .withMessageContaining("all three are needed");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of certificates that are replaced while endpoints are open. */
@Timeout(120)
class CertificateRenewalIT {

    private static final String TILL = "spiffe://shop/till";
    private static final AtomicInteger RUNS = new AtomicInteger();

    @TempDir
    static Path directory;

    /** Each with an authority, and with a key, of its own. */
    private static Certificates old;

    private static Certificates fresh;

    private Path files;

    @BeforeAll
    static void make() throws Exception {
        old = make("old", "EC");
        fresh = make("fresh", "EC");
    }

    private static Certificates make(String name, String keyAlgorithm) throws Exception {
        Certificates made = Certificates.in(Files.createDirectory(directory.resolve(name)), keyAlgorithm);
        made.authority("shop");
        made.sign("shop", "orders", "uri:spiffe://shop/orders,dns:localhost");
        made.sign("shop", "till", "uri:" + TILL + ",dns:till.example");
        return made;
    }

    @BeforeEach
    void createFiles() throws IOException {
        files = Files.createDirectory(directory.resolve("files" + RUNS.incrementAndGet()));
    }

    private Path certificate() {
        return files.resolve("certificate.pem");
    }

    private Path key() {
        return files.resolve("key.pem");
    }

    private Path trusted() {
        return files.resolve("trusted.pem");
    }

    /** Puts the files in place, one after the other. */
    private void install(Certificates from, String name) throws IOException {
        replace(certificate(), from.certificate(name));
        replace(key(), from.key());
        replace(trusted(), from.certificate("shop"));
    }

    private static void replace(Path file, Path content) throws IOException {
        Path next = Files.copy(content, file.resolveSibling("next"));
        Files.move(next, file, ATOMIC_MOVE);
    }

    /** With the files that are replaced. */
    private GrpcTransport.Builder renewed() {
        return GrpcTransport.builder().certificate(certificate(), key()).trust(trusted());
    }

    /** With files that stay. */
    private static GrpcTransport.Builder fixed(Certificates own, String name, Certificates others) {
        return GrpcTransport.builder()
                .certificate(own.certificate(name), own.key())
                .trust(others.certificate("shop"));
    }

    private static Endpoint serve(GrpcTransport door) {
        Endpoint endpoint = Endpoint.builder()
                .directory(directory.resolve("run" + RUNS.incrementAndGet())) // or they would have one name
                .transport(door)
                .open();
        endpoint.export(Calculator.class, new Calculator.Simple());
        return endpoint;
    }

    private static Endpoint client(GrpcTransport.Builder transport) {
        return Endpoint.builder()
                .transport(transport.build())
                .lookupTimeout(Duration.ofSeconds(20))
                .open();
    }

    private static Calculator lookup(Endpoint client, GrpcTransport to) {
        return client.lookup(Calculator.class, "grpc://calculator@localhost:" + to.port());
    }

    /** In a session of its own. */
    private static String callAs(GrpcTransport.Builder transport, GrpcTransport to) {
        try (Endpoint client = client(transport)) {
            return lookup(client, to).caller();
        }
    }

    @Test
    void shouldUseReplacedFilesForNewSessionsWhileOthersGoOn() throws IOException {
        install(old, "orders");
        GrpcTransport door = renewed().listen(0).build();
        try (Endpoint server = serve(door);
                Endpoint before = client(fixed(old, "till", old))) {
            Calculator known = lookup(before, door);
            assertThat(known.caller()).isEqualTo(TILL);
            assertThatThrownBy(() -> callAs(fixed(fresh, "till", old), door))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the other side does not accept the certificate of this one");

            install(fresh, "orders");
            assertThat(callAs(fixed(fresh, "till", fresh), door)).isEqualTo(TILL);
            assertThatThrownBy(() -> callAs(fixed(old, "till", fresh), door))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the other side does not accept the certificate of this one");
            assertThatThrownBy(() -> callAs(fixed(fresh, "till", old), door))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the certificate of the other side is not accepted");
            assertThat(known.caller()).isEqualTo(TILL);
            assertThat(server.isClosed()).isFalse();
        }
    }

    @Test
    void shouldUseReplacedFilesForSessionsThatItBegins() throws IOException {
        install(old, "till");
        GrpcTransport former = fixed(old, "orders", old).listen(0).build();
        GrpcTransport latter = fixed(fresh, "orders", fresh).listen(0).build();
        try (Endpoint first = serve(former);
                Endpoint second = serve(latter);
                Endpoint client = client(renewed())) {
            Calculator known = lookup(client, former);
            assertThat(known.caller()).isEqualTo(TILL);
            assertThatThrownBy(() -> lookup(client, latter)).isInstanceOf(ConnectionRefusedException.class);

            install(fresh, "till");
            assertThat(lookup(client, latter).caller()).isEqualTo(TILL);
            assertThat(known.caller()).isEqualTo(TILL);
            assertThat(first.isClosed() || second.isClosed()).isFalse();
        }
    }

    /** Keeps the warnings of the transport. */
    private static final class Warnings extends Handler implements AutoCloseable {

        final List<String> texts = new CopyOnWriteArrayList<>();
        private final Logger logger = Logger.getLogger("io.nearcall.grpc");

        Warnings() {
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().equals(Level.WARNING)) {
                texts.add(record.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }

    @Test
    void shouldUseWhatWasReadBeforeWhileFilesAreBroken() throws IOException {
        install(old, "orders");
        GrpcTransport door = renewed().listen(0).build();
        try (Warnings warnings = new Warnings();
                Endpoint server = serve(door)) {
            assertThat(callAs(fixed(old, "till", old), door)).isEqualTo(TILL);

            String whole = Files.readString(fresh.certificate("orders"));
            Files.writeString(certificate(), whole.substring(0, whole.length() / 2));
            assertThat(callAs(fixed(old, "till", old), door)).isEqualTo(TILL);
            assertThat(warnings.texts)
                    .singleElement()
                    .asString()
                    .contains(certificate() + " has a part without an end");

            Files.delete(certificate());
            assertThat(callAs(fixed(old, "till", old), door)).isEqualTo(TILL);

            Files.writeString(certificate(), whole); // whose key is not there yet
            assertThat(callAs(fixed(old, "till", old), door)).isEqualTo(TILL);
            assertThat(warnings.texts).hasSize(1);

            install(fresh, "orders");
            assertThat(callAs(fixed(fresh, "till", fresh), door)).isEqualTo(TILL);

            Files.writeString(trusted(), "");
            assertThat(callAs(fixed(fresh, "till", fresh), door)).isEqualTo(TILL);
            assertThat(warnings.texts).hasSize(2).last().asString().contains(trusted() + " has no part");
            assertThat(server.isClosed()).isFalse();
        }
    }

    @Test
    void shouldSayWhatIsBrokenFromTheBeginning() throws IOException {
        install(old, "till");
        replace(key(), fresh.key());
        try (Endpoint client = client(renewed())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> client.lookup(Calculator.class, "grpc://calculator@localhost:7443"))
                    .withMessageContaining(key() + " is not the key of the certificate in " + certificate());
            replace(key(), old.key());
            GrpcTransport door = fixed(old, "orders", old).listen(0).build();
            try (Endpoint server = serve(door)) {
                assertThat(lookup(client, door).caller()).isEqualTo(TILL);
                assertThat(server.isClosed()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "RSASSA-PSS", "Ed25519"})
    void shouldTakeKeysOfOtherAlgorithms(String algorithm) throws Exception {
        Certificates made = make(algorithm, algorithm);
        GrpcTransport door = fixed(made, "orders", made).listen(0).build();
        try (Endpoint server = serve(door)) {
            assertThat(callAs(fixed(made, "till", made), door)).isEqualTo(TILL);
            assertThat(server.isClosed()).isFalse();
        }
        Security mixed = new Security(old.certificate("till"), made.key(), old.certificate("shop"), null);
        assertThatThrownBy(() -> Identity.read(mixed)).isInstanceOf(InvalidKeyException.class);
    }

    private static KeyManagerFactory keys(Certificates from, String name) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        X509Certificate[] chain = Pem.certificates(from.certificate(name)).toArray(X509Certificate[]::new);
        store.setKeyEntry("own", Pem.key(from.key()), new char[0], chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        return keys;
    }

    private static TrustManagerFactory trusted(Certificates others) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry(
                "authority", Pem.certificates(others.certificate("shop")).get(0));
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(store);
        return trusted;
    }

    private static GrpcTransport.Builder managed(Certificates own, String name) throws Exception {
        return GrpcTransport.builder().managers(keys(own, name), trusted(own));
    }

    @Test
    void shouldUseManagersUntilItIsGivenOthers() throws Exception {
        GrpcTransport door = managed(old, "orders").listen(0).build();
        try (Endpoint server = serve(door);
                Endpoint before = client(managed(old, "till"))) {
            Calculator known = lookup(before, door);
            assertThat(known.caller()).isEqualTo(TILL);

            door.renew(keys(fresh, "orders"), trusted(fresh));
            assertThat(callAs(managed(fresh, "till"), door)).isEqualTo(TILL);
            assertThatThrownBy(() -> callAs(fixed(old, "till", fresh), door))
                    .isInstanceOf(ConnectionRefusedException.class)
                    .hasMessageContaining("the other side does not accept the certificate of this one");
            assertThat(known.caller()).isEqualTo(TILL);

            KeyManagerFactory empty = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> door.renew(empty, trusted(fresh)))
                    .withMessageContaining("TLS does not accept the managers");
            assertThat(callAs(managed(fresh, "till"), door)).isEqualTo(TILL);
            assertThat(server.isClosed()).isFalse();
        }
    }

    @Test
    void shouldTakeEitherManagersOrFiles() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> managed(old, "till")
                        .certificate(old.certificate("till"), old.key())
                        .trust(old.certificate("shop"))
                        .build())
                .withMessageContaining("there are managers: leave one of them out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> managed(old, "till").insecure("a trial").build())
                .withMessageContaining("insecure=a trial, and there are managers: leave one of them out");
        GrpcTransport ofFiles = fixed(old, "till", old).build();
        assertThatIllegalStateException()
                .isThrownBy(() -> ofFiles.renew(keys(old, "till"), trusted(old)))
                .withMessageContaining("built without managers");
    }

    /** Begins a session in which it says nothing. How it ends, refused or not, and why. */
    private static CompletableFuture<String> sessionWith(SslContext tls, GrpcTransport door) {
        CompletableFuture<String> end = new CompletableFuture<>();
        OutgoingSession session = new OutgoingSession(
                NettyChannelBuilder.forAddress("localhost", door.port())
                        .sslContext(tls)
                        .build(),
                "localhost",
                null,
                new RemoteTransport.Receiver() {
                    @Override
                    public void received(byte[] message) {}

                    @Override
                    public void ready() {}

                    @Override
                    public void ended(boolean refused, String reason) {
                        end.complete(refused + " " + reason);
                    }
                });
        session.begin();
        return end;
    }

    @Test
    void shouldNotLetAClientResumeASessionOfAnAuthorityThatIsNotTrustedAnyMore() throws Exception {
        install(old, "orders");
        GrpcTransport door = renewed().listen(0).build();
        try (Endpoint server = serve(door)) {
            List<X509Certificate> both = new ArrayList<>(Pem.certificates(old.certificate("shop")));
            both.addAll(Pem.certificates(fresh.certificate("shop")));
            SslContext tls =
                    new Identity(Pem.key(old.key()), Pem.certificates(old.certificate("till")), both).ofClient();
            assertThat(sessionWith(tls, door).get()).startsWith("false"); // it said nothing
            install(fresh, "orders");
            assertThat(sessionWith(tls, door).get()).startsWith("true the other side does not accept the certificate");
            assertThat(server.isClosed()).isFalse();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Who is refused between two hosts, and what the client is told. Its main program runs in a network namespace that
 * {@link NetworkIT} has made, and starts servers in the one named {@code far}.
 */
public final class Refusals {

    private static final String RESTRICTED = "restricted";

    /** The certificates of the servers. Each of them listens at a port of its own. */
    private enum Door {
        SHOP("desk"),
        STRANGER("thief"),
        EXPIRED("old"),
        OTHER_NAME("other"),
        PLAINTEXT("");

        private final String certificate;

        Door(String certificate) {
            this.certificate = certificate;
        }

        int port() {
            return 7443 + ordinal();
        }
    }

    private final Certificates certificates;

    private Refusals(Certificates certificates) {
        this.certificates = certificates;
    }

    /** The argument is a directory for certificates. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        Certificates certificates = Certificates.in(directory);
        certificates.authority("shop");
        certificates.authority("stranger");
        String here = ",ip:" + TwoHosts.FAR;
        certificates.sign("shop", "desk", "uri:spiffe://shop/desk" + here);
        certificates.sign("shop", "till", "uri:spiffe://shop/till");
        certificates.sign("shop", "other", "uri:spiffe://shop/other,dns:other.example");
        certificates.sign("shop", "old", "uri:spiffe://shop/till" + here, "-startdate", "-10d", "-validity", "5");
        certificates.sign("stranger", "thief", "uri:spiffe://shop/till" + here);
        Process servers = Namespaces.start("far", Servers.class, directory.toString());
        try {
            Refusals refusals = new Refusals(certificates);
            refusals.requireTheShopToAnswer();
            refusals.callersThatAreRefused();
            refusals.servicesThatAreRefused();
            refusals.requireTheShopToAnswer();
        } finally {
            servers.destroyForcibly();
        }
    }

    private void requireTheShopToAnswer() {
        assertThat(call(as("till"), Door.SHOP, "calculator")).isEqualTo("spiffe://shop/till");
        assertThat(call(as("till"), Door.SHOP, RESTRICTED)).isEqualTo("spiffe://shop/till");
    }

    private void callersThatAreRefused() throws Exception {
        String unaccepted = "the other side does not accept the certificate of this one";
        assertRefused(withoutCertificate(), Door.SHOP, unaccepted);
        assertRefused(as("thief"), Door.SHOP, unaccepted);
        assertRefused(as("old"), Door.SHOP, unaccepted);
        assertRefused(plaintext(), Door.SHOP, "the other side speaks TLS, and this one plaintext");
        assertThat(refusal(as("desk"), Door.SHOP, RESTRICTED))
                .hasMessageContainingAll(RESTRICTED, "spiffe://shop/desk", "Endpoint.export");
        assertThat(call(as("desk"), Door.SHOP, "calculator")).isEqualTo("spiffe://shop/desk");
    }

    private void servicesThatAreRefused() {
        assertRefused(as("till"), Door.STRANGER, "the certificate of the other side is not accepted");
        assertRefused(as("till"), Door.EXPIRED, "the certificate of the other side has expired");
        assertRefused(as("till"), Door.OTHER_NAME, TwoHosts.FAR);
        assertRefused(as("till"), Door.PLAINTEXT, "the other side does not speak TLS");
    }

    private GrpcTransport.Builder as(String certificate) {
        return as(certificates, certificate);
    }

    private static GrpcTransport.Builder as(Certificates certificates, String certificate) {
        return GrpcTransport.builder()
                .certificate(certificates.certificate(certificate), certificates.key())
                .trust(certificates.certificate("shop"));
    }

    private static GrpcTransport.Builder plaintext() {
        return GrpcTransport.builder().insecure("a test of refusals");
    }

    /** Trusts the shop, and has nothing to prove who it is. */
    private GrpcTransport.Builder withoutCertificate() throws GeneralSecurityException, IOException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(emptyStore(), new char[0]);
        KeyStore trusted = emptyStore();
        try (InputStream in = Files.newInputStream(certificates.certificate("shop"))) {
            Certificate shop = CertificateFactory.getInstance("X.509").generateCertificate(in);
            trusted.setCertificateEntry("shop", shop);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return GrpcTransport.builder().managers(keys, trust);
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }

    private static String call(GrpcTransport.Builder as, Door door, String service) {
        try (Endpoint client = Endpoint.builder()
                .transport(as.build())
                .lookupTimeout(Duration.ofSeconds(30))
                .open()) {
            String address = "grpc://" + service + "@" + TwoHosts.FAR + ":" + door.port();
            return client.lookup(Calculator.class, address).caller();
        }
    }

    private static ConnectionRefusedException refusal(GrpcTransport.Builder as, Door door, String service) {
        ConnectionRefusedException refusal =
                catchThrowableOfType(ConnectionRefusedException.class, () -> call(as, door, service));
        System.out.println(door + ": " + refusal);
        assertThat(refusal.outcome()).isEqualTo(Outcome.NOT_SENT);
        return refusal;
    }

    private static void assertRefused(GrpcTransport.Builder as, Door door, String why) {
        assertThat(refusal(as, door, "calculator")).hasMessageContaining(why);
    }

    /** The servers. They end with their input. */
    static final class Servers {

        private Servers() {}

        public static void main(String[] arguments) throws Exception {
            Certificates certificates = Certificates.of(Path.of(arguments[0]));
            List<Endpoint> open = new ArrayList<>();
            for (Door door : Door.values()) {
                GrpcTransport.Builder builder =
                        door == Door.PLAINTEXT ? plaintext() : as(certificates, door.certificate);
                Endpoint endpoint = Endpoint.builder()
                        .directory(Path.of("/run/" + door)) // or they would have one name
                        .transport(builder.listen(InetAddress.getByName(TwoHosts.FAR), door.port())
                                .build())
                        .open();
                endpoint.export(Calculator.class, new Calculator.Simple());
                endpoint.export(Calculator.class, new Calculator.Simple(), RESTRICTED, Set.of("spiffe://shop/till"));
                open.add(endpoint);
            }
            System.out.println("open");
            System.in.transferTo(OutputStream.nullOutputStream());
            open.forEach(Endpoint::close);
        }
    }
}

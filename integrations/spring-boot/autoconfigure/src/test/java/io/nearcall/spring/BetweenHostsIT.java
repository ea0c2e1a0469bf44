// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.NearcallException;
import io.nearcall.grpc.GrpcTransport;
import io.nearcall.spring.actuate.NearcallEndpoint;
import io.nearcall.spring.api.Greetings;
import io.nearcall.spring.autoconfigure.NearcallSecurityAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Two contexts that call each other as applications of two hosts do, over mutual TLS with SSL bundles. */
@Timeout(120)
class BetweenHostsIT {

    private static final String PASSWORD = "changeit";
    private static final String TILL = "till";
    private static final String DESK = "desk";
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    /** With certificates that are signed by themselves. */
    @TempDir
    static Path certificates;

    @TempDir
    private Path directory;

    @Configuration
    static class Server {
        @Bean
        @NearcallService
        Greetings greetings() {
            return name -> {
                Authentication caller = SecurityContextHolder.getContext().getAuthentication();
                return name + " called by " + caller.getName() + ", " + caller.getAuthorities();
            };
        }
    }

    @Configuration
    @ImportNearcallClients(types = Greetings.class)
    static class Client {}

    @BeforeAll
    static void makeCertificates() throws Exception {
        make("orders", "dns:localhost");
        make(TILL, "uri:spiffe://shop/till");
        make(DESK, "uri:spiffe://shop/desk");
    }

    private static void make(String name, String alternativeName) throws Exception {
        Path store = certificates.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + alternativeName,
                        "-keyalg",
                        "EC",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(said).isZero();
        KeyStore made = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        write(name + ".pem", "CERTIFICATE", made.getCertificate(name).getEncoded());
        write(
                name + ".key",
                "PRIVATE KEY",
                made.getKey(name, PASSWORD.toCharArray()).getEncoded());
    }

    private static void write(String file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(content);
        Files.writeString(
                certificates.resolve(file), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    @BeforeEach
    void createTheOtherHost() throws IOException {
        Files.createDirectory(directory.resolve("other"));
        trust(TILL);
    }

    /** Makes the server trust these, and nobody else. */
    private void trust(String... names) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            all.append(Files.readString(certificates.resolve(name + ".pem")));
        }
        Path next = Files.writeString(directory.resolve("next"), all);
        Files.move(next, trusted(), ATOMIC_MOVE);
    }

    private Path trusted() {
        return directory.resolve("trusted.pem");
    }

    private static ApplicationContextRunner with(ApplicationContextRunner runner, String name, Path trusted) {
        String bundle = "spring.ssl.bundle.pem.shop.";
        return runner.withConfiguration(
                        AutoConfigurations.of(SslAutoConfiguration.class, NearcallSecurityAutoConfiguration.class))
                .withPropertyValues(
                        bundle + "keystore.certificate=file:" + certificates.resolve(name + ".pem"),
                        bundle + "keystore.private-key=file:" + certificates.resolve(name + ".key"),
                        bundle + "truststore.certificate=file:" + trusted,
                        "nearcall.grpc.ssl.bundle=shop");
    }

    private ApplicationContextRunner server() {
        return with(Contexts.in(directory), "orders", trusted())
                .withUserConfiguration(Server.class)
                .withPropertyValues("nearcall.grpc.port=0", "management.endpoints.web.exposure.include=nearcall");
    }

    /** Of another host, where the names of this one are not known. */
    private ApplicationContextRunner client(String name, AssertableApplicationContext server) {
        int port = server.getBean(GrpcTransport.class).port();
        return with(Contexts.in(directory.resolve("other")), name, certificates.resolve("orders.pem"))
                .withUserConfiguration(Client.class)
                .withPropertyValues(
                        "nearcall.client.greetings.address=grpc://greetings@localhost:" + port,
                        "nearcall.lookup-timeout=20s");
    }

    private static String greet(AssertableApplicationContext client) {
        return client.getBean(Greetings.class).greet("Ann");
    }

    @Test
    void shouldKnowTheCallerByItsCertificate() {
        server().run(server -> client(TILL, server).run(client -> {
            assertThat(greet(client)).isEqualTo("Ann called by spiffe://shop/till, [PRINCIPAL_spiffe://shop/till]");
            assertThat(server.getBean(NearcallEndpoint.class).describe().sessions())
                    .singleElement()
                    .satisfies(session -> {
                        assertThat(session.principal()).isEqualTo("spiffe://shop/till");
                        assertThat(session.peer()).startsWith("spiffe://shop/till at ");
                        assertThat(session.accepted()).isTrue();
                    });
        }));
    }

    @Test
    void shouldRefuseCallersWhoAreNotTrustedOrNotNamed() throws IOException {
        server().run(server -> client(DESK, server)
                .run(client -> assertThatThrownBy(() -> greet(client))
                        .isInstanceOf(ConnectionRefusedException.class)
                        .hasMessageContaining("the other side does not accept the certificate of this one")));
        trust(TILL, DESK);
        server().withPropertyValues("nearcall.server.principals.greetings=spiffe://shop/till")
                .run(server -> {
                    client(DESK, server)
                            .run(client -> assertThatThrownBy(() -> greet(client))
                                    .isInstanceOf(ConnectionRefusedException.class)
                                    .hasMessageContaining("spiffe://shop/desk"));
                    client(TILL, server).run(client -> assertThat(greet(client)).startsWith("Ann"));
                });
    }

    @Test
    void shouldUseWhatTheBundleHasAfterAnUpdate() {
        server().withPropertyValues(
                        "spring.ssl.bundle.pem.shop.reload-on-update=true",
                        "spring.ssl.bundle.watch.file.quiet-period=100ms")
                .run(server -> client(TILL, server).run(before -> {
                    assertThat(greet(before)).startsWith("Ann");
                    assertThat(isAccepted(DESK, server)).isFalse();
                    trust(DESK);
                    long sinceNs = System.nanoTime();
                    while (!isAccepted(DESK, server)) {
                        assertThat(System.nanoTime() - sinceNs).isLessThan(PATIENCE_NS);
                    }
                    assertThat(isAccepted(TILL, server)).isFalse();
                    assertThat(greet(before)).startsWith("Ann");
                }));
    }

    /** In a session of its own. */
    private boolean isAccepted(String name, AssertableApplicationContext server) {
        AtomicBoolean accepted = new AtomicBoolean();
        client(name, server).run(client -> {
            try {
                greet(client);
                accepted.set(true);
            } catch (NearcallException e) {
                assertThat(e).isInstanceOf(ConnectionRefusedException.class);
            }
        });
        return accepted.get();
    }

    /** The JDK would trust all authorities that it knows. */
    @Test
    void shouldNotTakeABundleThatTrustsNobody() {
        server().withPropertyValues("spring.ssl.bundle.pem.shop.truststore.certificate=")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("nearcall.grpc.ssl.bundle")
                        .hasMessageContaining("The bundle has no trust store"));
    }
}

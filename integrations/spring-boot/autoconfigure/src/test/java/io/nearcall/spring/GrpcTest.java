// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.grpc.GrpcTransport;
import io.nearcall.spring.actuate.ClientsHealth;
import io.nearcall.spring.actuate.NearcallEndpoint;
import io.nearcall.spring.actuate.NearcallHealthIndicator;
import io.nearcall.spring.api.Greetings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Two contexts that call each other as applications of two hosts do, in plaintext over loopback. */
@Timeout(60)
class GrpcTest {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=nearcall";
    private static final String TILL = "spiffe://shop/till";

    @TempDir
    private Path directory;

    @Configuration
    static class Server {
        @Bean
        @NearcallService
        Greetings greetings() {
            return name -> "Good day, " + name;
        }
    }

    @Configuration
    @ImportNearcallClients(types = Greetings.class)
    static class Client {}

    @Configuration
    static class OwnTransport {
        @Bean
        GrpcTransport door() {
            return GrpcTransport.builder().listen(0).build();
        }
    }

    @BeforeEach
    void createTheOtherHost() throws IOException {
        Files.createDirectory(directory.resolve("other"));
    }

    private ApplicationContextRunner server() {
        return Contexts.in(directory)
                .withUserConfiguration(Server.class)
                .withPropertyValues("nearcall.grpc.port=0", EXPOSED);
    }

    private static int port(AssertableApplicationContext server) {
        return server.getBean(GrpcTransport.class).port();
    }

    /** Of another host, where the names of this one are not known. */
    private ApplicationContextRunner client(String places) {
        return Contexts.in(directory.resolve("other"))
                .withUserConfiguration(Client.class)
                .withPropertyValues(
                        "nearcall.client.greetings.address=grpc://greetings@" + places,
                        "nearcall.lookup-timeout=20s",
                        EXPOSED);
    }

    private ApplicationContextRunner clientOf(AssertableApplicationContext server) {
        return client("localhost:" + port(server));
    }

    private static String greet(AssertableApplicationContext client) {
        return client.getBean(Greetings.class).greet("Ann");
    }

    private static List<NearcallEndpoint.Session> sessions(AssertableApplicationContext context) {
        return context.getBean(NearcallEndpoint.class).describe().sessions();
    }

    private static Map<String, Object> details(AssertableApplicationContext context) {
        return context.getBean(NearcallHealthIndicator.class).health().getDetails();
    }

    @Test
    void shouldCallABeanOfAnotherHostAndShowTheSession() {
        server().run(server -> clientOf(server).run(client -> {
            assertThat(sessions(client)).isEmpty();
            assertThat(greet(client)).isEqualTo("Good day, Ann");
            assertThat(sessions(client))
                    .containsExactly(new NearcallEndpoint.Session("grpc://localhost:" + port(server), "", false));
            assertThat(sessions(server)).singleElement().matches(NearcallEndpoint.Session::accepted);
            assertThat(details(server)).containsEntry("sessions", 1);
            assertThat(details(client)).containsEntry("sessions", 1);
        }));
    }

    @Test
    void shouldTellWhetherAServiceOfOtherHostsIsThere() {
        server().run(server -> {
            String place = "localhost:" + port(server);
            for (String places : List.of(place, place + ",localhost:1")) {
                client(places).run(client -> {
                    Health health = healthOfClient(client);
                    assertThat(health.getStatus()).isEqualTo(Status.UP);
                    assertThat(health.getDetails()).isEqualTo(Map.of("address", "grpc://greetings@" + places));
                });
            }
        });
        client("localhost:1")
                .run(client -> assertThat(healthOfClient(client).getStatus()).isEqualTo(Status.DOWN));
    }

    private static Health healthOfClient(AssertableApplicationContext client) {
        ClientsHealth all = new ClientsHealth(client.getBeanFactory());
        return ((HealthIndicator) all.getContributor(Greetings.class.getName())).health();
    }

    /** A caller in plaintext has proven no name. */
    @ParameterizedTest
    @ValueSource(strings = {TILL, ""})
    void shouldRefuseCallersOfOtherHostsWhoAreNotNamed(String principals) {
        server().withPropertyValues("nearcall.server.principals.greetings=" + principals)
                .run(server -> {
                    clientOf(server)
                            .run(client -> assertThatThrownBy(() -> greet(client))
                                    .isInstanceOf(ConnectionRefusedException.class));
                    Contexts.in(directory)
                            .withUserConfiguration(Client.class)
                            .run(local -> assertThat(greet(local)).isEqualTo("Good day, Ann"));
                });
    }

    @Test
    void shouldFailTheStartIfCallersAreNamedForAServiceThatIsNotExported() {
        server().withPropertyValues("nearcall.server.principals.greeting=" + TILL)
                .run(server -> assertThat(server)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining("nearcall.server.principals.greeting")
                        .hasMessageContaining("The exported services are [greetings]"));
    }

    @Test
    void shouldLeaveTheHostInPlaintextOnlyForAReason() {
        ApplicationContextRunner anywhere = server().withPropertyValues("nearcall.grpc.address=0.0.0.0");
        anywhere.run(server -> assertThat(server)
                .getFailure()
                .rootCause()
                .hasMessageContaining("without one they do not leave this host"));
        anywhere.withPropertyValues("nearcall.grpc.insecure-reason=a test")
                .run(server ->
                        clientOf(server).run(client -> assertThat(greet(client)).isEqualTo("Good day, Ann")));
    }

    @Test
    void shouldNotTakeAnAddressWithoutAPort() {
        Contexts.in(directory)
                .withPropertyValues("nearcall.grpc.address=127.0.0.1")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("nearcall.grpc.port has to be set"));
    }

    @Test
    void shouldUseATransportOfOnesOwn() {
        server().withUserConfiguration(OwnTransport.class)
                .run(server ->
                        clientOf(server).run(client -> assertThat(greet(client)).isEqualTo("Good day, Ann")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nearcall.grpc.port=7443",
                "nearcall.grpc.address=127.0.0.1",
                "nearcall.grpc.ssl.bundle=shop",
                "nearcall.grpc.insecure-reason=a test",
                "nearcall.client.greetings.address=grpc://greetings@h1:7443,h2:7443"
            })
    void shouldSayWhichLibraryIsMissing(String property) {
        withoutGrpc()
                .withPropertyValues(property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                        .hasMessageContaining(property.substring(0, property.indexOf('=')))
                        .hasMessageContaining("Add the dependency io.nearcall:nearcall-grpc."));
    }

    @Test
    void shouldDoWithoutTheLibraryIfNoPropertyNeedsIt() {
        withoutGrpc()
                .withPropertyValues("nearcall.client.greetings.address=unix:greetings")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("nearcallGrpcTransport"));
    }

    private ApplicationContextRunner withoutGrpc() {
        return Contexts.in(directory)
                .withUserConfiguration(Client.class)
                .withClassLoader(new FilteredClassLoader(GrpcTransport.class));
    }
}

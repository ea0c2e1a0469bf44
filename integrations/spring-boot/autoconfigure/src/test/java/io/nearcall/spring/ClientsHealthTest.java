// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.spring.actuate.ClientsHealth;
import io.nearcall.spring.api.Clock;
import io.nearcall.spring.api.Greetings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.availability.ApplicationAvailabilityAutoConfiguration;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.IndicatedHealthDescriptor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of the services that an application calls. */
@Timeout(60)
class ClientsHealthTest {

    @TempDir
    private Path directory;

    @Configuration
    @ImportNearcallClients(types = {Clock.class, Greetings.class})
    static class Clients {}

    @Configuration
    static class Server {
        @Bean
        @NearcallService
        Clock clock() {
            return () -> 12;
        }
    }

    private ApplicationContextRunner client() {
        return Contexts.in(directory)
                .withConfiguration(AutoConfigurations.of(
                        ApplicationAvailabilityAutoConfiguration.class,
                        AvailabilityProbesAutoConfiguration.class,
                        HealthContributorAutoConfiguration.class,
                        HealthContributorRegistryAutoConfiguration.class,
                        HealthEndpointAutoConfiguration.class))
                .withPropertyValues(
                        "management.endpoint.health.show-details=always",
                        "management.endpoints.web.exposure.include=health")
                .withUserConfiguration(Clients.class);
    }

    private static Status status(HealthEndpoint health, String... path) {
        return health.healthForPath(path).getStatus();
    }

    @Test
    void shouldTellInItsOwnGroupWhichServicesAreThere() {
        Contexts.in(directory)
                .withUserConfiguration(Server.class)
                .run(server -> client().run(context -> {
                    HealthEndpoint health = context.getBean(HealthEndpoint.class);
                    assertThat(status(health, ClientsHealth.GROUP)).isEqualTo(Status.DOWN);
                    assertThat(status(health, ClientsHealth.GROUP, ClientsHealth.NAME, Greetings.class.getName()))
                            .isEqualTo(Status.DOWN);
                    IndicatedHealthDescriptor clock = (IndicatedHealthDescriptor)
                            health.healthForPath(ClientsHealth.GROUP, ClientsHealth.NAME, Clock.class.getName());
                    assertThat(clock.getStatus()).isEqualTo(Status.UP);
                    assertThat(clock.getDetails()).isEqualTo(Map.of("address", "Clock", "pid", (int)
                            ProcessHandle.current().pid()));
                }));
    }

    @Test
    void shouldNotTakeReadinessOrTheOverallHealthDown() {
        client().run(context -> {
            AvailabilityChangeEvent.publish(context, LivenessState.CORRECT);
            AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
            HealthEndpoint health = context.getBean(HealthEndpoint.class);
            CompositeHealthDescriptor overall = (CompositeHealthDescriptor) health.health();
            assertThat(overall.getStatus()).isEqualTo(Status.UP);
            assertThat(overall.getComponents()).containsKey("nearcall").doesNotContainKey(ClientsHealth.NAME);
            assertThat(status(health, "readiness")).isEqualTo(Status.UP);
            assertThat(status(health, ClientsHealth.GROUP)).isEqualTo(Status.DOWN);
            assertThat(health.healthForPath(ClientsHealth.NAME)).isNull();
        });
    }

    @Test
    void shouldFollowAServiceThatComesAndGoes() {
        client().withPropertyValues(
                        "management.endpoint.health.group.clock.include=nearcallClients/" + Clock.class.getName())
                .run(context -> {
                    HealthEndpoint health = context.getBean(HealthEndpoint.class);
                    for (int i = 0; i < 2; i++) {
                        assertThat(status(health, "clock")).isEqualTo(Status.DOWN);
                        Contexts.in(directory)
                                .withUserConfiguration(Server.class)
                                .run(server ->
                                        assertThat(status(health, "clock")).isEqualTo(Status.UP));
                    }
                });
    }

    @Test
    void shouldLeaveAGroupOfThatNameAlone() {
        client().withPropertyValues("management.endpoint.health.group.nearcall-clients.include=nearcall")
                .run(context -> assertThat(status(context.getBean(HealthEndpoint.class), ClientsHealth.GROUP))
                        .isEqualTo(Status.UP));
    }

    @Test
    void shouldHaveNoGroupWithoutClientsOrHealthOrIfItIsSwitchedOff() {
        client().withPropertyValues("management.health.nearcall-clients.enabled=false")
                .run(context -> assertThat(
                                context.getBean(HealthEndpointGroups.class).getNames())
                        .doesNotContain(ClientsHealth.GROUP));
        client().withClassLoader(new FilteredClassLoader(HealthEndpoint.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ClientsHealth.NAME));
        Contexts.in(directory)
                .withUserConfiguration(Server.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ClientsHealth.NAME));
    }
}

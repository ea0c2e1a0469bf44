// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.spring.actuate.NearcallEndpoint;
import io.nearcall.spring.actuate.NearcallHealthIndicator;
import io.nearcall.spring.api.Clock;
import io.nearcall.spring.api.Greetings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What appears with the Actuator's libraries, and only with them. */
@Timeout(60)
class ActuatorTest {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=nearcall";

    @TempDir
    private Path directory;

    @Configuration
    @ImportNearcallClients(types = Clock.class)
    static class Application {
        @Bean
        @NearcallService
        Greetings greetings() {
            return new Greetings() {
                @Override
                public String greet(String name) {
                    return name;
                }
            };
        }
    }

    private ApplicationContextRunner application() {
        return Contexts.in(directory).withUserConfiguration(Application.class).withPropertyValues(EXPOSED);
    }

    @Test
    void shouldHaveHealthAndEndpointWithTheirLibraries() {
        application()
                .run(context -> assertThat(context)
                        .hasSingleBean(NearcallHealthIndicator.class)
                        .hasSingleBean(NearcallEndpoint.class));
    }

    @Test
    void shouldHaveNoHealthWithoutItsLibrary() {
        application()
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class))
                .run(context -> assertThat(context)
                        .doesNotHaveBean("nearcallHealthIndicator")
                        .hasSingleBean(NearcallEndpoint.class)
                        .hasSingleBean(Endpoint.class));
    }

    @Test
    void shouldHaveNoEndpointWithoutItsLibrary() {
        application()
                .withClassLoader(new FilteredClassLoader(ConditionalOnAvailableEndpoint.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(NearcallHealthIndicator.class)
                        .doesNotHaveBean("nearcallActuatorEndpoint")
                        .hasSingleBean(Endpoint.class));
    }

    @Test
    void shouldHaveNeitherWithoutBothOrIfTheyAreSwitchedOff() {
        application()
                .withClassLoader(new FilteredClassLoader(HealthIndicator.class, ConditionalOnAvailableEndpoint.class))
                .run(context -> assertThat(context)
                        .doesNotHaveBean("nearcallHealthIndicator")
                        .doesNotHaveBean("nearcallActuatorEndpoint")
                        .hasSingleBean(Endpoint.class));
        application()
                .withPropertyValues(
                        "management.health.nearcall.enabled=false", "management.endpoint.nearcall.access=NONE")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(NearcallHealthIndicator.class)
                        .doesNotHaveBean(NearcallEndpoint.class));
    }

    @Test
    void shouldBeUpWhileTheEndpointServesThoughAPeerIsMissing() {
        application().run(context -> {
            NearcallHealthIndicator indicator = context.getBean(NearcallHealthIndicator.class);
            Health health = indicator.health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).containsEntry("exported", List.of("greetings"));
            context.getBean(Endpoint.class).drain(java.time.Duration.ZERO);
            assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
            context.getBean(Endpoint.class).close();
            assertThat(indicator.health().getDetails()).containsEntry("endpoint", "closed");
        });
    }

    @Test
    void shouldDescribeWhatIsExportedAndCalled() {
        application().run(context -> {
            NearcallEndpoint.Description description =
                    context.getBean(NearcallEndpoint.class).describe();
            assertThat(description.exported())
                    .containsEntry("greetings", new NearcallEndpoint.Exported("greetings", Greetings.class.getName()));
            assertThat(description.called())
                    .containsEntry(
                            Clock.class.getName(), new NearcallEndpoint.Called("Clock", Clock.class.getName(), false));
            assertThat(description.services()).containsExactly("greetings");
        });
    }
}

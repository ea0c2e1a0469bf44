// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.nearcall.Endpoint;
import io.nearcall.micrometer.CallTimers;
import io.nearcall.micrometer.NearcallMetrics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Shows the endpoint's statistics as meters, if {@code nearcall-micrometer} and a Micrometer registry are there. */
@AutoConfiguration(
        after = NearcallAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass({MeterRegistry.class, NearcallMetrics.class})
@ConditionalOnBean({Endpoint.class, MeterRegistry.class})
@ConditionalOnBooleanProperty(name = "nearcall.metrics.enabled", matchIfMissing = true)
public class NearcallMetricsAutoConfiguration {

    /** Makes the meters, which Spring Boot binds to the registries. */
    @Bean
    @ConditionalOnMissingBean
    public NearcallMetrics nearcallMetrics(Endpoint endpoint, NearcallProperties properties) {
        return properties.getMetrics().isPerCall()
                ? NearcallMetrics.withoutDurations(endpoint, Tags.empty())
                : new NearcallMetrics(endpoint);
    }

    /** Makes the listener that times each call of the endpoint. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty("nearcall.metrics.per-call")
    public CallTimers nearcallCallTimers(MeterRegistry registry) {
        return new CallTimers(registry);
    }
}

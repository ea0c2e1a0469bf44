// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.Endpoint;
import io.nearcall.spring.actuate.NearcallHealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the endpoint to the health of the application, if {@code spring-boot-health} is there. */
@AutoConfiguration(after = NearcallAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean({Endpoint.class, ServiceLifecycle.class})
@ConditionalOnEnabledHealthIndicator("nearcall")
public class NearcallHealthAutoConfiguration {

    /** Makes the component {@code nearcall} of the health. */
    @Bean
    @ConditionalOnMissingBean(name = "nearcallHealthIndicator")
    public NearcallHealthIndicator nearcallHealthIndicator(Endpoint endpoint, ServiceLifecycle services) {
        return new NearcallHealthIndicator(endpoint, services);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.Endpoint;
import io.nearcall.spring.actuate.NearcallEndpoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds {@code /actuator/nearcall}, if the Actuator is there and exposes it. */
@AutoConfiguration(after = NearcallAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({Endpoint.class, ServiceLifecycle.class})
@ConditionalOnAvailableEndpoint(NearcallEndpoint.class)
public class NearcallEndpointAutoConfiguration {

    /** Makes the Actuator's endpoint. */
    @Bean
    @ConditionalOnMissingBean
    public NearcallEndpoint nearcallActuatorEndpoint(
            Endpoint endpoint, ServiceLifecycle services, ListableBeanFactory beans) {
        return new NearcallEndpoint(endpoint, services, beans);
    }
}

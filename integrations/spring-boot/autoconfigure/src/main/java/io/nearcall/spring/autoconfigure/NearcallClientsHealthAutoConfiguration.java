// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import io.nearcall.spring.actuate.ClientsHealth;
import io.nearcall.spring.actuate.ClientsHealthGroup;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Adds the group {@value ClientsHealth#GROUP} to the health, if there are client beans and the Actuator shows the
 * health.
 */
@AutoConfiguration(after = NearcallAutoConfiguration.class)
@ConditionalOnClass({HealthEndpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(ClientBean.class)
@ConditionalOnAvailableEndpoint(HealthEndpoint.class)
@ConditionalOnEnabledHealthIndicator("nearcall-clients")
public class NearcallClientsHealthAutoConfiguration {

    /** Makes the only member of the group. */
    @Bean(ClientsHealth.NAME)
    public ClientsHealth nearcallClients(ListableBeanFactory beans) {
        return new ClientsHealth(beans);
    }

    /** Makes the group before the health is first asked for. */
    @Bean
    public static ClientsHealthGroup nearcallClientsHealthGroup() {
        return new ClientsHealthGroup();
    }
}

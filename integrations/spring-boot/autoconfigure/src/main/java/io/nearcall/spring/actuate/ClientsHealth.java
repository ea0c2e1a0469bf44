// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.actuate;

import io.nearcall.NearcallException;
import io.nearcall.Remotes;
import io.nearcall.spring.autoconfigure.ClientBean;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;

/**
 * Shows for each client bean whether its service is there now. This contributor is only in the group {@value #GROUP},
 * because an application whose peer is missing is not itself unhealthy.
 */
public final class ClientsHealth implements CompositeHealthContributor {

    /** The group that has this contributor. */
    public static final String GROUP = "nearcall-clients";

    /** The name of this contributor, which follows from the name of its bean. */
    public static final String NAME = "nearcallClients";

    private final Map<String, HealthContributor> clients = new LinkedHashMap<>();

    /** Creates the contributor of all client beans. */
    public ClientsHealth(ListableBeanFactory beans) {
        for (String name : beans.getBeanNamesForType(ClientBean.class)) {
            clients.put(BeanFactoryUtils.transformedBeanName(name), new OfClient((ClientBean<?>) beans.getBean(name)));
        }
    }

    @Override
    public HealthContributor getContributor(String name) {
        return clients.get(name);
    }

    @Override
    public Stream<HealthContributors.Entry> stream() {
        return clients.entrySet().stream().map(each -> new HealthContributors.Entry(each.getKey(), each.getValue()));
    }

    private static final class OfClient extends AbstractHealthIndicator {

        private final ClientBean<?> client;

        OfClient(ClientBean<?> client) {
            super("The client cannot be looked at");
            this.client = client;
        }

        /** Connects, if the client is not connected yet. */
        @Override
        protected void doHealthCheck(Health.Builder health) {
            health.withDetail("address", client.address());
            try {
                Object found = client.findNow();
                health.up();
                if (!client.isOfOtherHost()) {
                    health.withDetail("pid", Remotes.peer(found).pid());
                }
            } catch (NearcallException e) { // not logged at each check
                health.down(e);
            }
        }
    }
}

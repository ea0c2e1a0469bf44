// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * Takes {@link ClientsHealth} out of the overall health, and puts it into a group of its own. Groups that properties
 * define stay as they are, both a group of the same name and groups that include the contributor.
 */
public final class ClientsHealthGroup implements HealthEndpointGroupsPostProcessor {

    @Override
    public HealthEndpointGroups postProcessHealthEndpointGroups(HealthEndpointGroups groups) {
        Map<String, HealthEndpointGroup> all = new LinkedHashMap<>();
        groups.getNames().forEach(name -> all.put(name, groups.get(name)));
        HealthEndpointGroup primary = groups.getPrimary();
        all.putIfAbsent(ClientsHealth.GROUP, new Narrowed(primary, ClientsHealthGroup::isOfClients));
        return HealthEndpointGroups.of(
                new Narrowed(primary, name -> !isOfClients(name) && primary.isMember(name)), all);
    }

    private static boolean isOfClients(String name) {
        return name.equals(ClientsHealth.NAME) || name.startsWith(ClientsHealth.NAME + "/");
    }

    /** A group that shows as much as another group, but has other members. */
    private record Narrowed(HealthEndpointGroup shown, Predicate<String> members) implements HealthEndpointGroup {

        @Override
        public boolean isMember(String name) {
            return members.test(name);
        }

        @Override
        public boolean showComponents(SecurityContext context) {
            return shown.showComponents(context);
        }

        @Override
        public boolean showDetails(SecurityContext context) {
            return shown.showDetails(context);
        }

        @Override
        public StatusAggregator getStatusAggregator() {
            return shown.getStatusAggregator();
        }

        @Override
        public HttpCodeStatusMapper getHttpCodeStatusMapper() {
            return shown.getHttpCodeStatusMapper();
        }

        @Override
        public AdditionalHealthEndpointPath getAdditionalPath() {
            return shown.getAdditionalPath();
        }
    }
}

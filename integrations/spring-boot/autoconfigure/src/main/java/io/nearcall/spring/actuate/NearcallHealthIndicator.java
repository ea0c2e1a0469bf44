// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.actuate;

import io.nearcall.Endpoint;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.spring.autoconfigure.ServiceLifecycle;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Is up while the endpoint is open and holds the names of all services that it exports. Services that this application
 * calls do not count, because an application whose peer is missing is not itself unhealthy. The number of sessions with
 * other hosts is a detail.
 */
public final class NearcallHealthIndicator extends AbstractHealthIndicator {

    private final Endpoint endpoint;
    private final ServiceLifecycle services;

    public NearcallHealthIndicator(Endpoint endpoint, ServiceLifecycle services) {
        super("The endpoint cannot be looked at");
        this.endpoint = endpoint;
        this.services = services;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        if (endpoint.isClosed()) {
            health.down().withDetail("endpoint", "closed");
        } else if (!services.holdsNames()) {
            health.down().withDetail("services", "a name was lost, or the application stops serving");
        } else {
            health.up();
        }
        health.withDetail(
                "exported",
                services.exported().stream()
                        .map(ServiceLifecycle.ExportedBean::service)
                        .toList());
        health.withDetail("sessions", OwnObjects.of(endpoint).sessions().size());
    }
}

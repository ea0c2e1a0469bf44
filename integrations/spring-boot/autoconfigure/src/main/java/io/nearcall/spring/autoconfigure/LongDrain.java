// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Waits for calls that still run after the phase of {@link ServiceLifecycle}. Spring limits the time of a phase to 30 s
 * by default, but the grace period may be longer.
 */
final class LongDrain implements SmartLifecycle {

    /* A provider, not the bean: Spring stops a bean after the beans that depend on it, whatever their phases are. */
    private final ObjectProvider<ServiceLifecycle> services;

    LongDrain(ObjectProvider<ServiceLifecycle> services) {
        this.services = services;
    }

    @Override
    public int getPhase() {
        return ServiceLifecycle.PHASE - 1;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public void start() {}

    /** Waits for the rest of the grace period at most. */
    @Override
    public void stop() {
        services.getObject().awaitStop();
    }

    /** Returns whether the services have been started and not stopped yet. */
    @Override
    public boolean isRunning() {
        return services.getObject().isRunning();
    }
}

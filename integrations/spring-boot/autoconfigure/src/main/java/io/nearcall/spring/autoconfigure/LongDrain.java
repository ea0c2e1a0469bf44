// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.autoconfigure;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Waits for calls that still run when the phase of {@link ServiceLifecycle} is over. Spring limits the time of a phase, to 30 s by
 * default; the grace period may be longer.
 */
final class LongDrain implements SmartLifecycle {

    /* Spring stops a bean after those that depend on it, whatever their phases are. So this one asks for the other when it needs it. */
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

    /** For what is left of the grace period at most. */
    @Override
    public void stop() {
        services.getObject().awaitStop();
    }

    /** Whether the services have been started, and not stopped yet. */
    @Override
    public boolean isRunning() {
        return services.getObject().isRunning();
    }
}

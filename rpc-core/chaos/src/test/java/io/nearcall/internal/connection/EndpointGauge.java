// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.Endpoint;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/** What an endpoint counts and tells nobody. Any thread. */
public final class EndpointGauge {

    private final Collection<?> unretired;
    private final Collection<?> handshakes;
    private final AtomicInteger lanesLeft;

    public EndpointGauge(Endpoint endpoint) {
        Object core = field(endpoint, "core");
        Object connections = field(core, "connections");
        unretired = (Collection<?>) field(connections, "unretired");
        handshakes = (Collection<?>) field(connections, "handshakes");
        lanesLeft = (AtomicInteger) field(field(core, "laneBudget"), "left");
    }

    private static Object field(Object of, String name) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Connections that have not given everything back, and handshakes that are not complete. */
    public int connections() {
        return unretired.size() + handshakes.size();
    }

    /** How many lanes peers hold beyond the first of each connection. */
    public int lanesTaken() {
        return LaneBudget.LANES - lanesLeft.get();
    }
}

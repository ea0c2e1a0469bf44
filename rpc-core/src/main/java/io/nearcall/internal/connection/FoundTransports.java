// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.spi.RemoteTransport;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/** The transports on the class path that the program has not named. Loaded when an address needs one. */
final class FoundTransports {

    private static final Map<String, RemoteTransport> FOUND = new ConcurrentHashMap<>();

    private FoundTransports() {}

    /**
     * Returns the transport with that scheme; null if there is none.
     *
     * @throws IllegalArgumentException if a transport cannot be made, such as one with contradictory options
     */
    static RemoteTransport find(String scheme) {
        return FOUND.computeIfAbsent(scheme, FoundTransports::load);
    }

    private static RemoteTransport load(String scheme) {
        try {
            for (RemoteTransport each :
                    ServiceLoader.load(RemoteTransport.class, RemoteTransport.class.getClassLoader())) {
                if (each.scheme().equals(scheme)) {
                    return each;
                }
            }
            return null;
        } catch (ServiceConfigurationError e) {
            String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            throw new IllegalArgumentException("A transport of the class path cannot be used: " + reason, e);
        }
    }
}

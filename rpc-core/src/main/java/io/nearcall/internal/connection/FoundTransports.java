// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.spi.RemoteTransport;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

/** The transports that are there without having been named. Loaded when an address needs one. */
final class FoundTransports {

    private static final Map<String, RemoteTransport> FOUND = new ConcurrentHashMap<>();

    private FoundTransports() {}

    /**
     * The one with that scheme; null if there is none.
     *
     * @throws IllegalArgumentException if one cannot be made, such as with options that contradict each other
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

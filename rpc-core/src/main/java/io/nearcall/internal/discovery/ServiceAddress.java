// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A service and the mechanism that shall carry its calls, as in {@code fifo:orders}.
 *
 * @param scheme one of {@link #SCHEMES}, or {@link #AUTO}
 */
public record ServiceAddress(String scheme, ServiceName name) {

    /** The first of {@link #AUTOMATIC} that both sides can do and the service is offered over. */
    public static final String AUTO = "auto";

    /** What is tried where nothing is said, in that order. */
    public static final List<String> AUTOMATIC = List.of("shm", "fifo", "unix", "tcp");

    /** The mechanisms. */
    public static final List<String> SCHEMES = List.of("shm", "fifo", "unix", "tcp", "sysvshm", "sysvmq");

    /** The system property that names the scheme of addresses without one; it goes before {@link #VARIABLE}. */
    public static final String PROPERTY = "io.nearcall.channel";

    /** The environment variable that names the scheme of addresses without one. */
    public static final String VARIABLE = "NEARCALL_CHANNEL";

    /** Checks the scheme. */
    public ServiceAddress {
        checkScheme(scheme);
    }

    /**
     * Reads {@code scheme:name} or {@code name}.
     *
     * @param defaultScheme where the address names none
     * @throws IllegalArgumentException if there is no such scheme, or the name cannot be one
     */
    public static ServiceAddress parse(String address, String defaultScheme) {
        int colon = address.indexOf(':');
        return colon < 0
                ? new ServiceAddress(defaultScheme, new ServiceName(address))
                : new ServiceAddress(address.substring(0, colon), new ServiceName(address.substring(colon + 1)));
    }

    /**
     * What the process is configured to use where neither address nor endpoint say: {@link #AUTO} if nothing.
     *
     * @throws IllegalArgumentException if there is no such scheme
     */
    public static String configuredScheme(Properties properties, Map<String, String> environment) {
        String configured = properties.getProperty(PROPERTY, "");
        if (configured.isBlank()) {
            configured = environment.getOrDefault(VARIABLE, "");
        }
        if (configured.isBlank()) {
            return AUTO;
        }
        checkScheme(configured);
        return configured;
    }

    /** Throws unless it is {@link #AUTO} or one of {@link #SCHEMES}. */
    public static void checkScheme(String scheme) {
        if (!scheme.equals(AUTO) && !SCHEMES.contains(scheme)) {
            throw new IllegalArgumentException("There is no channel \"" + scheme + "\"; there are "
                    + String.join(", ", SCHEMES) + ", and " + AUTO + " for the fastest that works");
        }
    }

    /** The mechanisms over which who has this address calls, in the order in which he tries them. */
    public List<String> tried() {
        return scheme.equals(AUTO) ? AUTOMATIC : List.of(scheme);
    }

    /** The mechanisms over which a service that is offered under this address can be called. */
    public List<String> offered() {
        return scheme.equals(AUTO) ? SCHEMES : List.of(scheme);
    }

    @Override
    public String toString() {
        return scheme.equals(AUTO) ? name.value() : scheme + ":" + name;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.ipc.os.Platform;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * A service and the mechanism that carries its calls, as in {@code fifo:orders} or
 * {@code grpc://orders@shop.example:7443}.
 *
 * @param scheme one of {@link #SCHEMES}, or {@link #AUTO}; for another host the scheme of a transport
 * @param place where the other host is, in the transport's words; empty on this host
 */
public record ServiceAddress(String scheme, ServiceName name, String place) {

    /** The first of {@link #AUTOMATIC} that both sides support and over which the service is offered. */
    public static final String AUTO = "auto";

    /** The mechanisms that are tried in this order if the address names none. */
    public static final List<String> AUTOMATIC =
            Platform.isWindows() ? List.of("shm", "pipe") : List.of("shm", "fifo", "unix", "tcp");

    /** The mechanisms of this system. */
    public static final List<String> SCHEMES =
            Platform.isWindows() ? AUTOMATIC : List.of("shm", "fifo", "unix", "tcp", "sysvshm", "sysvmq");

    /** The system property that names the scheme of addresses without one; it precedes {@link #VARIABLE}. */
    public static final String PROPERTY = "io.nearcall.channel";

    /** The environment variable that names the scheme of addresses without one. */
    public static final String VARIABLE = "NEARCALL_CHANNEL";

    private static final String REMOTE = "://";

    /** Checks the scheme. */
    public ServiceAddress {
        if (place.isEmpty()) {
            checkScheme(scheme);
        }
    }

    /** A service on this host. */
    public ServiceAddress(String scheme, ServiceName name) {
        this(scheme, name, "");
    }

    /**
     * Reads {@code scheme:name}, {@code name} or {@code scheme://name@place}.
     *
     * @param defaultScheme the scheme of an address that names none
     * @throws IllegalArgumentException if there is no such scheme, or the name cannot be one
     */
    public static ServiceAddress parse(String address, String defaultScheme) {
        int remote = address.indexOf(REMOTE);
        if (remote > 0) {
            return parseRemote(address, remote);
        }
        int colon = address.indexOf(':');
        return colon < 0
                ? new ServiceAddress(defaultScheme, new ServiceName(address))
                : new ServiceAddress(address.substring(0, colon), new ServiceName(address.substring(colon + 1)));
    }

    private static ServiceAddress parseRemote(String address, int schemeLength) {
        int begin = schemeLength + REMOTE.length();
        int end = address.indexOf('@', begin);
        if (end < 0 || end + 1 == address.length()) {
            throw new IllegalArgumentException("address=" + address + " names no service of another host: that is "
                    + address.substring(0, begin) + "NAME@PLACE");
        }
        String scheme = address.substring(0, schemeLength);
        return new ServiceAddress(scheme, new ServiceName(address.substring(begin, end)), address.substring(end + 1));
    }

    /** Whether the service is one of another host. */
    public boolean isRemote() {
        return !place.isEmpty();
    }

    /**
     * The scheme that the process is configured to use if neither address nor endpoint name one; {@link #AUTO} if none.
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

    /** Throws unless the scheme is {@link #AUTO} or one of {@link #SCHEMES}. */
    public static void checkScheme(String scheme) {
        if (!scheme.equals(AUTO) && !SCHEMES.contains(scheme)) {
            throw new IllegalArgumentException("There is no channel \"" + scheme + "\"; there are "
                    + String.join(", ", SCHEMES) + ", and " + AUTO + " for the fastest that works");
        }
    }

    /** The mechanisms over which a caller with this address tries to call, in that order. */
    public List<String> tried() {
        return scheme.equals(AUTO) ? AUTOMATIC : List.of(scheme);
    }

    /** The mechanisms over which a service that is offered under this address can be called. */
    public List<String> offered() {
        return scheme.equals(AUTO) ? SCHEMES : List.of(scheme);
    }

    /** The place with its scheme, in words. */
    public String remotePlace() {
        return scheme + REMOTE + place;
    }

    @Override
    public String toString() {
        if (isRemote()) {
            return scheme + REMOTE + name + "@" + place;
        }
        return scheme.equals(AUTO) ? name.value() : scheme + ":" + name;
    }
}

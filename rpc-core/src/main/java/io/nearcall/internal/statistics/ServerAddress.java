// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

/**
 * Where a call goes, in the terms of OpenTelemetry's conventions.
 *
 * @param address the host; all places of a service at several places; or the called service or object itself, if the
 *     call stays on this host
 * @param port the port of the host, in digits; empty if there is none
 */
public record ServerAddress(String address, String port) {

    /** Before a name that stands for several addresses. */
    private static final String DNS = "dns:///";

    private static final int MOST_DIGITS = 5;

    /**
     * Returns the address of a call.
     *
     * @param called the name of the service, or of the interface of an object that was passed by reference
     * @param target the place of the service on other hosts, as its address names it; empty within this host
     */
    public static ServerAddress of(String called, String target) {
        if (target.isEmpty()) {
            return new ServerAddress(called, "");
        }
        String place = target.startsWith(DNS) ? target.substring(DNS.length()) : target;
        int colon = place.lastIndexOf(':');
        String port = place.substring(colon + 1);
        return colon < 0 || place.indexOf(',') >= 0 || !isPort(port)
                ? new ServerAddress(target, "")
                : new ServerAddress(withoutBrackets(place.substring(0, colon)), port);
    }

    private static boolean isPort(String text) {
        return !text.isEmpty() && text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Returns an address of IPv6 as it is written without a port. */
    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }
}

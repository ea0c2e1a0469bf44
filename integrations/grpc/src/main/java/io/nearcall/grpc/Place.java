// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where an endpoint listens: {@code HOST:PORT}, or {@code NAME/ADDRESS:PORT} for one address of a name.
 *
 * @param host the host's name or address, for which the endpoint has a certificate
 * @param address the address in words; empty if the host is to be looked up
 */
record Place(String host, String address, int port) {

    private static final int MOST_PORTS = 65_535;
    private static final String SEPARATOR = ",";

    /** Before a name each of whose addresses is an endpoint. */
    private static final String DNS = "dns:///";

    /** After the scheme of a resolver of gRPC. */
    private static final String RESOLVER = "://";

    /**
     * Reads a place.
     *
     * @throws IllegalArgumentException if there can be no such place
     */
    static Place parse(String place) {
        int colon = place.lastIndexOf(':');
        String before = place.substring(0, Math.max(0, colon));
        int port = port(place.substring(colon + 1));
        if (colon < 0 || port == 0 || place.contains(SEPARATOR) || place.contains(RESOLVER)) {
            throw new IllegalArgumentException("place=" + place + " is not HOST:PORT");
        }
        int slash = before.indexOf('/');
        return slash < 0
                ? new Place(withoutBrackets(before), "", port)
                : new Place(before.substring(0, slash), withoutBrackets(before.substring(slash + 1)), port);
    }

    /** The text of an address of a name. */
    static String text(String host, InetAddress address, int port) {
        String number = address.getHostAddress();
        return host + '/' + (address instanceof Inet4Address ? number : '[' + number + ']') + ':' + port;
    }

    private static String withoutBrackets(String host) {
        return host.replaceAll("^\\[(.*)]$", "$1");
    }

    /** Returns 0 if it is none. */
    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            return port > 0 && port <= MOST_PORTS ? port : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /**
     * Returns whether the text is a list of places, with commas between, or has a name for several addresses.
     *
     * @throws IllegalArgumentException if there can be no such place
     */
    static boolean areSeveral(String places) {
        for (String each : places.split(SEPARATOR, -1)) {
            requireNoResolver(withoutDns(each));
            parse(withoutDns(each));
        }
        return places.contains(SEPARATOR) || places.startsWith(DNS);
    }

    private static void requireNoResolver(String place) {
        if (place.contains(RESOLVER)) {
            throw new IllegalArgumentException(
                    "place=" + place + " has a resolver that Nearcall does not use. Name the places,"
                            + " such as h1:7443,h2:7443, or a name that has their addresses, such as dns:///shop.example:7443,"
                            + " or nothing but a target of xDS, such as xds:///shop.");
        }
    }

    private static String withoutDns(String place) {
        return place.startsWith(DNS) ? place.substring(DNS.length()) : place;
    }

    /**
     * Returns the places of a list, and in place of a name for several addresses a place for each of them.
     *
     * @throws UnknownHostException if a name cannot be looked up
     */
    static List<String> all(String places) throws UnknownHostException {
        Set<String> all = new LinkedHashSet<>();
        for (String each : places.split(SEPARATOR, -1)) {
            if (each.startsWith(DNS)) {
                all.addAll(parse(withoutDns(each)).eachAddress());
            } else {
                all.add(each);
            }
        }
        return List.copyOf(all);
    }

    /** An endpoint with addresses of both kinds would count twice. So those of version 6 count only if there are no others. */
    private List<String> eachAddress() throws UnknownHostException {
        List<String> v4 = new ArrayList<>();
        List<String> v6 = new ArrayList<>();
        for (InetAddress each : InetAddress.getAllByName(host)) {
            (each instanceof Inet4Address ? v4 : v6).add(text(host, each, port));
        }
        return v4.isEmpty() ? v6 : v4;
    }

    /** Returns the address to connect to, which bears the host's name. Looks the name up if need be. */
    InetAddress resolve() throws UnknownHostException {
        return address.isEmpty()
                ? InetAddress.getByName(host)
                : InetAddress.getByAddress(host, InetAddress.getByName(address).getAddress());
    }
}

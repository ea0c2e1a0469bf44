// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

/**
 * What meters and tags are called: as the semantic conventions of OpenTelemetry for RPC say in version 1.45.0, where they have a
 * name for it, and with {@code nearcall} in front otherwise.
 */
final class Names {

    static final String SERVER_DURATION = "rpc.server.call.duration";
    static final String CLIENT_DURATION = "rpc.client.call.duration";
    static final String SERVER_PERCENTILE = SERVER_DURATION + ".percentile";
    static final String CLIENT_PERCENTILE = CLIENT_DURATION + ".percentile";
    static final String FAILED_CALLS = "nearcall.calls.failed";
    static final String CONNECTIONS = "nearcall.connections";
    static final String LANES = "nearcall.lanes";
    static final String IN_FLIGHT = "nearcall.calls.in.flight";
    static final String REFUSED = "nearcall.refused";
    static final String BYTES = "nearcall.bytes";
    static final String WAITS = "nearcall.waits";
    static final String REFERENCES = "nearcall.references";
    static final String STREAMS = "nearcall.streams";
    static final String OPEN = "nearcall.endpoint.open";

    static final String SYSTEM_TAG = "rpc.system.name";
    static final String METHOD_TAG = "rpc.method";
    static final String STATUS_TAG = "rpc.status_code";
    static final String ERROR_TAG = "error.type";
    static final String OUTCOME_TAG = "nearcall.outcome";
    static final String CHANNEL_TAG = "nearcall.channel";
    static final String SIDE_TAG = "nearcall.side";
    static final String DIRECTION_TAG = "nearcall.direction";
    static final String HOW_TAG = "nearcall.how";
    static final String STATE_TAG = "nearcall.state";
    static final String REASON_TAG = "nearcall.reason";
    /** As Micrometer's own registries call it. */
    static final String PERCENTILE_TAG = "phi";

    static final String SYSTEM = "nearcall";
    static final String CLIENT = "client";
    static final String SERVER = "server";
    /** Of failures whose class is not known. */
    static final String OTHER = "_OTHER";
    /** What a tag says that does not apply, as Micrometer's own have it. */
    static final String NONE = "none";

    private Names() {}

    static String duration(boolean served) {
        return served ? SERVER_DURATION : CLIENT_DURATION;
    }

    static String percentile(boolean served) {
        return served ? SERVER_PERCENTILE : CLIENT_PERCENTILE;
    }

    static String side(boolean served) {
        return served ? SERVER : CLIENT;
    }

    /** Such as {@code orders/place}; an object that came or went as a reference has its interface in place of a service. */
    static String method(String service, String type, String method) {
        String object = service.isEmpty()
                ? type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1)
                : service;
        return object + "/" + method;
    }
}

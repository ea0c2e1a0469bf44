// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import io.micrometer.core.instrument.Tags;
import io.nearcall.internal.statistics.ServerAddress;

/**
 * The names of meters and tags. They follow version 1.45.0 of OpenTelemetry's semantic conventions for RPC, if these
 * have a name. All others begin with {@code nearcall}.
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
    static final String ADDRESS_TAG = "server.address";
    static final String PORT_TAG = "server.port";
    static final String STATUS_TAG = "rpc.status_code";
    static final String ERROR_TAG = "error.type";
    static final String OUTCOME_TAG = "nearcall.outcome";
    static final String CHANNEL_TAG = "nearcall.channel";
    static final String SIDE_TAG = "nearcall.side";
    static final String DIRECTION_TAG = "nearcall.direction";
    static final String HOW_TAG = "nearcall.how";
    static final String STATE_TAG = "nearcall.state";
    static final String REASON_TAG = "nearcall.reason";
    /** The tag of a percentile, with the name that Micrometer's own registries use. */
    static final String PERCENTILE_TAG = "phi";

    static final String SYSTEM = "nearcall";
    static final String CLIENT = "client";
    static final String SERVER = "server";
    /** The class of failures whose class is not known. */
    static final String OTHER = "_OTHER";
    /** The value of a tag that does not apply, as in Micrometer's own meters. */
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

    /** Returns the service, or the interface of an object that came or went as a reference. */
    static String called(String service, String type) {
        return service.isEmpty() ? type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1) : service;
    }

    /** Returns a name such as {@code orders/place}. */
    static String method(String called, String method) {
        return called + "/" + method;
    }

    /** Returns the tags that each meter of a method has. */
    static Tags ofMethod(String method, ServerAddress server) {
        return Tags.of(
                SYSTEM_TAG,
                SYSTEM,
                METHOD_TAG,
                method,
                ADDRESS_TAG,
                server.address(),
                PORT_TAG,
                server.port().isEmpty() ? NONE : server.port());
    }
}

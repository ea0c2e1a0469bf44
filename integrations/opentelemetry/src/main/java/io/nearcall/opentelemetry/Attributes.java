// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.opentelemetry.api.common.AttributeKey;

/**
 * The attributes of spans. They follow version 1.45.0 of OpenTelemetry's semantic conventions, if these have a name.
 * All others begin with {@code nearcall}.
 */
final class Attributes {

    static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("rpc.system.name");
    static final AttributeKey<String> METHOD = AttributeKey.stringKey("rpc.method");
    static final AttributeKey<String> STATUS_CODE = AttributeKey.stringKey("rpc.status_code");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> SERVER_ADDRESS = AttributeKey.stringKey("server.address");
    static final AttributeKey<Long> SERVER_PORT = AttributeKey.longKey("server.port");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("nearcall.outcome");
    static final AttributeKey<String> CHANNEL = AttributeKey.stringKey("nearcall.channel");

    /** The value of {@link #SYSTEM}. */
    static final String NEARCALL = "nearcall";

    private Attributes() {}
}

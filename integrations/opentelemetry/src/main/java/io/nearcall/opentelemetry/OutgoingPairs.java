// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.spi.OutgoingCall;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Puts what OpenTelemetry passes on among the pairs of a call. */
final class OutgoingPairs {

    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";

    private final TextMapPropagator propagator;
    private final Collection<String> fields;

    OutgoingPairs(TextMapPropagator propagator) {
        this.propagator = propagator;
        this.fields = propagator.fields();
    }

    /** Leaves out what there is no room for: {@code tracestate} first, without which a trace is still whole. */
    void put(Context context, OutgoingCall call) {
        Map<String, String> pairs = new HashMap<>();
        propagator.inject(context, pairs, Map::put);
        Map<String, String> before = call.metadata();
        for (String field : fields) {
            if (before.containsKey(field)) {
                pairs.putIfAbsent(
                        field, ""); // of another trace: a pair cannot be taken away, and this one means nothing
            }
        }
        String state = pairs.remove(TRACESTATE);
        if (state != null && !state.equals(before.getOrDefault(TRACESTATE, state))) {
            call.put(TRACESTATE, ""); // makes room for the others
        }
        String parent = pairs.remove(TRACEPARENT);
        if (parent != null) {
            tryPut(call, TRACEPARENT, parent); // before all that may take its room
        }
        pairs.forEach((key, value) -> tryPut(call, key, value));
        if (state != null) {
            tryPut(call, TRACESTATE, state);
        }
    }

    private static void tryPut(OutgoingCall call, String key, String value) {
        if (value.equals(call.metadata().get(key))) {
            return;
        }
        try {
            call.put(key, value);
        } catch (IllegalArgumentException e) {
            // Too many pairs, too much text, or a key that cannot travel: a call must not fail because it is traced.
            if (call.metadata().containsKey(key)) {
                call.put(key, ""); // what is there is of another trace
            }
        }
    }
}

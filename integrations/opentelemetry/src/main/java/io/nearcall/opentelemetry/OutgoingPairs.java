// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.internal.context.Metadata;
import io.nearcall.spi.OutgoingCall;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Puts what OpenTelemetry passes on among the pairs of a call. */
final class OutgoingPairs {

    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";

    private final TextMapPropagator propagator;
    private final Collection<String> fields;
    private final ThreadLocal<WeakReference<Passed>> passed =
            new ThreadLocal<>(); // weak: the thread may outlive the class

    OutgoingPairs(TextMapPropagator propagator) {
        this.propagator = propagator;
        this.fields = propagator.fields();
    }

    /** Where they are put. */
    private interface Carrier {
        Map<String, String> metadata();

        void put(String key, String value);
    }

    /** What goes along with a call that is not shown. */
    private static final class Draft implements Carrier {
        private Metadata carried;

        Draft(Metadata own) {
            carried = own;
        }

        @Override
        public Map<String, String> metadata() {
            return carried.pairs();
        }

        @Override
        public void put(String key, String value) {
            carried = carried.with(key, value);
        }
    }

    /** What a thread has passed on last: calls within one span pass on the same. */
    private record Passed(WeakReference<Context> context, Metadata own, Metadata result) {}

    /** What goes along with a call in that context, beside what goes along by itself. */
    Metadata passedOn(Context context, Metadata own) {
        WeakReference<Passed> known = passed.get();
        Passed last = known == null ? null : known.get();
        if (last != null && last.own == own && last.context.refersTo(context)) {
            return last.result;
        }
        Draft draft = new Draft(own);
        put(context, draft);
        passed.set(new WeakReference<>(new Passed(new WeakReference<>(context), own, draft.carried)));
        return draft.carried;
    }

    /** Puts them along with a call that is shown. */
    void put(Context context, OutgoingCall call) {
        put(context, new Carrier() {
            @Override
            public Map<String, String> metadata() {
                return call.metadata();
            }

            @Override
            public void put(String key, String value) {
                call.put(key, value);
            }
        });
    }

    /** Leaves out what there is no room for: {@code tracestate} first, without which a trace is still whole. */
    private void put(Context context, Carrier call) {
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

    private static void tryPut(Carrier call, String key, String value) {
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

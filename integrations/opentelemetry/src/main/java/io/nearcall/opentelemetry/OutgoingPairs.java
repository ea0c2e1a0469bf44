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

/** Adds OpenTelemetry's context to the pairs of a call. */
final class OutgoingPairs {

    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";

    private final TextMapPropagator propagator;
    private final Collection<String> fields;
    private final ThreadLocal<WeakReference<Passed>> passed =
            new ThreadLocal<>(); // weak: the thread may outlive the class
    private Passed newest; // of any thread; null at first. Racy, but a record is final, and says what it is of

    OutgoingPairs(TextMapPropagator propagator) {
        this.propagator = propagator;
        this.fields = propagator.fields();
    }

    /** Takes the pairs. */
    private interface Carrier {
        Map<String, String> metadata();

        void put(String key, String value);
    }

    /** Takes the pairs of a call that is not shown to the interceptor. */
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

    /** The pairs that a thread has passed on last. Calls within one span pass on the same pairs. */
    private record Passed(WeakReference<Context> context, Metadata own, Metadata result) {

        /** Returns null if they are of another context, or of a call with other pairs of its own. */
        Metadata resultFor(Context current, Metadata currentOwn) {
            return own == currentOwn && context.refersTo(current) ? result : null;
        }
    }

    /** Like {@link #passedOn}. Returns null unless the last such call, of this thread or of all, was in the same context. */
    Metadata passedOnLast(Context context, Metadata own) {
        Passed seen = newest; // first: a field is read faster than a thread's variable
        Metadata result = seen == null ? null : seen.resultFor(context, own);
        return result == null ? passedOnByThread(context, own) : result;
    }

    private Metadata passedOnByThread(Context context, Metadata own) {
        WeakReference<Passed> known = passed.get();
        Passed last = known == null ? null : known.get();
        return last == null ? null : last.resultFor(context, own);
    }

    /** Returns a call's own pairs together with those of a context. */
    Metadata passedOn(Context context, Metadata own) {
        Draft draft = new Draft(own);
        put(context, draft);
        Passed made = new Passed(new WeakReference<>(context), own, draft.carried);
        passed.set(new WeakReference<>(made));
        newest = made;
        return draft.carried;
    }

    /** Adds the pairs to a call that is shown to the interceptor. */
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

    /** Leaves out pairs without room, {@code tracestate} first: a trace is complete without it. */
    private void put(Context context, Carrier call) {
        Map<String, String> pairs = new HashMap<>();
        propagator.inject(context, pairs, Map::put);
        Map<String, String> before = call.metadata();
        for (String field : fields) {
            if (before.containsKey(field)) {
                pairs.putIfAbsent(
                        field, ""); // another trace's pair: it cannot be removed, but if empty it means nothing
            }
        }
        String state = pairs.remove(TRACESTATE);
        if (state != null && !state.equals(before.getOrDefault(TRACESTATE, state))) {
            call.put(TRACESTATE, ""); // makes room for the others
        }
        String parent = pairs.remove(TRACEPARENT);
        if (parent != null) {
            tryPut(call, TRACEPARENT, parent); // before other pairs, which may take its room
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
                call.put(key, ""); // the present value belongs to another trace
            }
        }
    }
}

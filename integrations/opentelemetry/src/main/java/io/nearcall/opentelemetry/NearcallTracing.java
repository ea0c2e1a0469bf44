// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.EndpointBuilder;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.ClientInterceptor;
import io.nearcall.spi.OutgoingCall;
import io.nearcall.spi.ServerInterceptor;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Makes spans for the calls of an endpoint, and passes OpenTelemetry's context on with them. Any thread.
 *
 * <pre>{@code
 * Endpoint endpoint = new NearcallTracing(openTelemetry).observe(Endpoint.builder()).open();
 * }</pre>
 *
 * <p>A call has a span on each side if it is made within a sampled one. A call without a parent has none. A call within a span that
 * is not sampled has none either, and passes the context on. In a method that is called, OpenTelemetry's context is that of the
 * caller, with the span of the call if there is one.
 */
public final class NearcallTracing {

    /*
     * Whether a call is seen at all is asked before anything is made for it. A call without a parent takes the way of an endpoint that
     * nobody observes. So does a call that is made in a method whose own call was not sampled: what it has to pass on is in
     * Nearcall's context, which goes along by itself. CARRIED tells that this is so.
     */

    /** The span that Nearcall's own context stands for, as it came with a call that is not sampled. */
    private static final ContextKey<Arrived> CARRIED = ContextKey.named("nearcall.carried");

    private static final TextMapGetter<Map<String, String>> PAIRS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> pairs) {
            return pairs.keySet();
        }

        @Override
        public String get(Map<String, String> pairs, String key) {
            return pairs == null ? null : pairs.get(key);
        }
    };

    private static final int TRACEPARENT_LENGTH = 55;

    private final TextMapPropagator propagator;
    private final List<String> fields;
    private final OutgoingPairs outgoing;
    private final CallSpans spans;

    /** What came with a call. */
    private record Arrived(Map<String, String> pairs, Span span, Baggage baggage) {

        /** Whether calls that are made in that context now carry the same by themselves. */
        boolean isStill(Context current) {
            return Span.fromContext(current) == span
                    && Baggage.fromContext(current) == baggage
                    && io.nearcall.Context.current().metadata() == pairs;
        }
    }

    /** With spans of that instance, which stays the application's. */
    public NearcallTracing(OpenTelemetry openTelemetry) {
        Objects.requireNonNull(openTelemetry, "openTelemetry");
        this.propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.fields = List.copyOf(propagator.fields());
        this.outgoing = new OutgoingPairs(propagator);
        this.spans = new CallSpans(openTelemetry.getTracer("io.nearcall"));
    }

    /** Has the endpoint's calls traced. Returns the builder. */
    public EndpointBuilder observe(EndpointBuilder builder) {
        return builder.listener(spans).clientInterceptor(new Client()).serverInterceptor(new Server());
    }

    private static boolean isEmpty(Context context) {
        return !Span.fromContext(context).getSpanContext().isValid()
                && Baggage.fromContext(context).isEmpty();
    }

    /** Whether there may be a context of OpenTelemetry among these pairs. */
    private boolean isIn(Map<String, String> pairs) {
        if (!pairs.isEmpty()) {
            for (String field : fields) {
                if (pairs.containsKey(field)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** By the lowest bit of the flags, which are last. */
    private static boolean isSampledOrUnknown(Map<String, String> pairs) {
        String parent = pairs.get(io.nearcall.Context.TRACEPARENT);
        return parent == null
                || parent.length() != TRACEPARENT_LENGTH
                || (Character.digit(parent.charAt(TRACEPARENT_LENGTH - 1), 16) & 1) != 0;
    }

    /** Not of Nearcall itself, such as those that fetch the elements of a stream. */
    private static boolean isOfApplication(CallInfo call) {
        return !call.type().getName().startsWith("io.nearcall.internal.");
    }

    private Context extracted(Map<String, String> pairs) {
        return isIn(pairs) ? propagator.extract(Context.root(), pairs, PAIRS) : Context.root();
    }

    private final class Client implements ClientInterceptor {

        @Override
        public boolean isInterested() {
            Context current = Context.current();
            Arrived arrived = current.get(CARRIED);
            if (arrived != null && arrived.isStill(current)) {
                return false;
            }
            if (!isEmpty(current)) {
                return true;
            }
            // The thread has only Nearcall's own context. If that is not sampled, it goes along by itself.
            Map<String, String> pairs = io.nearcall.Context.current().metadata();
            return isIn(pairs) && isSampledOrUnknown(pairs);
        }

        @Override
        public void calling(OutgoingCall call) {
            Context current = Context.current();
            Context parent = isEmpty(current) ? extracted(call.metadata()) : current;
            if (Span.fromContext(parent).getSpanContext().isSampled() && isOfApplication(call)) {
                outgoing.put(parent.with(spans.begin(call, parent)), call);
            } else if (parent == current) {
                outgoing.put(current, call);
            }
        }
    }

    private final class Server implements ServerInterceptor {

        @Override
        public boolean isInterested() {
            return isIn(io.nearcall.Context.current().metadata());
        }

        @Override
        public AutoCloseable called(CallInfo call) {
            Context parent = extracted(call.metadata());
            if (isEmpty(parent)) {
                return null;
            }
            Span caller = Span.fromContext(parent);
            if (!caller.getSpanContext().isSampled()) {
                return parent.with(CARRIED, new Arrived(call.metadata(), caller, Baggage.fromContext(parent)))
                        .makeCurrent();
            }
            if (!isOfApplication(call)) {
                return parent.makeCurrent();
            }
            Context own = parent.with(spans.begin(call, parent));
            io.nearcall.Context carried = carried(own);
            Scope scope = own.makeCurrent();
            io.nearcall.Context.Scope attached = carried.attach();
            return () -> {
                try {
                    attached.close();
                } finally {
                    scope.close();
                }
            };
        }

        /** For threads to which the method takes Nearcall's context alone. */
        private io.nearcall.Context carried(Context own) {
            Map<String, String> pairs = new HashMap<>();
            propagator.inject(own, pairs, Map::put);
            io.nearcall.Context arrived = io.nearcall.Context.current();
            String parent = pairs.get(io.nearcall.Context.TRACEPARENT);
            boolean replaced = parent != null && arrived.metadata().containsKey(io.nearcall.Context.TRACEPARENT);
            return replaced ? arrived.with(io.nearcall.Context.TRACEPARENT, parent) : arrived;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.EndpointBuilder;
import io.nearcall.internal.context.Metadata;
import io.nearcall.internal.hooks.IncomingPassage;
import io.nearcall.internal.hooks.OutgoingPassage;
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
import java.util.Set;
import java.util.function.Function;

/**
 * Makes spans for the calls of an endpoint, and passes OpenTelemetry's context on with them. Thread-safe.
 *
 * <pre>{@code
 * Endpoint endpoint = new NearcallTracing(openTelemetry).observe(Endpoint.builder()).open();
 * }</pre>
 *
 * <p>A call has a span on each side if it is made within a sampled span. A call without a parent has none. A call
 * within a span that is not sampled has none either, but passes the context on. In the called method, OpenTelemetry's
 * context is the caller's, with the span of the call if there is one.
 */
public final class NearcallTracing {

    /*
     * Interceptors say whether they are interested before anything is made for a call. A call without a parent, and a
     * call that is not sampled, then take the path of an endpoint that nobody observes. The pairs of the unsampled call
     * travel by a passage, which keeps the pairs of the last span. In a method whose own call was not sampled, the
     * pairs are in Nearcall's context already, and travel without the passage. CARRIED marks an OpenTelemetry context
     * of this kind.
     *
     * The method gets a context that reads the pairs only when the context is asked. The calls of a lane within one span
     * come with one object for their pairs, which keeps that context. There are two exceptions. An agent
     * has contexts of its own, and does not know ours. Formats other than the W3C's say elsewhere whether a trace is
     * sampled. In both cases, the pairs are read for each call.
     */

    /** The key of the pairs that came with an unsampled call, and are in Nearcall's own context. */
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

    private static final Set<String> W3C = Set.of(io.nearcall.Context.TRACEPARENT, "tracestate", "baggage");
    private static final int TRACEPARENT_LENGTH = 55;

    private final TextMapPropagator propagator;
    private final List<String> fields;
    private final boolean readsLate; // whether the pairs show that a trace is not sampled, and may be read later
    private final Function<Map<String, String>, Context> reading = this::arrived;
    private final OutgoingPairs outgoing;
    private final CallSpans spans;

    /** The pairs that came with a call, and the span and the baggage that were read from them. */
    private record Arrived(Map<String, String> pairs, Span span, Baggage baggage) {

        /** Returns whether these pairs say the same as a context. */
        boolean isAllOf(Context current) {
            return Span.fromContext(current) == span && Baggage.fromContext(current) == baggage;
        }
    }

    /** Creates spans with an OpenTelemetry instance, which the application keeps and closes. */
    public NearcallTracing(OpenTelemetry openTelemetry) {
        Objects.requireNonNull(openTelemetry, "openTelemetry");
        this.propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.fields = List.copyOf(propagator.fields());
        this.readsLate = W3C.containsAll(fields)
                && fields.contains(io.nearcall.Context.TRACEPARENT)
                && Context.root().getClass().getPackageName().equals(Context.class.getPackageName());
        this.outgoing = new OutgoingPairs(propagator);
        this.spans = new CallSpans(openTelemetry.getTracer("io.nearcall"));
    }

    /** Adds tracing to the endpoint that is being built. Returns the builder. */
    public EndpointBuilder observe(EndpointBuilder builder) {
        return builder.listener(spans).clientInterceptor(new Client()).serverInterceptor(new Server());
    }

    private static boolean isEmpty(Context context) {
        return !Span.fromContext(context).getSpanContext().isValid()
                && Baggage.fromContext(context).isEmpty();
    }

    /** Returns whether these pairs may hold an OpenTelemetry context. */
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

    /** Checks the lowest bit of the flags, which are the last field. Returns false if it is not known. */
    private static boolean isUnsampled(Map<String, String> pairs) {
        String parent = pairs.get(io.nearcall.Context.TRACEPARENT);
        return parent != null
                && parent.length() == TRACEPARENT_LENGTH
                && (Character.digit(parent.charAt(TRACEPARENT_LENGTH - 1), 16) & 1) == 0;
    }

    /** Returns false for Nearcall's own calls, such as those that fetch the elements of a stream. */
    private static boolean isOfApplication(CallInfo call) {
        return !call.type().getName().startsWith("io.nearcall.internal.");
    }

    /** As above. A method whose own call was not sampled makes calls with the pairs that came with it. */
    private boolean isUnsampled(Metadata own) {
        return own.kept() instanceof UnsampledContext || isUnsampled(own.pairs());
    }

    /**
     * Returns a context that reads these pairs when the method asks, if they belong to a trace that is not sampled;
     * otherwise null. The calls of a lane within one trace have the same object with pairs, so it keeps the context.
     */
    private UnsampledContext unsampled(Metadata arrived) {
        if (arrived.kept() instanceof UnsampledContext known && known.isReadBy(reading)) {
            return known;
        }
        if (!readsLate || !isUnsampled(arrived.pairs())) {
            return null;
        }
        UnsampledContext made = new UnsampledContext(arrived.pairs(), reading);
        arrived.keep(made);
        return made;
    }

    /** Returns the context that came with an unsampled call. Never throws, so a method can ask for it safely. */
    private Context arrived(Map<String, String> pairs) {
        try {
            Context context = extracted(pairs);
            return isEmpty(context) ? context : marked(context, pairs);
        } catch (RuntimeException e) { // from a propagator of the application
            return Context.root();
        }
    }

    private static Context marked(Context context, Map<String, String> pairs) {
        return context.with(CARRIED, new Arrived(pairs, Span.fromContext(context), Baggage.fromContext(context)));
    }

    private Context extracted(Map<String, String> pairs) {
        return isIn(pairs) ? propagator.extract(Context.root(), pairs, PAIRS) : Context.root();
    }

    private final class Client implements ClientInterceptor, OutgoingPassage {

        @Override
        public Metadata passedOn(Metadata own) {
            Context current = Context.current();
            if (current == Context.root()) {
                return passedOnAlone(own);
            }
            if (current instanceof UnsampledContext late && late.isOf(own.pairs())) {
                return own;
            }
            Metadata known = outgoing.passedOnLast(current, own); // first: then the span need not be looked for
            return known == null ? passedOnNow(current, own) : known;
        }

        /** The thread has only Nearcall's own context. If it is not sampled, its pairs travel anyway. */
        private Metadata passedOnAlone(Metadata own) {
            return own != Metadata.NONE && !isUnsampled(own) && isIn(own.pairs()) ? null : own;
        }

        private Metadata passedOnNow(Context current, Metadata own) {
            if (!isEmpty(current)) {
                boolean sampled = Span.fromContext(current).getSpanContext().isSampled();
                return sampled ? null : goesAlong(current, own) ? own : outgoing.passedOn(current, own);
            }
            return current instanceof UnsampledContext ? own : passedOnAlone(own);
        }

        /** Returns whether the call carries the context anyway. */
        private boolean goesAlong(Context current, Metadata own) {
            Arrived arrived = current.get(CARRIED);
            return arrived != null && arrived.pairs() == own.pairs() && arrived.isAllOf(current);
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

    private final class Server implements ServerInterceptor, IncomingPassage {

        @Override
        public boolean isInterested(Metadata arrived) {
            return arrived != Metadata.NONE && unsampled(arrived) == null && isIn(arrived.pairs());
        }

        @Override
        public AutoCloseable entered(Metadata arrived) {
            UnsampledContext context = arrived == Metadata.NONE ? null : unsampled(arrived);
            return context == null ? null : context.makeCurrent();
        }

        @Override
        public AutoCloseable called(CallInfo call) {
            Context parent = extracted(call.metadata());
            if (isEmpty(parent)) {
                return null;
            }
            Span caller = Span.fromContext(parent);
            if (!caller.getSpanContext().isSampled()) {
                return marked(parent, call.metadata()).makeCurrent();
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

        /** Returns Nearcall's context with the new span, for threads to which the method takes only that context. */
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

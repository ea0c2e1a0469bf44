// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import io.nearcall.NearcallException;
import io.nearcall.internal.statistics.ServerAddress;
import io.nearcall.internal.statistics.StatusCode;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.CallListener;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The spans of calls that have begun and not ended. Thread-safe. */
final class CallSpans implements CallListener {

    private final Tracer tracer;
    private final Map<CallInfo, Span> spans = new ConcurrentHashMap<>();

    CallSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    /** Returns false: this listener is only interested in calls for which an interceptor has begun a span. */
    @Override
    public boolean isInterested(CallInfo.Side side) {
        return false;
    }

    /** Begins the span of a call. */
    Span begin(CallInfo call, Context parent) {
        String name = call.service() + "/" + call.method().getName();
        ServerAddress server = ServerAddress.of(call.service(), call.target());
        Span span = tracer.spanBuilder(name)
                .setParent(parent)
                .setSpanKind(call.side() == CallInfo.Side.CLIENT ? SpanKind.CLIENT : SpanKind.SERVER)
                .setAttribute(Attributes.SYSTEM, Attributes.NEARCALL)
                .setAttribute(Attributes.METHOD, name)
                .setAttribute(Attributes.SERVER_ADDRESS, server.address())
                .startSpan();
        if (!server.port().isEmpty()) {
            span.setAttribute(Attributes.SERVER_PORT, Long.valueOf(server.port()));
        }
        if (!call.channel().isEmpty()) {
            span.setAttribute(Attributes.CHANNEL, call.channel());
        }
        spans.put(call, span);
        return span;
    }

    @Override
    public void ended(CallInfo call, long durationNs, Throwable failure) {
        Span span = spans.remove(call);
        if (span != null) {
            if (failure == null) {
                span.setAttribute(Attributes.STATUS_CODE, StatusCode.OK);
            } else {
                fail(span, call, StatusCode.cause(failure));
            }
            span.end();
        }
    }

    private static void fail(Span span, CallInfo call, Throwable failure) {
        String type = failure.getClass().getName();
        span.setAttribute(Attributes.STATUS_CODE, StatusCode.of(type));
        span.setAttribute(Attributes.ERROR_TYPE, type);
        if (failure instanceof NearcallException known) {
            span.setAttribute(Attributes.OUTCOME, known.outcome().name());
        }
        span.setStatus(io.opentelemetry.api.trace.StatusCode.ERROR);
        if (call.side() == CallInfo.Side.SERVER) {
            span.recordException(failure); // only on the side where it was thrown
        }
    }
}

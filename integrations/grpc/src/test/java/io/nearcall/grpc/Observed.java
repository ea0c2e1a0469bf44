// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.micrometer.NearcallMetrics;
import io.nearcall.opentelemetry.NearcallTracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.stream.Stream;

/** An endpoint whose calls are counted and traced. */
final class Observed implements AutoCloseable {

    private final InMemorySpanExporter spans = InMemorySpanExporter.create();
    private final OpenTelemetrySdk openTelemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(spans))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Endpoint endpoint;

    Observed(EndpointBuilder builder) {
        endpoint = new NearcallTracing(openTelemetry).observe(builder).open();
        new NearcallMetrics(endpoint).bindTo(meters);
    }

    Endpoint endpoint() {
        return endpoint;
    }

    Tracer tracer() {
        return openTelemetry.getTracer("test");
    }

    List<SpanData> spans() {
        return spans.getFinishedSpanItems();
    }

    /** Where a span's call went, and how it ended. */
    static String attributes(SpanData span) {
        Attributes all = span.getAttributes();
        return span.getKind() + " " + span.getName() + " at "
                + all.get(AttributeKey.stringKey("server.address")) + " port "
                + all.get(AttributeKey.longKey("server.port")) + " over "
                + all.get(AttributeKey.stringKey("nearcall.channel")) + ": "
                + all.get(AttributeKey.stringKey("rpc.status_code"));
    }

    /** The calls of each method, and those that have failed, as the meters count them now. */
    List<String> counts() {
        meters.get("nearcall.endpoint.open").gauge().value(); // looks for methods that are new
        return meters.getMeters().stream().flatMap(Observed::count).sorted().toList();
    }

    private static Stream<String> count(Meter meter) {
        double count = meter instanceof FunctionTimer timer
                ? timer.count()
                : meter instanceof FunctionCounter counter
                                && meter.getId().getName().equals("nearcall.calls.failed")
                        ? counter.count()
                        : 0;
        return count == 0 ? Stream.empty() : Stream.of(text(meter.getId()) + ": " + (long) count);
    }

    private static String text(Meter.Id meter) {
        return meter.getName() + " " + meter.getTag("rpc.method") + " at " + meter.getTag("server.address") + " port "
                + meter.getTag("server.port");
    }

    @Override
    public void close() {
        endpoint.close();
        openTelemetry.close();
    }
}

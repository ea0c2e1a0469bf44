// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.EndpointBuilder;
import io.nearcall.opentelemetry.NearcallTracing;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.samplers.Sampler;

/** What OpenTelemetry needs. Loaded only where it is switched on. */
final class Traced {

    private Traced() {}

    private static OpenTelemetrySdk sdk(boolean sampled) {
        Sampler sampler = Sampler.parentBased(sampled ? Sampler.alwaysOn() : Sampler.alwaysOff());
        return OpenTelemetrySdk.builder()
                .setTracerProvider(
                        SdkTracerProvider.builder().setSampler(sampler).build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    static EndpointBuilder observe(EndpointBuilder builder, boolean sampled) {
        return new NearcallTracing(sdk(sampled)).observe(builder);
    }

    /** A span is current on this thread from now on. */
    static void beginParent(boolean sampled) {
        sdk(sampled)
                .getTracer("io.nearcall.bench")
                .spanBuilder("parent")
                .startSpan()
                .makeCurrent();
    }
}

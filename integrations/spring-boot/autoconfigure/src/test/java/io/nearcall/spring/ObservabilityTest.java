// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.nearcall.Endpoint;
import io.nearcall.micrometer.CallTimers;
import io.nearcall.micrometer.NearcallMetrics;
import io.nearcall.opentelemetry.NearcallTracing;
import io.nearcall.spring.api.Greetings;
import io.nearcall.spring.autoconfigure.NearcallMetricsAutoConfiguration;
import io.nearcall.spring.autoconfigure.NearcallTracingAutoConfiguration;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Metrics and traces appear with their libraries, and only with them. */
@Timeout(60)
class ObservabilityTest {

    @TempDir
    private Path directory;

    @Configuration
    static class Application {
        @Bean
        @NearcallService
        Greetings greetings() {
            return new Greetings() {
                @Override
                public String greet(String name) {
                    return name;
                }
            };
        }
    }

    @Configuration
    static class WithRegistry {
        @Bean
        MeterRegistry registry() {
            return new SimpleMeterRegistry();
        }
    }

    @Configuration
    static class WithOpenTelemetry {
        @Bean
        InMemorySpanExporter exported() {
            return InMemorySpanExporter.create();
        }

        @Bean
        OpenTelemetry openTelemetry(InMemorySpanExporter exported) {
            return OpenTelemetrySdk.builder()
                    .setTracerProvider(SdkTracerProvider.builder()
                            .addSpanProcessor(SimpleSpanProcessor.create(exported))
                            .build())
                    .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                    .build();
        }
    }

    private ApplicationContextRunner application() {
        return Contexts.in(directory)
                .withConfiguration(AutoConfigurations.of(
                        NearcallMetricsAutoConfiguration.class, NearcallTracingAutoConfiguration.class))
                .withPropertyValues("nearcall.lookup-timeout=20s")
                .withUserConfiguration(Application.class);
    }

    private ApplicationContextRunner withRegistry() {
        return application()
                .withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
                .withUserConfiguration(WithRegistry.class);
    }

    private static String greet(ApplicationContext context) {
        return context.getBean(Endpoint.class)
                .lookup(Greetings.class, "greetings")
                .greet("Ada");
    }

    @Test
    void shouldShowMetersInTheRegistry() {
        withRegistry().run(context -> {
            assertThat(context).hasSingleBean(NearcallMetrics.class).doesNotHaveBean(CallTimers.class);
            assertThat(greet(context)).isEqualTo("Ada");
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            FunctionTimer calls = null;
            while (calls == null || calls.count() < 1) {
                Thread.sleep(10); // the meters look at most ten times a second
                assertThat(registry.get("nearcall.endpoint.open").gauge().value())
                        .isEqualTo(1);
                calls = registry.find("rpc.client.call.duration")
                        .tag("rpc.method", "greetings/greet")
                        .functionTimer();
            }
        });
    }

    @Test
    void shouldTimeEachCallIfThePropertySaysSo() {
        withRegistry().withPropertyValues("nearcall.metrics.per-call=true").run(context -> {
            assertThat(context).hasSingleBean(NearcallMetrics.class).hasSingleBean(CallTimers.class);
            assertThat(greet(context)).isEqualTo("Ada");
            assertThat(context.getBean(MeterRegistry.class)
                            .get("rpc.client.call.duration")
                            .tag("rpc.status_code", "OK")
                            .timer()
                            .totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
        });
    }

    @Test
    void shouldMakeSpansForCallsWithinOne() {
        application().withUserConfiguration(WithOpenTelemetry.class).run(context -> {
            assertThat(context).hasSingleBean(NearcallTracing.class).doesNotHaveBean(NearcallMetrics.class);
            greet(context);
            InMemorySpanExporter exported = context.getBean(InMemorySpanExporter.class);
            assertThat(exported.getFinishedSpanItems()).isEmpty();
            SpanContext parent = SpanContext.create(
                    "0af7651916cd43dd8448eb211c80319c",
                    "b7ad6b7169203331",
                    TraceFlags.getSampled(),
                    TraceState.getDefault());
            Context.root()
                    .with(Span.wrap(parent))
                    .wrap(() -> {
                        greet(context);
                    })
                    .run();
            assertThat(exported.getFinishedSpanItems())
                    .allMatch(span -> span.getName().equals("greetings/greet"))
                    .extracting(SpanData::getKind)
                    .contains(SpanKind.CLIENT);
        });
    }

    @Test
    void shouldHaveNoMetersWithoutTheirLibraries() {
        for (Class<?> missing : new Class<?>[] {MeterRegistry.class, NearcallMetrics.class}) {
            application()
                    .withUserConfiguration(WithOpenTelemetry.class)
                    .withClassLoader(new FilteredClassLoader(missing))
                    .run(context -> assertThat(context)
                            .hasSingleBean(Endpoint.class)
                            .doesNotHaveBean("nearcallMetrics")
                            .hasSingleBean(NearcallTracing.class));
        }
    }

    @Test
    void shouldHaveNoSpansWithoutTheirLibraries() {
        for (Class<?> missing : new Class<?>[] {OpenTelemetry.class, NearcallTracing.class}) {
            withRegistry()
                    .withClassLoader(new FilteredClassLoader(missing))
                    .run(context -> assertThat(context)
                            .hasSingleBean(Endpoint.class)
                            .doesNotHaveBean("nearcallTracing")
                            .hasSingleBean(NearcallMetrics.class));
        }
    }

    @Test
    void shouldHaveNeitherWithoutARegistryAndAnOpenTelemetry() {
        application()
                .run(context -> assertThat(context)
                        .hasSingleBean(Endpoint.class)
                        .doesNotHaveBean(NearcallMetrics.class)
                        .doesNotHaveBean(NearcallTracing.class));
    }

    @Test
    void shouldHaveNeitherIfTheyAreSwitchedOff() {
        withRegistry()
                .withUserConfiguration(WithOpenTelemetry.class)
                .withPropertyValues("nearcall.metrics.enabled=false", "nearcall.tracing.enabled=false")
                .run(context -> assertThat(context)
                        .hasSingleBean(Endpoint.class)
                        .doesNotHaveBean(NearcallMetrics.class)
                        .doesNotHaveBean(NearcallTracing.class));
    }
}

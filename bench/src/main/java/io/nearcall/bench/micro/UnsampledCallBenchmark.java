// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.bench.trade.Trade;
import io.nearcall.bench.trade.TradeDesk;
import io.nearcall.opentelemetry.NearcallTracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * {@code add(int, int)} between two endpoints of this JVM, in a trace that is not sampled. The cost of tracing is the
 * difference from the baseline, whose endpoints are not traced and pass the same pair on. What the pair itself costs is
 * the difference between the baseline and calls without pairs. The parent is in Nearcall's context, as in a method whose own call was not sampled, or it is OpenTelemetry's current span. Needs two processors
 * that do nothing else. Launched by {@code bench/jmh UnsampledCallBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class UnsampledCallBenchmark {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    private final SpanContext parent =
            SpanContext.create(TRACE, PARENT, TraceFlags.getDefault(), TraceState.getDefault());
    private final Context pairs = Context.empty().with(Context.TRACEPARENT, "00-" + TRACE + "-" + PARENT + "-00");
    private final io.opentelemetry.context.Context span =
            io.opentelemetry.context.Context.root().with(Span.wrap(parent));
    private Path directory;
    private Pair plain;
    private Pair traced;
    private int number;

    /** Two endpoints. */
    private record Pair(Endpoint server, Endpoint client, Trade trade) implements AutoCloseable {

        static Pair of(EndpointBuilder server, EndpointBuilder client) {
            Endpoint serving = server.open();
            serving.export(Trade.class, new TradeDesk());
            Endpoint calling = client.open();
            return new Pair(serving, calling, calling.lookup(Trade.class));
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    @Setup
    public void open() throws IOException {
        directory = Files.createTempDirectory("nearcall-bench");
        NearcallTracing tracing = new NearcallTracing(
                OpenTelemetry.propagating(ContextPropagators.create(W3CTraceContextPropagator.getInstance())));
        plain = Pair.of(builder("plain"), builder("plain"));
        traced = Pair.of(tracing.observe(builder("traced")), tracing.observe(builder("traced")));
    }

    private EndpointBuilder builder(String name) {
        return Endpoint.builder().directory(directory.resolve(name)).channel("shm");
    }

    @TearDown
    public void close() throws IOException {
        traced.close();
        plain.close();
        try (Stream<Path> left = Files.walk(directory)) {
            for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Benchmark
    public int withoutPairs() {
        return plain.trade.add(++number, 1);
    }

    @Benchmark
    public int baseline() {
        Context.Scope scope = pairs.attach();
        try {
            return plain.trade.add(++number, 1);
        } finally {
            scope.close();
        }
    }

    @Benchmark
    public int inNearcallsContext() {
        Context.Scope scope = pairs.attach();
        try {
            return traced.trade.add(++number, 1);
        } finally {
            scope.close();
        }
    }

    @Benchmark
    public int inASpan() {
        io.opentelemetry.context.Scope scope = span.makeCurrent();
        try {
            return traced.trade.add(++number, 1);
        } finally {
            scope.close();
        }
    }

    /** The first call of a span must write its pair down. */
    @Benchmark
    public int inANewSpan() {
        io.opentelemetry.context.Scope scope =
                io.opentelemetry.context.Context.root().with(Span.wrap(parent)).makeCurrent();
        try {
            return traced.trade.add(++number, 1);
        } finally {
            scope.close();
        }
    }
}

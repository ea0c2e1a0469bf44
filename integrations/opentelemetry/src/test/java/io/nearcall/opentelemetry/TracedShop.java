// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.CallListener;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A customer calls a shop, and the shop calls a warehouse: three endpoints of this JVM. */
@Timeout(60)
abstract class TracedShop {

    static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    static final String PARENT = "b7ad6b7169203331";

    @TempDir
    private Path directory;

    final InMemorySpanExporter exported = InMemorySpanExporter.create();
    final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exported))
                    .build())
            .setPropagators(ContextPropagators.create(TextMapPropagator.composite(
                    W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
            .build();

    /** Is interested in no call, and writes down the calls that it sees because another observer is. */
    private final class Quiet implements CallListener {
        @Override
        public boolean isInterested(CallInfo.Side side) {
            return false;
        }

        @Override
        public void started(CallInfo call) {
            watched.add(call.side() + " " + call.service() + "/" + call.method().getName());
        }

        @Override
        public void ended(CallInfo call, long durationNs, Throwable failure) {}
    }

    final List<String> watched = new CopyOnWriteArrayList<>();
    final List<Endpoint> endpoints = new ArrayList<>();
    final AtomicReference<Runnable> atTheStock = new AtomicReference<>(() -> {});
    Orders orders;

    @BeforeEach
    void open() {
        endpoint().export(Stock.class, new Stock() {
            @Override
            public int take(int number) {
                atTheStock.get().run();
                return number;
            }

            @Override
            public void ring(Orders.Bell bell) {
                bell.ring();
            }
        });
        Endpoint shop = endpoint();
        shop.export(Orders.class, new Orders.Taken(shop.stub(Stock.class)));
        orders = endpoint().lookup(Orders.class);
    }

    @AfterEach
    void close() {
        for (int i = endpoints.size() - 1; i >= 0; i--) {
            endpoints.get(i).close();
        }
        sdk.close();
    }

    EndpointBuilder builder() {
        return Endpoint.builder().directory(directory.resolve("run"));
    }

    Endpoint endpoint() {
        Endpoint opened = new NearcallTracing(sdk)
                .observe(builder())
                .listener(new Quiet())
                .open();
        endpoints.add(opened);
        return opened;
    }

    /** Within a span of the application. Returns its id. */
    String within(Runnable task) {
        Span root = sdk.getTracer("test").spanBuilder("checkout").startSpan();
        try {
            Context.current().with(root).wrap(task).run();
        } finally {
            root.end();
        }
        return root.getSpanContext().getSpanId();
    }

    /** Within a span of another library. */
    static Context remote(TraceFlags flags, TraceState state) {
        return Context.root().with(Span.wrap(SpanContext.create(TRACE, PARENT, flags, state)));
    }

    /** Waits for that span: the other side ends it on its own. */
    SpanData span(SpanKind kind, String name) throws InterruptedException {
        while (true) {
            for (SpanData span : exported.getFinishedSpanItems()) {
                if (span.getKind() == kind && span.getName().equals(name)) {
                    return span;
                }
            }
            Thread.sleep(1); // until the span has ended
        }
    }

    /** Two spans of that call, the client's in the given one. Returns the server's id. */
    String call(String name, String parent) throws InterruptedException {
        SpanData client = span(SpanKind.CLIENT, name);
        SpanData server = span(SpanKind.SERVER, name);
        assertThat(client.getParentSpanId()).as(name).isEqualTo(parent);
        assertThat(server.getParentSpanId()).as(name).isEqualTo(client.getSpanId());
        assertThat(server.getParentSpanContext().isRemote()).isTrue();
        assertThat(server.getTraceId()).isEqualTo(client.getTraceId());
        return server.getSpanId();
    }
}

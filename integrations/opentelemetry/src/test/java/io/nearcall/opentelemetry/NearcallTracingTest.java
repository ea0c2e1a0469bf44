// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.spi.CallInfo;
import io.nearcall.spi.CallListener;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.common.AttributeKey;
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
import io.opentelemetry.semconv.ErrorAttributes;
import io.opentelemetry.semconv.RpcAttributes;
import io.opentelemetry.semconv.ServerAttributes;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A customer calls a shop, and the shop calls a warehouse: three endpoints of this JVM. */
@Timeout(60)
class NearcallTracingTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String PARENT = "b7ad6b7169203331";

    @TempDir
    private Path directory;

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
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

    private final List<String> watched = new CopyOnWriteArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final AtomicReference<Runnable> atTheStock = new AtomicReference<>(() -> {});
    private Orders orders;

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

    private EndpointBuilder builder() {
        return Endpoint.builder().directory(directory.resolve("run"));
    }

    private Endpoint endpoint() {
        Endpoint opened = new NearcallTracing(sdk)
                .observe(builder())
                .listener(new Quiet())
                .open();
        endpoints.add(opened);
        return opened;
    }

    /** Within a span of the application. Returns its id. */
    private String within(Runnable task) {
        Span root = sdk.getTracer("test").spanBuilder("checkout").startSpan();
        try {
            Context.current().with(root).wrap(task).run();
        } finally {
            root.end();
        }
        return root.getSpanContext().getSpanId();
    }

    /** Within a span of another library. */
    private static Context remote(TraceFlags flags, TraceState state) {
        return Context.root().with(Span.wrap(SpanContext.create(TRACE, PARENT, flags, state)));
    }

    /** Waits for that span: the other side ends it on its own. */
    private SpanData span(SpanKind kind, String name) throws InterruptedException {
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
    private String call(String name, String parent) throws InterruptedException {
        SpanData client = span(SpanKind.CLIENT, name);
        SpanData server = span(SpanKind.SERVER, name);
        assertThat(client.getParentSpanId()).as(name).isEqualTo(parent);
        assertThat(server.getParentSpanId()).as(name).isEqualTo(client.getSpanId());
        assertThat(server.getParentSpanContext().isRemote()).isTrue();
        assertThat(server.getTraceId()).isEqualTo(client.getTraceId());
        return server.getSpanId();
    }

    @Test
    void shouldNestTheSpansOfThreeEndpoints() throws InterruptedException {
        String root = within(() -> assertThat(orders.place(7)).isEqualTo(7));
        call("stock/take", call("orders/place", root));
        assertThat(exported.getFinishedSpanItems())
                .hasSize(5)
                .allSatisfy(span -> assertThat(span.getTraceId())
                        .isEqualTo(exported.getFinishedSpanItems().get(0).getTraceId()));
    }

    @Test
    void shouldNestTheSpansOfFuturesOneWayCallsAndStreams() throws InterruptedException {
        String root = within(() -> assertThat(orders.placeLater(7).join()).isEqualTo(7));
        call("stock/take", call("orders/placeLater", root));
        exported.reset();
        root = within(() -> orders.note(7));
        call("stock/take", call("orders/note", root));
        exported.reset();
        root = within(() -> assertThat(orders.lines(3).toList()).containsExactly(1, 2, 3));
        call("stock/take", call("orders/lines", root));
        assertThat(exported.getFinishedSpanItems()).hasSize(5); // the elements have none
    }

    @Test
    void shouldNestTheSpanOfACallbackInThatOfTheMethodThatCallsBack() throws InterruptedException {
        AtomicReference<SpanContext> rung = new AtomicReference<>();
        String root =
                within(() -> orders.whenReady(() -> rung.set(Span.current().getSpanContext())));
        String ready = call("orders/whenReady", root);
        call("stock/take", ready);
        assertThat(call("Bell/ring", ready)).isEqualTo(rung.get().getSpanId());
    }

    @Test
    void shouldNestTheSpansOfThreadsThatHaveOnlyNearcallsContext() throws InterruptedException {
        String root = within(() -> assertThat(orders.placeElsewhere(7)).isEqualTo(7));
        call("stock/take", call("orders/placeElsewhere", root));
    }

    @Test
    void shouldTakeAParentFromNearcallsContext() throws InterruptedException {
        io.nearcall.Context.current()
                .with(io.nearcall.Context.TRACEPARENT, "00-" + TRACE + "-" + PARENT + "-01")
                .run(() -> orders.place(7));
        call("stock/take", call("orders/place", PARENT));
    }

    @Test
    void shouldMakeNoSpanWithoutAParentNorAnythingElse() throws InterruptedException {
        orders.place(7);
        orders.placeLater(7).join();
        orders.whenReady(() -> {});
        io.nearcall.Context.current().with("tenant", "acme").run(() -> orders.place(7));
        assertThat(watched).isEmpty();
        within(() -> {}); // the spans behind them have ended
        span(SpanKind.INTERNAL, "checkout");
        assertThat(exported.getFinishedSpanItems()).hasSize(1);
    }

    @Test
    void shouldPassAnUnsampledContextOnWithoutSpans() {
        AtomicReference<SpanContext> atTheStockThen = new AtomicReference<>();
        AtomicReference<String> baggage = new AtomicReference<>();
        atTheStock.set(() -> {
            atTheStockThen.set(Span.current().getSpanContext());
            baggage.set(Baggage.current().getEntryValue("tenant"));
        });
        Context parent = remote(
                        TraceFlags.getDefault(),
                        TraceState.builder().put("vendor", "x").build())
                .with(Baggage.builder().put("tenant", "acme").build());
        parent.wrap(() -> {
                    orders.place(7);
                })
                .run();
        SpanContext seen = atTheStockThen.get();
        assertThat(seen.getTraceId()).isEqualTo(TRACE);
        assertThat(seen.getSpanId()).isEqualTo(PARENT);
        assertThat(seen.isSampled()).isFalse();
        assertThat(seen.getTraceState().get("vendor")).isEqualTo("x");
        assertThat(baggage.get()).isEqualTo("acme");
        assertThat(exported.getFinishedSpanItems()).isEmpty();
    }

    /** Observers see nothing: even the object that they would get is not made. */
    @Test
    void shouldMakeNothingForACallThatIsNotSampled() {
        Context unsampled = remote(TraceFlags.getDefault(), TraceState.getDefault());
        AtomicReference<String> atTheBell = new AtomicReference<>();
        unsampled
                .wrap(() -> {
                    orders.place(7);
                    orders.placeLater(7).join();
                    orders.note(7);
                    orders.placeElsewhere(7);
                    orders.whenReady(
                            () -> atTheBell.set(Span.current().getSpanContext().getSpanId()));
                })
                .run();
        io.nearcall.Context.current()
                .with(io.nearcall.Context.TRACEPARENT, "00-" + TRACE + "-" + PARENT + "-00")
                .run(() -> orders.whenReady(() -> {}));
        assertThat(atTheBell.get()).isEqualTo(PARENT);
        assertThat(watched).isEmpty();
        assertThat(exported.getFinishedSpanItems()).isEmpty();
        within(() -> orders.whenReady(() -> {}));
        assertThat(watched).contains("CLIENT orders/whenReady", "CLIENT stock/take", "CLIENT Bell/ring");
    }

    /** What a thread has passed on last is kept, for the calls of one span. */
    @Test
    void shouldNotMixTheParentsOfCallsThatAreNotSampled() {
        List<String> seen = new CopyOnWriteArrayList<>();
        atTheStock.set(() -> seen.add(Span.current().getSpanContext().getSpanId() + " "
                + io.nearcall.Context.current().metadata().get("tenant")));
        Context one = remote(TraceFlags.getDefault(), TraceState.getDefault());
        Context other = Context.root()
                .with(Span.wrap(SpanContext.create(
                        TRACE, "00f067aa0ba902b7", TraceFlags.getDefault(), TraceState.getDefault())));
        for (Context parent : List.of(one, one, other, one)) {
            parent.wrap(() -> {
                        orders.place(7);
                    })
                    .run();
        }
        io.nearcall.Context.current().with("tenant", "acme").run(one.wrap(() -> {
            orders.place(7);
        }));
        orders.place(7);
        String none = "0000000000000000 null";
        assertThat(seen)
                .containsExactly(
                        PARENT + " null",
                        PARENT + " null",
                        "00f067aa0ba902b7 null",
                        PARENT + " null",
                        PARENT + " acme",
                        none);
    }

    /** The service's side keeps with a lane's last pairs what it has made of them. */
    @Test
    void shouldMakeOneContextForTheCallsOfASpanThatIsNotSampled() {
        List<Context> seen = new CopyOnWriteArrayList<>();
        atTheStock.set(() -> seen.add(Context.current()));
        Context unsampled = remote(TraceFlags.getDefault(), TraceState.getDefault());
        for (int i = 0; i < 3; i++) {
            unsampled
                    .wrap(() -> {
                        orders.place(7);
                    })
                    .run();
        }
        assertThat(seen).hasSize(3);
        assertThat(seen.get(1)).isSameAs(seen.get(0));
        assertThat(seen.get(2)).isSameAs(seen.get(0));
        assertThat(Span.fromContext(seen.get(0)).getSpanContext().getSpanId()).isEqualTo(PARENT);
    }

    @Test
    void shouldPassAContextOnThatIsMadeOfOneThatIsNotSampled() {
        AtomicReference<SpanContext> seen = new AtomicReference<>();
        AtomicReference<String> baggage = new AtomicReference<>();
        atTheStock.set(() -> {
            atTheStock.set(() -> {
                seen.set(Span.current().getSpanContext());
                baggage.set(Baggage.current().getEntryValue("tenant"));
            });
            Baggage added = Baggage.builder().put("tenant", "acme").build();
            Context.current()
                    .with(added)
                    .wrap(() -> {
                        endpoints.get(1).stub(Stock.class).take(1);
                    })
                    .run();
        });
        remote(TraceFlags.getDefault(), TraceState.getDefault())
                .wrap(() -> {
                    orders.place(7);
                })
                .run();
        assertThat(seen.get().getSpanId()).isEqualTo(PARENT);
        assertThat(baggage.get()).isEqualTo("acme");
        assertThat(watched).isEmpty();
    }

    /** With a listener that wants to see all calls, they are shown, and the context goes along as well. */
    @Test
    void shouldPassAnUnsampledContextOnIfSomebodyElseIsInterested() {
        AtomicReference<SpanContext> seen = new AtomicReference<>();
        atTheStock.set(() -> seen.set(Span.current().getSpanContext()));
        List<String> listened = new CopyOnWriteArrayList<>();
        Endpoint curious = new NearcallTracing(sdk)
                .observe(builder())
                .listener((call, durationNs, failure) ->
                        listened.add(call.side() + " " + call.method().getName()))
                .open();
        endpoints.add(curious);
        Stock stock = curious.lookup(Stock.class);
        curious.export(
                Stock.class,
                new Stock() {
                    @Override
                    public int take(int number) {
                        return stock.take(number);
                    }

                    @Override
                    public void ring(Orders.Bell bell) {
                        bell.ring();
                    }
                },
                "branch");
        Stock branch = endpoints.get(0).lookup(Stock.class, "branch");
        remote(TraceFlags.getDefault(), TraceState.getDefault())
                .wrap(() -> {
                    branch.take(7);
                })
                .run();
        assertThat(seen.get().getSpanId()).isEqualTo(PARENT);
        assertThat(listened).contains("CLIENT take");
        assertThat(exported.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void shouldLeaveTheTracestateOutIfThereIsNoRoomForAll() throws InterruptedException {
        AtomicReference<SpanContext> seen = new AtomicReference<>();
        AtomicReference<String> baggage = new AtomicReference<>();
        atTheStock.set(() -> {
            seen.set(Span.current().getSpanContext());
            baggage.set(Baggage.current().getEntryValue("tenant"));
        });
        Context parent = remote(
                        TraceFlags.getSampled(),
                        TraceState.builder().put("vendor", "v".repeat(200)).build())
                .with(Baggage.builder().put("tenant", "t".repeat(1800)).build());
        parent.wrap(() -> {
                    orders.place(7);
                })
                .run();
        assertThat(baggage.get()).hasSize(1800);
        assertThat(seen.get().getTraceId()).isEqualTo(TRACE);
        assertThat(seen.get().getTraceState().isEmpty()).isTrue();
        call("stock/take", call("orders/place", PARENT));
    }

    @Test
    void shouldPassTheTraceOnBeforeTheBaggage() throws InterruptedException {
        io.nearcall.Context full = io.nearcall.Context.current();
        for (int i = 0; i < 15; i++) { // of 16
            full = full.with("pair" + i, "of the application");
        }
        Context parent = remote(TraceFlags.getSampled(), TraceState.getDefault())
                .with(Baggage.builder().put("tenant", "acme").build());
        full.run(parent.wrap(() -> {
            orders.place(7);
        }));
        call("orders/place", PARENT);
    }

    @Test
    void shouldNotPassOnWhatBelongsToAnotherTrace() {
        AtomicReference<TraceState> state = new AtomicReference<>();
        AtomicReference<Baggage> baggage = new AtomicReference<>();
        atTheStock.set(() -> {
            state.set(Span.current().getSpanContext().getTraceState());
            baggage.set(Baggage.current());
        });
        io.nearcall.Context.current()
                .with("tracestate", "vendor=x")
                .with("baggage", "tenant=acme")
                .run(() -> within(() -> orders.place(7)));
        assertThat(state.get().isEmpty()).isTrue();
        assertThat(baggage.get().isEmpty()).isTrue();
    }

    @Test
    void shouldSayHowACallHasFailed() throws InterruptedException {
        within(() -> assertThatThrownBy(() -> orders.cancel(7)).isInstanceOf(IllegalStateException.class));
        for (SpanKind kind : List.of(SpanKind.CLIENT, SpanKind.SERVER)) {
            SpanData failed = span(kind, "orders/cancel");
            assertThat(failed.getStatus().getStatusCode()).isEqualTo(io.opentelemetry.api.trace.StatusCode.ERROR);
            assertThat(failed.getAttributes().get(Attributes.STATUS_CODE)).isEqualTo("THROWN");
            assertThat(failed.getAttributes().get(Attributes.ERROR_TYPE)).isEqualTo("java.lang.IllegalStateException");
            assertThat(failed.getAttributes().get(Attributes.OUTCOME)).isNull();
            assertThat(failed.getEvents()).hasSize(kind == SpanKind.SERVER ? 1 : 0);
        }
        Orders missing = new NearcallTracing(sdk)
                .observe(builder().lookupTimeout(Duration.ZERO))
                .open()
                .stub(Orders.class, "missing");
        within(() -> assertThatThrownBy(() -> missing.place(7)).isInstanceOf(ServiceNotFoundException.class));
        SpanData lost = span(SpanKind.CLIENT, "missing/place");
        assertThat(lost.getAttributes().get(Attributes.STATUS_CODE)).isEqualTo("SERVICE_NOT_FOUND");
        assertThat(lost.getAttributes().get(Attributes.OUTCOME)).isEqualTo("NOT_SENT");
    }

    @Test
    void shouldHaveTheAttributesOfTheConventions() throws InterruptedException {
        within(() -> orders.place(7));
        for (SpanKind kind : List.of(SpanKind.CLIENT, SpanKind.SERVER)) {
            assertThat(span(kind, "orders/place").getAttributes().asMap())
                    .hasSize(5)
                    .containsEntry(AttributeKey.stringKey("rpc.system.name"), "nearcall")
                    .containsEntry(AttributeKey.stringKey("rpc.method"), "orders/place")
                    .containsEntry(AttributeKey.stringKey("rpc.status_code"), "OK")
                    .containsEntry(AttributeKey.stringKey("server.address"), "orders")
                    .containsEntry(AttributeKey.stringKey("nearcall.channel"), "shm");
        }
    }

    @Test
    void shouldCallAttributesAsTheConventionsDo() throws IllegalAccessException {
        List<String> own = new ArrayList<>();
        for (Field field : Attributes.class.getDeclaredFields()) {
            if (field.getType() == AttributeKey.class) {
                own.add(field.get(null).toString());
            }
        }
        assertThat(own)
                .containsExactlyInAnyOrder(
                        RpcAttributes.RPC_SYSTEM_NAME.getKey(),
                        RpcAttributes.RPC_METHOD.getKey(),
                        RpcAttributes.RPC_STATUS_CODE.getKey(),
                        ErrorAttributes.ERROR_TYPE.getKey(),
                        ServerAttributes.SERVER_ADDRESS.getKey(),
                        ServerAttributes.SERVER_PORT.getKey(),
                        "nearcall.outcome",
                        "nearcall.channel");
    }
}

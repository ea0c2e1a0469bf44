// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What goes along with a call without a span: a context that is not sampled, and as much of one as there is room for. */
class PassedOnContextTest extends TracedShop {

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
}

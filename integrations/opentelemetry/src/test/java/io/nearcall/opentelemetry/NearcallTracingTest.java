// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ServiceNotFoundException;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.semconv.ErrorAttributes;
import io.opentelemetry.semconv.RpcAttributes;
import io.opentelemetry.semconv.ServerAttributes;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Which spans there are, how they nest, and what they say. */
class NearcallTracingTest extends TracedShop {

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

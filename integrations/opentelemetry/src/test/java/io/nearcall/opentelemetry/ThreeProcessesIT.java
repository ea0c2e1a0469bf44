// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.nearcall.Endpoint;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trace through three JVMs. Each exports its spans to a collector, by OTLP over HTTP. */
@Timeout(60)
class ThreeProcessesIT {

    @TempDir
    private Path directory;

    /** Receives the exported spans, as a collector does: OTLP over HTTP. */
    private static final class Collector implements HttpHandler, AutoCloseable {

        private final HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        private final Queue<Exported> received = new ConcurrentLinkedQueue<>();

        Collector() throws IOException {
            server.createContext("/v1/traces", this);
            server.start();
        }

        String address() {
            return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                    + server.getAddress().getPort() + "/v1/traces";
        }

        @Override
        public void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                if (!"application/x-protobuf"
                        .equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
                    exchange.sendResponseHeaders(HttpURLConnection.HTTP_UNSUPPORTED_TYPE, -1);
                    return;
                }
                ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(
                        exchange.getRequestBody().readAllBytes());
                for (ResourceSpans resource : request.getResourceSpansList()) {
                    String process = text(resource.getResource().getAttributesList(), "service.name");
                    resource.getScopeSpansList()
                            .forEach(scope -> scope.getSpansList()
                                    .forEach(span -> received.add(new Exported(
                                            process, scope.getScope().getName(), span))));
                }
                exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
                exchange.sendResponseHeaders(
                        HttpURLConnection.HTTP_OK, -1); // an ExportTraceServiceResponse without fields has no bytes
            }
        }

        List<Exported> spans() {
            return List.copyOf(received);
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** A span, and the process that has exported it. */
    private record Exported(String process, String scope, Span span) {

        /** From the root to the span, as in {@code customer checkout > customer orders/place > shop orders/place}. */
        String path(List<Exported> all) {
            String own = process + " " + span.getName();
            return all.stream()
                    .filter(other -> other.span.getSpanId().equals(span.getParentSpanId()))
                    .findFirst()
                    .map(parent -> parent.path(all) + " > " + own)
                    .orElse(own);
        }

        /** All that does not differ from run to run. */
        String text(List<Exported> all) {
            StringBuilder text = new StringBuilder(path(all))
                    .append("\n    ")
                    .append(span.getKind().name().replace("SPAN_KIND_", ""))
                    .append(" of ")
                    .append(scope)
                    .append(", status ")
                    .append(span.getStatus().getCode().name().replace("STATUS_CODE_", ""));
            span.getAttributesList().stream()
                    .sorted(Comparator.comparing(KeyValue::getKey))
                    .forEach(each -> text.append("\n    ")
                            .append(each.getKey())
                            .append('=')
                            .append(each.getValue().getStringValue()));
            span.getEventsList()
                    .forEach(event -> text.append("\n    event ")
                            .append(event.getName())
                            .append(' ')
                            .append(ThreeProcessesIT.text(event.getAttributesList(), "exception.type"))
                            .append(": ")
                            .append(ThreeProcessesIT.text(event.getAttributesList(), "exception.message")));
            return text.append('\n').toString();
        }
    }

    private static String text(List<KeyValue> attributes, String key) {
        return attributes.stream()
                .filter(each -> each.getKey().equals(key))
                .map(each -> each.getValue().getStringValue())
                .findFirst()
                .orElse("");
    }

    private static OpenTelemetrySdk sdk(String name, String address) {
        OtlpHttpSpanExporter exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(address).build();
        return OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .setResource(
                                Resource.builder().put("service.name", name).build())
                        .addSpanProcessor(BatchSpanProcessor.builder(exporter)
                                .setScheduleDelay(Duration.ofMillis(50))
                                .build())
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    /** Serves orders, or the stock, until its input ends. */
    static final class Shop {
        private Shop() {}

        public static void main(String[] arguments) throws IOException {
            String name = arguments[0];
            try (OpenTelemetrySdk sdk = sdk(name, arguments[1]);
                    Endpoint endpoint =
                            new NearcallTracing(sdk).observe(Endpoint.builder()).open()) {
                if (name.equals("warehouse")) {
                    endpoint.export(Stock.class, new Stock.Endless());
                } else {
                    endpoint.export(Orders.class, new Orders.Taken(endpoint.stub(Stock.class)));
                }
                while (System.in.read() >= 0) {
                    // until the test ends, or closes it
                }
            }
        }
    }

    private Process start(String name, String address) throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dio.nearcall.dir=" + directory.resolve("run"),
                "-cp",
                System.getProperty("java.class.path"),
                Shop.class.getName(),
                name,
                address);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<String> paths(List<Exported> all) {
        return all.stream().map(each -> each.path(all)).sorted().collect(Collectors.toList());
    }

    private static String golden() throws IOException {
        try (InputStream in = ThreeProcessesIT.class.getResourceAsStream("three-processes.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void callEachMethod(Orders orders) {
        assertThat(orders.place(7)).isEqualTo(7);
        assertThat(orders.placeLater(7).join()).isEqualTo(7);
        assertThat(orders.lines(2).toList()).containsExactly(1, 2);
        assertThat(orders.placeElsewhere(7)).isEqualTo(7);
        orders.whenReady(() -> {});
        orders.note(7);
        assertThatThrownBy(() -> orders.cancel(7)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldNestTheSpansOfThreeProcesses() throws Exception {
        Collector collector = new Collector();
        Process warehouse = start("warehouse", collector.address());
        Process shop = start("shop", collector.address());
        try (collector;
                OpenTelemetrySdk sdk = sdk("customer", collector.address());
                Endpoint endpoint = new NearcallTracing(sdk)
                        .observe(Endpoint.builder().directory(directory.resolve("run")))
                        .open()) {
            Orders orders = endpoint.lookup(Orders.class);
            io.opentelemetry.api.trace.Span root =
                    sdk.getTracer("test").spanBuilder("checkout").startSpan();
            try {
                Context.current().with(root).wrap(() -> callEachMethod(orders)).run();
            } finally {
                root.end();
            }
            orders.place(8); // without a parent
            List<String> expected = expected();
            while (collector.spans().size() < expected.size()) {
                Thread.sleep(10); // the processes export some time after they have answered
            }
            List<Exported> all = collector.spans();
            assertThat(paths(all)).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(all.stream()
                            .map(each -> HexFormat.of()
                                    .formatHex(each.span().getTraceId().toByteArray()))
                            .distinct())
                    .containsExactly(root.getSpanContext().getTraceId());
            assertThat(all.stream().map(each -> each.text(all)).sorted().collect(Collectors.joining()))
                    .isEqualTo(golden());
        } finally {
            shop.destroyForcibly().waitFor();
            warehouse.destroyForcibly().waitFor();
        }
    }

    private static List<String> expected() {
        List<String> expected = new ArrayList<>(List.of("customer checkout"));
        for (String method : List.of("place", "placeLater", "lines", "placeElsewhere", "whenReady", "note", "cancel")) {
            String client = "customer checkout > customer orders/" + method;
            String server = client + " > shop orders/" + method;
            expected.addAll(List.of(client, server));
            if (!method.equals("cancel")) {
                expected.addAll(
                        List.of(server + " > shop stock/take", server + " > shop stock/take > warehouse stock/take"));
            }
            if (method.equals("whenReady")) {
                expected.addAll(
                        List.of(server + " > shop Bell/ring", server + " > shop Bell/ring > customer Bell/ring"));
            }
        }
        return expected;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.Endpoint;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.logging.otlp.OtlpJsonLoggingSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trace through three JVMs, each of which exports its spans as OTLP has them in JSON. */
@Timeout(60)
class ThreeProcessesIT {

    @TempDir
    private Path directory;

    /** Where a process appends what it exports, one object a line. */
    private static final class SpanFile extends Handler {
        private final Path file;

        SpanFile(Path file) {
            this.file = file;
        }

        @Override
        public synchronized void publish(LogRecord exported) {
            try {
                Files.writeString(
                        file, exported.getMessage() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static OpenTelemetrySdk sdk(String name, Path directory) {
        Logger logger = Logger.getLogger(OtlpJsonLoggingSpanExporter.class.getName());
        logger.setUseParentHandlers(false);
        logger.addHandler(new SpanFile(directory.resolve(name)));
        return OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .setResource(
                                Resource.builder().put("service.name", name).build())
                        .addSpanProcessor(SimpleSpanProcessor.create(OtlpJsonLoggingSpanExporter.create()))
                        .build())
                .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
                .build();
    }

    /** Serves orders, or the stock, until its input ends. */
    static final class Shop {
        private Shop() {}

        public static void main(String[] arguments) throws IOException {
            String name = arguments[0];
            Path directory = Path.of(arguments[1]);
            try (OpenTelemetrySdk sdk = sdk(name, directory);
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

    private Process start(String name) throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dio.nearcall.dir=" + directory.resolve("run"),
                "-cp",
                System.getProperty("java.class.path"),
                Shop.class.getName(),
                name,
                directory.toString());
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The spans that have been exported, with the name of their process. */
    private List<JsonObject> spans() throws IOException {
        List<JsonObject> spans = new ArrayList<>();
        for (String process : List.of("customer", "shop", "warehouse")) {
            Path file = directory.resolve(process);
            String written = Files.exists(file) ? Files.readString(file) : "";
            String whole = written.substring(0, written.lastIndexOf('\n') + 1);
            for (String line : whole.lines().toList()) {
                JsonObject exported = JsonParser.parseString(line).getAsJsonObject();
                for (JsonElement scope : exported.getAsJsonArray("scopeSpans")) {
                    for (JsonElement span : scope.getAsJsonObject().getAsJsonArray("spans")) {
                        span.getAsJsonObject().addProperty("process", process);
                        spans.add(span.getAsJsonObject());
                    }
                }
            }
        }
        return spans;
    }

    private static String text(JsonObject object, String member) {
        return object.has(member) ? object.get(member).getAsString() : "";
    }

    /** From the root to a span, as in {@code customer checkout > customer orders/place > shop orders/place}. */
    private static String path(JsonObject span, List<JsonObject> all) {
        String own = text(span, "process") + " " + text(span, "name");
        return all.stream()
                .filter(other -> text(other, "spanId").equals(text(span, "parentSpanId")))
                .findFirst()
                .map(parent -> path(parent, all) + " > " + own)
                .orElse(own);
    }

    private List<String> paths() throws IOException {
        List<JsonObject> all = spans();
        return all.stream().map(span -> path(span, all)).sorted().collect(Collectors.toList());
    }

    private static void callEachMethod(Orders orders) {
        assertThat(orders.place(7)).isEqualTo(7);
        assertThat(orders.placeLater(7).join()).isEqualTo(7);
        assertThat(orders.lines(2).toList()).containsExactly(1, 2);
        assertThat(orders.placeElsewhere(7)).isEqualTo(7);
        orders.whenReady(() -> {});
        orders.note(7);
    }

    @Test
    void shouldNestTheSpansOfThreeProcesses() throws Exception {
        Process warehouse = start("warehouse");
        Process shop = start("shop");
        try (OpenTelemetrySdk sdk = sdk("customer", directory);
                Endpoint endpoint = new NearcallTracing(sdk)
                        .observe(Endpoint.builder().directory(directory.resolve("run")))
                        .open()) {
            Orders orders = endpoint.lookup(Orders.class);
            Span root = sdk.getTracer("test").spanBuilder("checkout").startSpan();
            try {
                Context.current().with(root).wrap(() -> callEachMethod(orders)).run();
            } finally {
                root.end();
            }
            orders.place(8); // without a parent
            List<String> expected = new ArrayList<>(List.of("customer checkout"));
            for (String method : List.of("place", "placeLater", "lines", "placeElsewhere", "whenReady", "note")) {
                String client = "customer checkout > customer orders/" + method;
                String server = client + " > shop orders/" + method;
                expected.addAll(List.of(
                        client,
                        server,
                        server + " > shop stock/take",
                        server + " > shop stock/take > warehouse stock/take"));
                if (method.equals("whenReady")) {
                    expected.addAll(
                            List.of(server + " > shop Bell/ring", server + " > shop Bell/ring > customer Bell/ring"));
                }
            }
            while (paths().size() < expected.size()) {
                Thread.sleep(10); // the other processes export when they have answered
            }
            assertThat(paths()).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(spans().stream()
                            .map(span -> text(span, "traceId"))
                            .distinct()
                            .toList())
                    .containsExactly(root.getSpanContext().getTraceId());
        } finally {
            shop.destroyForcibly().waitFor();
            warehouse.destroyForcibly().waitFor();
        }
    }
}

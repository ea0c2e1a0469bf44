// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.statistics.PageView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two endpoints in this JVM, each with a registry, from which Prometheus would read. */
@Timeout(60)
class NearcallMetricsTest {

    @TempDir
    private Path directory;

    private final PrometheusMeterRegistry serverMeters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final PrometheusMeterRegistry clientMeters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private Endpoint server;
    private Endpoint client;
    private Orders orders;

    @BeforeEach
    void open() {
        server = builder().name("shop").open();
        server.export(Orders.class, new Orders.Taken());
        client = builder().name("customer").channel("shm").open();
        orders = client.lookup(Orders.class);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private EndpointBuilder builder() {
        return Endpoint.builder().directory(directory.resolve("run"));
    }

    private static Scrape scrape(PrometheusMeterRegistry registry) {
        return new Scrape(registry.scrape());
    }

    /** What is counted behind an answer is counted soon; the meters look at most ten times a second. */
    private static void await(BooleanSupplier condition, Supplier<?> description) throws InterruptedException {
        for (int i = 0; !condition.getAsBoolean(); i++) {
            assertThat(i).as("%s", description.get()).isLessThan(2000);
            Thread.sleep(10); // the meters look at most ten times a second
        }
    }

    private void awaitCount(PrometheusMeterRegistry registry, String name, double count, String... labels)
            throws InterruptedException {
        await(() -> Double.valueOf(count).equals(scrape(registry).value(name, labels)), () -> name + scrape(registry));
    }

    @Test
    void shouldCountTheCallsOfEachMethodOnBothSidesAsThePageDoes() throws InterruptedException {
        new NearcallMetrics(server).bindTo(serverMeters);
        new NearcallMetrics(client).bindTo(clientMeters);
        for (int i = 0; i < 1000; i++) {
            orders.place(i);
        }
        orders.place(1, "tea");
        orders.note("gift");
        orders.placeLater(3).join();
        orders.whenReady(() -> {});
        awaitCount(serverMeters, "rpc_server_call_duration_seconds_count", 1001, "rpc_method", "orders/place");
        awaitCount(serverMeters, "rpc_server_call_duration_seconds_count", 1, "rpc_method", "orders/note");
        awaitCount(serverMeters, "rpc_server_call_duration_seconds_count", 1, "rpc_method", "orders/placeLater");
        awaitCount(serverMeters, "rpc_client_call_duration_seconds_count", 1, "rpc_method", "Bell/ring");
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 1001, "rpc_method", "orders/place");
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 1, "rpc_method", "orders/note");
        awaitCount(clientMeters, "rpc_server_call_duration_seconds_count", 1, "rpc_method", "Bell/ring");

        PageView page = OwnObjects.of(server).statistics();
        Scrape scrape = scrape(serverMeters);
        assertThat(page.methods()).isNotEmpty().allSatisfy(method -> {
            String name = method.served()
                    ? "rpc_server_call_duration_seconds_count"
                    : "rpc_client_call_duration_seconds_count";
            String key = MethodFigures.Key.of(method).method();
            double calls = page.methods().stream()
                    .filter(other -> other.served() == method.served()
                            && MethodFigures.Key.of(other).method().equals(key))
                    .mapToLong(PageView.Method::calls)
                    .sum();
            assertThat(scrape.value(name, "rpc_method", key, "rpc_system_name", "nearcall"))
                    .isEqualTo(calls);
        });
    }

    @Test
    void shouldEstimateTimesAndShowPercentilesOfTimedCalls() throws InterruptedException {
        new NearcallMetrics(client).bindTo(clientMeters);
        for (int i = 0; i < 1000; i++) {
            orders.place(i);
        }
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 1000, "rpc_method", "orders/place");
        Scrape scrape = scrape(clientMeters);
        double sum = scrape.value("rpc_client_call_duration_seconds_sum", "rpc_method", "orders/place");
        double median =
                scrape.value("rpc_client_call_duration_percentile_seconds", "rpc_method", "orders/place", "phi", "0.5");
        double slowest = scrape.value(
                "rpc_client_call_duration_percentile_seconds", "rpc_method", "orders/place", "phi", "0.999");
        assertThat(sum).isPositive();
        assertThat(median).isPositive();
        assertThat(slowest).isGreaterThanOrEqualTo(median);
        assertThat(scrape.value(
                        "rpc_client_call_duration_percentile_seconds", "rpc_method", "orders/note", "phi", "0.5"))
                .isNaN();
    }

    @Test
    void shouldCountFailuresByTheClassOfTheException() throws InterruptedException {
        new NearcallMetrics(server).bindTo(serverMeters);
        new NearcallMetrics(client).bindTo(clientMeters);
        for (int i = 0; i < 3; i++) {
            int number = i;
            assertThatThrownBy(() -> orders.cancel(number)).isInstanceOf(IllegalStateException.class);
        }
        assertThatThrownBy(() -> orders.cancel(-1)).isInstanceOf(IllegalArgumentException.class);
        String[] thrice = {
            "rpc_method", "orders/cancel",
            "error_type", "java.lang.IllegalStateException",
            "rpc_status_code", "THROWN"
        };
        String[] once = {"rpc_method", "orders/cancel", "error_type", "java.lang.IllegalArgumentException"};
        awaitCount(serverMeters, "nearcall_calls_failed_total", 3, thrice);
        awaitCount(serverMeters, "nearcall_calls_failed_total", 1, once);
        awaitCount(clientMeters, "nearcall_calls_failed_total", 3, thrice);
        awaitCount(clientMeters, "nearcall_calls_failed_total", 1, once);
        assertThat(scrape(serverMeters).value("nearcall_calls_failed_total", "nearcall_side", "client"))
                .isNull();
    }

    @Test
    void shouldShowConnectionsBySideAndChannelWhileTheyLast() throws InterruptedException {
        new NearcallMetrics(server).bindTo(serverMeters);
        new NearcallMetrics(client).bindTo(clientMeters);
        orders.place(1);
        awaitCount(serverMeters, "nearcall_connections", 1, "nearcall_side", "server", "nearcall_channel", "shm");
        awaitCount(clientMeters, "nearcall_connections", 1, "nearcall_side", "client", "nearcall_channel", "shm");
        client.close();
        awaitCount(serverMeters, "nearcall_connections", 0, "nearcall_side", "server", "nearcall_channel", "shm");
    }

    @Test
    void shouldShowBytesInBothDirectionsAndWaits() throws InterruptedException {
        new NearcallMetrics(server).bindTo(serverMeters);
        new NearcallMetrics(client).bindTo(clientMeters);
        orders.place(1, "s".repeat(5000));
        awaitCount(serverMeters, "rpc_server_call_duration_seconds_count", 1, "rpc_method", "orders/place");
        awaitCount(serverMeters, "nearcall_calls_in_flight", 0, "rpc_method", "orders/place");
        awaitCount(clientMeters, "nearcall_calls_in_flight", 0, "rpc_method", "orders/place");
        Scrape served = scrape(serverMeters);
        Scrape made = scrape(clientMeters);
        String[] in = {"rpc_method", "orders/place", "nearcall_direction", "in"};
        String[] out = {"rpc_method", "orders/place", "nearcall_direction", "out"};
        assertThat(served.value("nearcall_bytes_total", in)).isGreaterThan(5000);
        assertThat(served.value("nearcall_bytes_total", out)).isPositive().isLessThan(5000);
        assertThat(made.value("nearcall_bytes_total", out)).isEqualTo(served.value("nearcall_bytes_total", in));
        assertThat(made.value("nearcall_bytes_total", in)).isEqualTo(served.value("nearcall_bytes_total", out));
        PageView.Method page = OwnObjects.of(client).statistics().methods().stream()
                .filter(method -> method.name().equals("place") && method.calls() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(made.value("nearcall_waits_total", "rpc_method", "orders/place", "nearcall_how", "sleep"))
                .isEqualTo(page.waits().slept());
    }

    @Test
    void shouldShowCallsInFlightAndReferencesWhileTheyLast() throws InterruptedException {
        new NearcallMetrics(server).bindTo(serverMeters);
        new NearcallMetrics(client).bindTo(clientMeters);
        CountDownLatch rung = new CountDownLatch(1);
        Thread caller = new Thread(() -> orders.whenReady(() -> {
            try {
                rung.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        caller.start();
        awaitCount(clientMeters, "nearcall_calls_in_flight", 1, "rpc_method", "orders/whenReady");
        awaitCount(serverMeters, "nearcall_calls_in_flight", 1, "rpc_method", "orders/whenReady");
        awaitCount(serverMeters, "nearcall_calls_in_flight", 1, "rpc_method", "Bell/ring");
        for (String side : List.of("client", "server")) {
            PrometheusMeterRegistry meters = side.equals("client") ? clientMeters : serverMeters;
            awaitCount(meters, "nearcall_lanes", 1, "nearcall_side", side, "nearcall_state", "busy");
            awaitCount(meters, "nearcall_lanes", 1, "nearcall_side", side, "nearcall_state", "idle");
        }
        String[] exported = {"nearcall_side", "client", "nearcall_direction", "exported"};
        String[] imported = {"nearcall_side", "server", "nearcall_direction", "imported"};
        awaitCount(clientMeters, "nearcall_references", 1, exported);
        awaitCount(serverMeters, "nearcall_references", 1, imported);
        rung.countDown();
        caller.join();
        awaitCount(clientMeters, "nearcall_calls_in_flight", 0, "rpc_method", "orders/whenReady");
        awaitCount(clientMeters, "nearcall_lanes", 0, "nearcall_side", "client", "nearcall_state", "busy");
        awaitCount(clientMeters, "nearcall_lanes", 2, "nearcall_side", "client", "nearcall_state", "idle");
        awaitCount(serverMeters, "nearcall_lanes", 0, "nearcall_side", "server", "nearcall_state", "busy");
        awaitCount(serverMeters, "nearcall_calls_in_flight", 0, "rpc_method", "Bell/ring");
    }

    @Test
    void shouldCountRefusalsByReason() throws InterruptedException {
        new NearcallMetrics(client).bindTo(clientMeters);
        new NearcallMetrics(server).bindTo(serverMeters);
        orders.place(1);
        server.drain(Duration.ZERO);
        assertThatThrownBy(() -> orders.place(2)).isInstanceOf(ConnectionLostException.class);
        awaitCount(serverMeters, "nearcall_refused_total", 1, "nearcall_side", "server", "nearcall_reason", "CLOSING");
        assertThat(scrape(clientMeters).names()).doesNotContain("nearcall_refused_total");
    }

    @Test
    void shouldKeepItsCountsWhenTheEndpointHasEnded() throws InterruptedException {
        new NearcallMetrics(client).bindTo(clientMeters);
        assertThat(scrape(clientMeters).value("nearcall_endpoint_open")).isEqualTo(1);
        orders.place(1);
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 1, "rpc_method", "orders/place");
        client.close();
        awaitCount(clientMeters, "nearcall_endpoint_open", 0);
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 1, "rpc_method", "orders/place");
        awaitCount(clientMeters, "nearcall_connections", 0, "nearcall_side", "client");
        awaitCount(clientMeters, "nearcall_lanes", 0, "nearcall_side", "client", "nearcall_state", "idle");
    }

    @Test
    void shouldSurviveThoughNobodyKeepsIt() throws InterruptedException {
        new NearcallMetrics(client).bindTo(clientMeters);
        orders.place(1);
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 1, "rpc_method", "orders/place");
        System.gc();
        orders.place(2);
        awaitCount(clientMeters, "rpc_client_call_duration_seconds_count", 2, "rpc_method", "orders/place");
    }

    @Test
    void shouldTellTwoEndpointsApartByTagsAndRemoveTheMetersOfOne() throws InterruptedException {
        new NearcallMetrics(server, Tags.of("endpoint", "shop")).bindTo(serverMeters);
        NearcallMetrics ofClient = new NearcallMetrics(client, Tags.of("endpoint", "customer"));
        ofClient.bindTo(serverMeters);
        orders.place(1);
        awaitCount(
                serverMeters,
                "rpc_client_call_duration_seconds_count",
                1,
                "rpc_method",
                "orders/place",
                "endpoint",
                "customer");
        ofClient.close();
        assertThat(serverMeters.getMeters())
                .isNotEmpty()
                .allSatisfy(
                        meter -> assertThat(meter.getId().getTag("endpoint")).isEqualTo("shop"));
    }

    @Test
    void shouldTimeEachCallIfAskedTo() {
        try (Endpoint timing = builder().listener(new CallTimers(clientMeters)).open()) {
            NearcallMetrics.withoutDurations(timing, Tags.empty()).bindTo(clientMeters);
            Orders called = timing.lookup(Orders.class);
            for (int i = 0; i < 10; i++) {
                called.place(i);
            }
            assertThatThrownBy(() -> called.cancel(1)).isInstanceOf(IllegalStateException.class);
            Scrape scrape = scrape(clientMeters);
            String[] place = {
                "rpc_method", "orders/place", "rpc_status_code", "OK", "error_type", "none", "nearcall_outcome", "none"
            };
            assertThat(scrape.value("rpc_client_call_duration_seconds_count", place))
                    .isEqualTo(10);
            assertThat(scrape.value("rpc_client_call_duration_seconds_sum", place))
                    .isPositive();
            assertThat(scrape.value(
                            "rpc_client_call_duration_seconds_count",
                            "rpc_method",
                            "orders/cancel",
                            "rpc_status_code",
                            "THROWN",
                            "error_type",
                            "java.lang.IllegalStateException"))
                    .isEqualTo(1);
            assertThat(scrape.value("rpc_client_call_duration_seconds_bucket", with(place, "le", "2.0E-7")))
                    .isNotNull();
            assertThat(scrape.value("rpc_client_call_duration_seconds_bucket", with(place, "le", "+Inf")))
                    .isEqualTo(10);
            assertThat(scrape.names()).doesNotContain("rpc_client_call_duration_percentile_seconds");
        }
    }

    private static String[] with(String[] labels, String... more) {
        return Stream.of(labels, more).flatMap(Stream::of).toArray(String[]::new);
    }

    @Test
    void shouldSayHowFarACallCameThatFailed() {
        try (Endpoint timing = builder()
                .lookupTimeout(Duration.ZERO)
                .listener(new CallTimers(clientMeters))
                .open()) {
            Orders missing = timing.stub(Orders.class, "missing");
            assertThatThrownBy(() -> missing.place(1)).isInstanceOf(ServiceNotFoundException.class);
        }
        Double calls = scrape(clientMeters)
                .value(
                        "rpc_client_call_duration_seconds_count",
                        "rpc_method",
                        "missing/place",
                        "rpc_status_code",
                        "SERVICE_NOT_FOUND",
                        "error_type",
                        "io.nearcall.ServiceNotFoundException",
                        "nearcall_outcome",
                        "NOT_SENT");
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void shouldHaveTheNamesOfTheConventions() throws InterruptedException {
        new NearcallMetrics(client).bindTo(clientMeters);
        assertThatThrownBy(() -> orders.cancel(1)).isInstanceOf(IllegalStateException.class);
        awaitCount(clientMeters, "nearcall_calls_failed_total", 1);
        assertThat(clientMeters.getMeters().stream()
                        .map(meter -> meter.getId().getName())
                        .distinct()
                        .sorted())
                .containsExactly(
                        "nearcall.bytes",
                        "nearcall.calls.failed",
                        "nearcall.calls.in.flight",
                        "nearcall.connections",
                        "nearcall.endpoint.open",
                        "nearcall.lanes",
                        "nearcall.references",
                        "nearcall.streams",
                        "nearcall.waits",
                        "rpc.client.call.duration",
                        "rpc.client.call.duration.percentile");
        assertThat(scrape(clientMeters).labels("nearcall_calls_failed_total"))
                .containsExactlyElementsOf(List.of(
                        "error_type",
                        "nearcall_side",
                        "rpc_method",
                        "rpc_status_code",
                        "rpc_system_name",
                        "server_address",
                        "server_port"));
        assertThat(scrape(clientMeters).labels("rpc_client_call_duration_seconds_count"))
                .containsExactlyElementsOf(List.of("rpc_method", "rpc_system_name", "server_address", "server_port"));
    }
}

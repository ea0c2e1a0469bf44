// SPDX-License-Identifier: Apache-2.0
package io.nearcall.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard queries only series that a scrape contains. */
@Timeout(60)
class DashboardTest {

    /** What Prometheus adds to each series. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    /** The last that a look at the page finds, on either side. */
    private static final Set<String> APPEAR_LATER = Set.of(
            "nearcall_calls_failed_total",
            "nearcall_connections",
            "nearcall_lanes",
            "nearcall_refused_total",
            "rpc_client_call_duration_percentile_seconds",
            "rpc_client_call_duration_seconds_count",
            "rpc_client_call_duration_seconds_sum",
            "rpc_server_call_duration_percentile_seconds",
            "rpc_server_call_duration_seconds_count",
            "rpc_server_call_duration_seconds_sum");

    private static final Pattern SERIES = Pattern.compile("((?:rpc|nearcall)_[a-z_]+)(?:\\{([^}]*)})?(?=[\\[),\\s])");
    private static final Pattern BY = Pattern.compile("by \\(([^)]*)\\)");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)=~?\"");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{(\\w+)}}");

    @TempDir
    private Path directory;

    private static JsonObject dashboard() throws IOException {
        try (Reader in = new InputStreamReader(
                NearcallMetrics.class.getResourceAsStream("nearcall-dashboard.json"), StandardCharsets.UTF_8)) {
            return JsonParser.parseReader(in).getAsJsonObject();
        }
    }

    private static Stream<JsonObject> targets() throws IOException {
        List<JsonObject> targets = new ArrayList<>();
        for (JsonElement panel : dashboard().getAsJsonArray("panels")) {
            for (JsonElement target : panel.getAsJsonObject().getAsJsonArray("targets")) {
                targets.add(target.getAsJsonObject());
            }
        }
        return targets.stream();
    }

    /** Of endpoints that have served, called, failed and refused. */
    private Scrape scrape() throws InterruptedException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (Endpoint shop =
                        Endpoint.builder().directory(directory.resolve("run")).open();
                Endpoint customer =
                        Endpoint.builder().directory(directory.resolve("run")).open()) {
            shop.export(Orders.class, new Orders.Taken());
            new NearcallMetrics(shop, Tags.of("instance", "shop")).bindTo(registry);
            new NearcallMetrics(customer, Tags.of("instance", "customer")).bindTo(registry);
            Orders orders = customer.lookup(Orders.class);
            orders.place(1);
            assertThatThrownBy(() -> orders.cancel(1)).isInstanceOf(IllegalStateException.class);
            shop.drain(Duration.ZERO);
            assertThatThrownBy(() -> orders.place(2)).isInstanceOf(ConnectionLostException.class);
            Scrape scrape = new Scrape(registry.scrape());
            while (!scrape.names().containsAll(APPEAR_LATER)) {
                Thread.sleep(10); // the meters look at most ten times a second
                scrape = new Scrape(registry.scrape());
            }
            return new Scrape(registry.scrape()); // that one may have begun before a meter was there that comes earlier
        }
    }

    private static Set<String> words(Pattern pattern, String text) {
        Set<String> words = new TreeSet<>();
        Matcher found = pattern.matcher(text);
        while (found.find()) {
            words.addAll(List.of(found.group(1).split(", *")));
        }
        return words;
    }

    @Test
    void shouldAskOnlyForSeriesAndLabelsThatAScrapeHas() throws Exception {
        Scrape scrape = scrape();
        List<JsonObject> targets = targets().toList();
        assertThat(targets).hasSizeGreaterThan(5);
        Set<String> asked = new HashSet<>();
        for (JsonObject target : targets) {
            String query = target.get("expr").getAsString();
            Set<String> grouped = words(BY, query);
            assertThat(grouped)
                    .containsAll(words(LEGEND, target.get("legendFormat").getAsString()));
            Matcher series = SERIES.matcher(query);
            int found = 0;
            while (series.find()) {
                if (grouped.contains(series.group(1))) {
                    continue; // a label
                }
                found++;
                asked.add(series.group(1));
                assertThat(scrape.names()).as(query).contains(series.group(1));
                Set<String> labels = new TreeSet<>(grouped);
                labels.addAll(words(MATCHER, series.group(2)));
                labels.removeAll(OF_PROMETHEUS);
                assertThat(scrape.labels(series.group(1))).as(query).containsAll(labels);
            }
            assertThat(found).as(query).isPositive();
        }
        assertThat(asked).isEqualTo(scrape.names()); // each series is shown somewhere
    }

    @Test
    void shouldOfferMethodsAndJobsOfSeriesThatAScrapeHas() throws Exception {
        String variables = dashboard().getAsJsonObject("templating").toString();
        Scrape scrape = scrape();
        assertThat(variables).contains("label_values(nearcall_endpoint_open, job)");
        assertThat(scrape.names()).contains("nearcall_endpoint_open");
        Matcher name = Pattern.compile("__name__=~\\\\\"([^\"\\\\]+)").matcher(variables);
        assertThat(name.find()).isTrue();
        assertThat(scrape.names().stream().filter(each -> each.matches(name.group(1))))
                .hasSize(2)
                .allMatch(each -> scrape.labels(each).contains("rpc_method"));
    }

    @Test
    void shouldHavePanelsThatDoNotOverlap() throws IOException {
        Set<String> cells = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonElement element : dashboard().getAsJsonArray("panels")) {
            JsonObject panel = element.getAsJsonObject();
            JsonObject place = panel.getAsJsonObject("gridPos");
            assertThat(ids.add(panel.get("id").getAsInt())).isTrue();
            assertThat(place.get("x").getAsInt() + place.get("w").getAsInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < place.get("w").getAsInt(); x++) {
                for (int y = 0; y < place.get("h").getAsInt(); y++) {
                    assertThat(cells.add((place.get("x").getAsInt() + x) + ","
                                    + (place.get("y").getAsInt() + y)))
                            .isTrue();
                }
            }
        }
    }
}

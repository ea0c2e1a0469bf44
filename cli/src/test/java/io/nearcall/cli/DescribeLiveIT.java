// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.cli.LiveServer.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions of a running service with classes that the command does not have. */
@Timeout(400)
class DescribeLiveIT {

    @TempDir
    private static Path directory;

    private static LiveServer server;

    @BeforeAll
    static void start() throws IOException {
        server = LiveServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "json"})
    void shouldSayWhatTheClassPathSays(String format) throws Exception {
        Run live = server.run("describe", "market", "-f", format);
        assertThat(live.err()).isEmpty();
        assertThat(live.exitCode()).isZero();
        Run compiled = server.run(
                "describe",
                "market.Market",
                "-f",
                format,
                "-c",
                directory.resolve("market").toString());
        assertThat(compiled.exitCode()).isZero();
        assertThat(live.out()).isEqualTo(compiled.out()).contains("OutOfStock");
    }

    @Test
    void shouldDescribeOneMethodAndWhatItReaches() throws Exception {
        Run run = server.run("describe", "market.place");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                @RemoteService("market")
                interface market.Market {
                    Receipt place(Order order) throws OutOfStock;
                }

                record market.Market.Line(String article, int count, @Nullable String note)

                class market.Market.Order extends market.Market.Base {
                    String market.Market.Base.id;
                    String customer;
                    Optional<Instant> due;
                    List<Line> lines;
                }

                record market.Market.Receipt(String customer, int pieces, Instant at)

                class market.Market.OutOfStock extends java.lang.Exception
                """);
        assertThat(server.run("describe", "market.place", "-f", "c").exitCode()).isEqualTo(2);
        Run overloaded = server.run("describe", "old.market.put");
        assertThat(overloaded.out())
                .contains("put(int value)", "put(String value)")
                .doesNotContain("place");
    }

    @Test
    void shouldWriteOneLineOfJson() throws Exception {
        Run run = server.run("describe", "market.add", "--json");
        assertThat(run.out().lines()).hasSize(1);
        JsonObject all = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(all.get("v").getAsInt()).isEqualTo(1);
        assertThat(all.getAsJsonArray("interfaces").get(0).getAsJsonObject().getAsJsonArray("methods"))
                .hasSize(1);
    }

    @Test
    void shouldSayThatThereIsNoSuchServiceOrMethod() throws Exception {
        Run service = server.run("describe", "orders");
        assertThat(service.exitCode()).isEqualTo(4);
        assertThat(service.err()).contains("orders");
        Run method = server.run("describe", "market.subtract", "--json");
        assertThat(method.exitCode()).isEqualTo(4);
        assertThat(JsonParser.parseString(method.err())
                        .getAsJsonObject()
                        .get("error")
                        .getAsString())
                .isEqualTo("METHOD_NOT_FOUND");
    }

    @Test
    void shouldNotCallWhereOnlyDescriptionsAreAllowed() throws Exception {
        Run run = server.run("call", "market.add", "1", "2", "--json");
        assertThat(run.exitCode()).isEqualTo(3);
        JsonObject error = JsonParser.parseString(run.err()).getAsJsonObject();
        assertThat(error.get("error").getAsString()).isEqualTo("CALLS_NOT_ALLOWED");
        assertThat(error.get("outcome").getAsString()).isEqualTo("NOT_SENT");
        assertThat(error.get("message").getAsString())
                .contains("Process " + server.pid(), "-Dio.nearcall.inspect=call");
    }

    @Test
    void shouldSayThatAProcessTellsNothing() throws Exception {
        try (LiveServer silent = LiveServer.start(directory.resolve("silent"), "-Dio.nearcall.inspect=off")) {
            Run run = silent.run("describe", "market");
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains("Process " + silent.pid(), "io.nearcall.inspect=off", "older version");
        }
    }
}

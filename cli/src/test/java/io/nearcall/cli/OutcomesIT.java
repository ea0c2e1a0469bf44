// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.cli.LiveServer.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes of failed calls. They say whether the method has run. */
@Timeout(400)
class OutcomesIT {

    @TempDir
    private Path directory;

    private static void assertFailed(Run run, int exitCode, String error, String outcome) throws Exception {
        assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        SchemasTest.assertFits(run.err(), "error");
        JsonObject made = JsonParser.parseString(run.err()).getAsJsonObject();
        assertThat(made.get("error").getAsString()).isEqualTo(error);
        assertThat(made.get("outcome").getAsString()).isEqualTo(outcome);
    }

    @Test
    void shouldSayThatNothingWasFound() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            assertFailed(server.run("call", "orders.place", "--json"), 4, "SERVICE_NOT_FOUND", "NOT_SENT");
            assertFailed(server.run("call", "market.subtract", "--json"), 4, "METHOD_NOT_FOUND", "NOT_SENT");
            assertFailed(server.run("call", "market.add", "x", "1", "--json"), 2, "REFUSED", "NOT_SENT");
            assertFailed(server.run("call", "--json"), 2, "USAGE", "NOT_SENT");
            assertThat(server.run("call", "orders.place").err()).endsWith("\nNext: nearcall doctor\n");
            assertThat(server.run("call", "market.subtract").err()).endsWith("\nNext: nearcall describe market\n");
        }
    }

    @Test
    void shouldSayThatTheMethodMayHaveRun() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            assertFailed(server.run("call", "market.sleep", "5000", "--json"), 6, "DEADLINE_EXCEEDED", "MAY_HAVE_RUN");
            assertThat(server.run("call", "market.sleep", "5000").err())
                    .contains("\nNext: nearcall waits says for whom it waits");
            assertFailed(server.run("call", "market.exit", "--json"), 6, "CONNECTION_LOST", "MAY_HAVE_RUN");
        }
    }

    @Test
    void shouldSayThatAOneWayCallIsNotConfirmed() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call")) {
            Run run = server.run("call", "market.audit", "exit");
            assertThat(run.exitCode()).as(run.err()).isEqualTo(6);
            assertThat(run.err())
                    .contains("one-way call of market.audit was sent")
                    .doesNotContain("not sent");
        }
    }

    @Test
    void shouldSayThatTheMethodHasNotStarted() throws Exception {
        String tasks;
        try (LiveServer server =
                LiveServer.start(directory, "-Dio.nearcall.inspect=call", "-Dmarket.tasks=" + Integer.MAX_VALUE)) {
            tasks = server.run("call", "market.tasks").out().strip();
        }
        int allButTheMethod = Integer.parseInt(tasks) - 1;
        try (LiveServer server =
                LiveServer.start(directory, "-Dio.nearcall.inspect=call", "-Dmarket.tasks=" + allButTheMethod)) {
            assertFailed(server.run("call", "market.tasks", "--json"), 5, "OVERLOADED", "NOT_STARTED");
        }
    }

    @Test
    void shouldSayThatTheMethodWasNotCalledIfTheServiceCannotBeAsked() throws Exception {
        try (LiveServer server = LiveServer.start(directory, "-Dio.nearcall.inspect=call", "-Dmarket.tasks=0")) {
            assertFailed(server.run("call", "market.ping", "--json"), 3, "OVERLOADED", "NOT_SENT");
        }
    }
}

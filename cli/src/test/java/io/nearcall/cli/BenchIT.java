// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.nearcall.cli.LiveServer.Run;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(400)
class BenchIT {

    /** From start to end, whatever else the machine does. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureThreeKindsOfCalls() throws Exception {
        try (LiveServer server = LiveServer.start(directory)) {
            Run run = server.run("bench", "--json");
            assertThat(run.exitCode()).as(run.err()).isZero();
            List<String> lines = run.out().lines().toList();
            assertThat(lines).hasSize(3);
            for (String line : lines) {
                SchemasTest.assertFits(line, "bench");
                JsonObject row = JsonParser.parseString(line).getAsJsonObject();
                assertThat(row.get("callsPerSecond").getAsLong()).isPositive();
                assertThat(row.get("p50Ns").getAsLong())
                        .isPositive()
                        .isLessThanOrEqualTo(row.get("p99Ns").getAsLong());
            }
            long startNs = System.nanoTime();
            Run text = server.process(Path.of("/dev/null"), "bench");
            assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(LONGEST);
            assertThat(text.out()).startsWith("CALL").contains("ping ", "add ", "4 KB there and back ", "processors: ");
        }
    }
}

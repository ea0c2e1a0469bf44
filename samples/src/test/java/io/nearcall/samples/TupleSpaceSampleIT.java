// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tuple space as a user starts it. */
@Timeout(60)
class TupleSpaceSampleIT {

    @TempDir
    Path directory;

    @Test
    void shouldLoseNoWorkWhenAWorkerIsKilled() throws Exception {
        SampleRun run = new SampleRun(directory, "tuplespace", "--workers=2", "--below=2000000");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains("[client] 148,933 primes below 2,000,000, as a sieve finds too")
                .containsPattern(
                        "\\[client\\] Killed worker-[12] \\(process [0-9]+\\), which had the largest task in hand")
                .containsPattern(
                        "\\[space\\] worker-[12] \\(process [0-9]+\\) has gone. Of what it had taken, 1 came back")
                .containsPattern("\\[client\\] [0-9.]+ ms later it had not")
                .containsPattern("\\[client\\] worker-1 +[0-9]+ tasks")
                .containsPattern(
                        "\\[client\\] A tuple in and out again: Nearcall [0-9.]+ us, .*; Java RMI [0-9.]+ us \\([0-9]+ x\\)");
        assertThat(run.errors()).containsPattern("\\[run\\] worker-[12] \\(process [0-9]+\\) ended before the client");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldSayThatTheSpaceHasGone() throws Exception {
        SampleRun run = new SampleRun(directory, "tuplespace", "--workers=1", "--below=20000000");
        run.awaitOutput("tasks are in the space");
        run.signal("KILL", "tuplespace.Server");
        assertThat(run.await()).isEqualTo(1);
        assertThat(run.output())
                .contains("[client] tuplespace: The peer of \"tuplespace\"", "[worker-1] The space has gone.");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldRefuseToWorkWithoutWorkers() throws Exception {
        SampleRun run = new SampleRun(directory, "tuplespace", "--workers", "0");
        assertThat(run.await()).isEqualTo(2);
        assertThat(run.output()).contains("--workers 0: name a number from 1 to 64.");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldLeaveNothingOfWorkersWhenInterrupted() throws Exception {
        SampleRun run = new SampleRun(directory, "tuplespace", "--below=100000000");
        run.awaitOutput("tasks are in the space");
        run.signal("INT");
        assertThat(run.await()).isEqualTo(130);
        run.assertNothingIsLeft();
    }
}

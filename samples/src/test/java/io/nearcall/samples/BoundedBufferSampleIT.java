// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shelf as a user starts it. */
@Timeout(60)
class BoundedBufferSampleIT {

    @TempDir
    Path directory;

    @Test
    void shouldServeTheOthersWhenOneDiesAtTheShelf() throws Exception {
        SampleRun run = new SampleRun(directory, "bounded-buffer");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[ben] had number 2",
                        "[client] had 27 loaves, the last was number 30",
                        "[client] in all: 29 loaves taken, 1 lost, 0 on the shelf")
                .containsPattern("\\[(baker|client)\\] process [0-9]+ died at the shelf, which is in order again");
        assertThat(run.errors()).contains("[run] ben (process ");
        run.assertNothingIsLeft();
    }
}

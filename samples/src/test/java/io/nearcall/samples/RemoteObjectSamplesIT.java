// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The samples about objects that travel by reference, as a user starts them. */
@Timeout(60)
class RemoteObjectSamplesIT {

    @TempDir
    Path directory;

    @Test
    void shouldCallBackOnTheThreadThatWaits() throws Exception {
        SampleRun run = new SampleRun(directory, "callback");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[client] asked about garlic: no, on thread main",
                        "[client] served: stew with onions, chili",
                        "[client] sent back: The soup is cold.",
                        "[client] waiting for the bell, on thread main",
                        "[client] the bell rings, on thread nearcall-");
        assertThat(run.errors()).isEmpty();
        run.assertNothingIsLeft();
    }

    @Test
    void shouldCollectTheCartsOfThoseWhoHaveGone() throws Exception {
        SampleRun run = new SampleRun(directory, "factory");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[client] killed Ben, process ",
                        "[shop] Ben's cart is collected; pieces in it: 6",
                        "[shop] Eve's cart is collected; pieces in it: 12",
                        "[shop] Ada's cart is collected; pieces in it: 1",
                        "[client] carts: []");
        assertThat(run.errors()).contains("[run] ben (process ", "with status 137.");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldTellTheRoomOfAGuestsDeath() throws Exception {
        SampleRun run = new SampleRun(directory, "chat", "3");
        assertThat(run.await()).as(run.errors()).isZero();
        assertThat(run.output())
                .contains(
                        "[client] Ben: I am here, Ada.",
                        "[client] Dora: I am here, Ada.",
                        "[client] (killed Dora, process ",
                        "[client] Dora has gone without a word.",
                        "[ben] Dora has gone without a word.",
                        "[cleo] Ada: Who is left?",
                        "[room] Ada has left.");
        assertThat(run.errors()).contains("[run] dora (process ");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldRefuseTooManyGuests() throws Exception {
        SampleRun run = new SampleRun(directory, "chat", "9");
        assertThat(run.await()).isEqualTo(2);
        assertThat(run.errors()).contains("\"9\" guests: name a number from 1 to 8.");
        run.assertNothingIsLeft();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.classic.ProgramProcess;
import io.nearcall.ipc.classic.Wine;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes under Wine that are killed at any moment, most of the time with a mutex. */
class WindowsKillsIT {

    private static final int KILLS = 200;
    private static final int LONGEST_LIFE_MS = 20;

    @Test
    @Timeout(800)
    void shouldLearnOfEveryOwnerThatWasKilledHalfWay() throws Exception {
        Random random = new Random(2017);
        int died = 0;
        try (ProgramProcess anna = Wine.start(25, PortableProgram.class)) {
            anna.does("memory books");
            anna.does("mutex door");
            for (int kill = 0; kill < KILLS; kill++) {
                try (ProgramProcess ben = Wine.start(25, PortableProgram.class)) {
                    assertThat(ben.does("memory books")).isEqualTo("open");
                    assertThat(ben.does("mutex door")).isEqualTo("open");
                    ben.begin("book");
                    Thread.sleep(random.nextInt(LONGEST_LIFE_MS)); // it is killed at any moment
                }
                String settled = anna.does("settle");
                assertThat(settled).as("kill %d", kill).matches("ACQUIRED 0|OWNER_DIED [01]");
                died += settled.startsWith("OWNER_DIED") ? 1 : 0;
            }
        }
        assertThat(died).as("kills that hit the owner, of %d", KILLS).isGreaterThan(KILLS / 10);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LongTurnsTest {

    private static final String WARNING =
            "{0} held up all connections of its endpoint for {1} ms. Long turns of it so far: {2}.";

    private final System.Logger log = System.getLogger("io.nearcall");
    private LongTurns turns;

    @BeforeEach
    void watch() {
        turns = LongTurns.watch();
    }

    @AfterEach
    void close() {
        turns.close();
    }

    @Test
    void shouldSayHowManyTurnsWereLongThoughNotAllAreLogged() {
        log.log(Level.WARNING, WARNING, "a monitor", "30", "4");
        log.log(Level.WARNING, WARNING, "a monitor", "25", "17");
        assertThat(turns.count()).isEqualTo(17);
    }

    @Test
    void shouldNotCountOtherWarnings() {
        log.log(Level.WARNING, "The connection to process {0} has ended: {1}", "17", "it lied");
        assertThat(turns.count()).isZero();
    }
}

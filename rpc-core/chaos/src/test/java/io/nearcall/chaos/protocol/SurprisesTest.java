// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The text of a warning about an exception. */
class SurprisesTest {

    private final Logger logger = Logger.getLogger("io.nearcall");
    private Thread.UncaughtExceptionHandler before;
    private Surprises surprises;

    @BeforeEach
    void look() {
        before = Thread.getDefaultUncaughtExceptionHandler();
        surprises = new Surprises();
    }

    @AfterEach
    void lookNoMore() {
        surprises.close();
        logger.setUseParentHandlers(true);
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    void shouldFindAMistakeOfTheProduct() {
        logger.log(Level.WARNING, "A one-way call has failed", new IllegalArgumentException("index=-1"));
        assertThat(surprises.take()).contains("index=-1");
        assertThat(surprises.take()).isNull();
    }

    @Test
    void shouldNotBeSurprisedByWhatTheServiceTellsItsCallers() {
        Throwable refusal = catchThrowable(() -> new DeskClerk(Runnable::run).ask(null, 1));
        logger.log(Level.WARNING, "A one-way call has failed", refusal);
        assertThat(surprises.take()).isNull();
    }
}

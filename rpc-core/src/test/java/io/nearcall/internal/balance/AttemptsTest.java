// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AttemptsTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Random random = new Random(7);
    private final Attempts attempts = new Attempts(0);

    /** Fails, and returns for how long there is no other attempt. */
    private long pauseMsAfterFailing(long nowMs) {
        assertThat(attempts.begin(nowMs * MS)).isTrue();
        attempts.end(false, nowMs * MS, random);
        long pauseMs = 0;
        while (!attempts.begin((nowMs + pauseMs) * MS)) {
            pauseMs++;
        }
        attempts.giveUp();
        return pauseMs;
    }

    @Test
    void shouldMakeOneAttemptAtATime() {
        assertThat(attempts.begin(0)).isTrue();
        assertThat(attempts.isRunning()).isTrue();
        assertThat(attempts.begin(MS)).isFalse();
        attempts.giveUp();
        assertThat(attempts.isRunning()).isFalse();
        assertThat(attempts.begin(MS)).isTrue();
    }

    @Test
    void shouldPauseLongerAndLonger() {
        long nowMs = 0;
        for (long meanMs : new long[] {100, 200, 400, 800, 1_000, 1_000}) {
            long pauseMs = pauseMsAfterFailing(nowMs);
            assertThat(pauseMs).isBetween(meanMs / 2, meanMs * 3 / 2);
            nowMs += pauseMs;
        }
    }

    @Test
    void shouldBeginWithAShortPauseAfterSuccess() {
        long nowMs = 0;
        for (int i = 0; i < 5; i++) {
            nowMs += pauseMsAfterFailing(nowMs);
        }
        assertThat(attempts.begin(nowMs * MS)).isTrue();
        attempts.end(true, nowMs * MS, random);
        assertThat(attempts.begin((nowMs + 49) * MS)).isFalse();
        assertThat(pauseMsAfterFailing(nowMs + 150)).isBetween(50L, 150L);
    }

    /** A server that is back must not be asked for sessions by all of its clients at once. */
    @Test
    void shouldNotComeBackAtTheSameMomentAsOthers() {
        Set<Long> pausesMs = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Attempts ofClient = new Attempts(0);
            ofClient.begin(0);
            ofClient.end(false, 0, random);
            long pauseMs = 0;
            while (!ofClient.begin(pauseMs * MS)) {
                pauseMs++;
            }
            pausesMs.add(pauseMs);
        }
        assertThat(pausesMs).hasSizeGreaterThan(10);
    }
}

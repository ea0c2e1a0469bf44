// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowCallsTest {

    private static final long MS = 1_000_000;
    private static final long SLOW_NS = 10_000;

    private SlowCalls slowCalls;
    private SlowCalls.Period period;
    private long nowNs;
    private long callId;

    /** All at once: both look at the clock, and a busy machine may hold this thread up in between. */
    SlowCallsTest() {
        long beganNs;
        do {
            beganNs = System.nanoTime();
            slowCalls = new SlowCalls();
            period = new SlowCalls.Period();
            nowNs = System.nanoTime();
        } while (nowNs - beganNs > MS);
    }

    /** So many calls, one after the other, of which every so manieth is quick, in that time. */
    private void make(int calls, int quickEvery, long durationNs) {
        for (int i = 1; i <= calls; i++) {
            nowNs += durationNs / calls;
            callId++;
            if (i % quickEvery != 0) {
                slowCalls.count(period, callId, SLOW_NS, nowNs);
            }
        }
    }

    private void makeSlow(int calls, long durationNs) {
        make(calls, Integer.MAX_VALUE, durationNs);
    }

    @Test
    void shouldPrevailWhenNearlyAllCallsOfAPeriodWereSlow() {
        make(1_000, 20, 25 * MS);
        assertThat(slowCalls.prevailing).isTrue();
    }

    @Test
    void shouldNotPrevailWhenAFifthWasQuick() {
        make(10_000, 5, 250 * MS);
        assertThat(slowCalls.prevailing).isFalse();
    }

    @Test
    void shouldNotPrevailBeforeThePeriodIsOver() {
        makeSlow(1_000, 15 * MS);
        assertThat(slowCalls.prevailing).isFalse();
    }

    @Test
    void shouldNotPrevailAfterAFewCallsThatFollowedSilence() {
        makeSlow(20, 2_000 * MS);
        assertThat(slowCalls.prevailing).isFalse();
    }

    @Test
    void shouldNotCountAnswersThatCameSoonOrOnOtherLanes() {
        for (int i = 0; i < 1_000; i++) {
            nowNs += MS / 10;
            callId++;
            slowCalls.count(period, callId, 4_000, nowNs);
            slowCalls.count(null, callId, SLOW_NS, nowNs);
        }
        assertThat(slowCalls.prevailing).isFalse();
    }

    @Test
    void shouldTryAgainAfterAWhileThatDoublesUpToALimit() {
        makeSlow(1_000, 25 * MS);
        for (long expectedMs : new long[] {80, 160, 320, 640, 1_280, 1_280}) {
            long actualMs = 0;
            while (slowCalls.prevailing) {
                makeSlow(1, MS);
                actualMs++;
            }
            assertThat(actualMs).isBetween(expectedMs - 10, expectedMs + 10);
            makeSlow(1_000, 25 * MS);
            assertThat(slowCalls.prevailing).isTrue();
        }
    }

    @Test
    void shouldBeginWithAShortWhileAgainOnceCallsWereQuick() {
        makeSlow(1_000, 25 * MS);
        makeSlow(1, 100 * MS);
        makeSlow(1_000, 25 * MS);
        makeSlow(1, 200 * MS);
        assertThat(slowCalls.prevailing).isFalse();

        make(1_000, 2, 25 * MS);
        while (!slowCalls.prevailing) {
            makeSlow(40, MS);
        }
        makeSlow(1, 100 * MS);
        assertThat(slowCalls.prevailing).isFalse();
    }
}

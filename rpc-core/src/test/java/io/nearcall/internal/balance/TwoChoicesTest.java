// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TwoChoicesTest {

    private static final int NOT_READY = -1;
    private static final int CALLS = 30_000;

    /** Servers with so many calls in flight each. */
    private static List<BalancerTest.Place> servers(int... inFlight) {
        List<BalancerTest.Place> servers = new ArrayList<>();
        for (int calls : inFlight) {
            BalancerTest.Place server = new BalancerTest.Place("server " + servers.size());
            server.ready = calls != NOT_READY;
            server.inFlight = calls;
            servers.add(server);
        }
        return servers;
    }

    /** How often each is chosen. */
    private static int[] choices(int... inFlight) {
        Random random = new Random(7);
        List<BalancerTest.Place> servers = servers(inFlight);
        int[] counts = new int[inFlight.length];
        for (int i = 0; i < CALLS; i++) {
            counts[servers.indexOf(TwoChoices.choose(servers, random))]++;
        }
        return counts;
    }

    @Test
    void shouldChooseNoneIfNoneIsReady() {
        assertThat(TwoChoices.choose(servers(), new Random(7))).isNull();
        assertThat(TwoChoices.choose(servers(NOT_READY, NOT_READY), new Random(7)))
                .isNull();
    }

    @Test
    void shouldLeaveOutThoseThatAreNotReady() {
        assertThat(choices(NOT_READY, 9, NOT_READY)).containsExactly(0, CALLS, 0);
        assertThat(choices(9, NOT_READY, 3)).containsExactly(0, 0, CALLS);
    }

    @Test
    void shouldTakeTheOneWithFewerCallsOfTwo() {
        assertThat(choices(5, 1)).containsExactly(0, CALLS);
    }

    @Test
    void shouldSpreadCallsEvenlyWhereAllAreIdle() {
        for (int count : choices(0, 0, 0)) {
            assertThat(count / (double) CALLS).isCloseTo(1 / 3.0, within(0.02));
        }
    }

    /** The busiest is never the better one of a pair, the idlest always. Of six pairs, three have the idlest. */
    @Test
    void shouldPickEachPairEquallyOften() {
        int[] counts = choices(3, 0, 2, 1);
        assertThat(counts[0]).isZero();
        assertThat(counts[1] / (double) CALLS).isCloseTo(3 / 6.0, within(0.02));
        assertThat(counts[2] / (double) CALLS).isCloseTo(1 / 6.0, within(0.02));
        assertThat(counts[3] / (double) CALLS).isCloseTo(2 / 6.0, within(0.02));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FirstCallsTest {

    @Test
    void shouldTakeTheMedianOfTheRoundsPointByPoint() {
        List<FirstCalls> all = List.of(
                orders("nearcall-shm", 5, 50, 2.0, 4),
                orders("rmi", 7, 70, null, 9),
                orders("nearcall-shm", 1, 90, 1.0, 2),
                orders("nearcall-shm", 3, 70, 3.0, 3));

        assertThat(FirstCalls.medians(all))
                .containsExactly(orders("nearcall-shm", 3, 70, 2.0, 3), orders("rmi", 7, 70, null, 9));
    }

    @Test
    void shouldLeaveOutWhatSomeRoundDidNotReach() {
        FirstCalls early = new FirstCalls("rmi", "order", List.of(new FirstCalls.Point(1, 5)), null, 4, 1);

        assertThat(FirstCalls.medians(List.of(orders("rmi", 7, 70, 1.0, 9), early))
                        .get(0))
                .isEqualTo(new FirstCalls("rmi", "order", List.of(new FirstCalls.Point(1, 7)), null, 9, 8));
    }

    private static FirstCalls orders(
            String system, double firstNs, double hundredthNs, Double laterNs, double finalNs) {
        return new FirstCalls(
                system,
                "order",
                List.of(new FirstCalls.Point(1, firstNs), new FirstCalls.Point(100, hundredthNs)),
                laterNs,
                finalNs,
                8);
    }
}

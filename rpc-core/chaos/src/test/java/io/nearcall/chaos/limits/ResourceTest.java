// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceTest {

    private static Held descriptors(int count) {
        return new Held(0, 0, count, 0);
    }

    @Test
    void shouldTakeABoundForReachedFromNineTenthsOfItOn() {
        int bound = Resource.DESCRIPTORS_BY_CONNECTIONS.bound().descriptors();
        assertThat(Resource.DESCRIPTORS_BY_CONNECTIONS.isReached(descriptors(bound)))
                .isTrue();
        assertThat(Resource.DESCRIPTORS_BY_CONNECTIONS.isReached(descriptors((int) Math.ceil(0.9 * bound))))
                .isTrue();
        assertThat(Resource.DESCRIPTORS_BY_CONNECTIONS.isReached(descriptors((int) (0.89 * bound))))
                .isFalse();
    }

    @Test
    void shouldTakeNoBoundForMissedWhereNothingIsMeasured() {
        assertThat(Resource.TIME_BY_CALLS.isReached(descriptors(0))).isTrue();
    }
}

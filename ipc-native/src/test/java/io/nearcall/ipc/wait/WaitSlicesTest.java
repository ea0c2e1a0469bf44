// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitSlicesTest {

    private static final int SLICES = 20;
    private static final long LENGTH_NS = 2_000_000;

    @Test
    void shouldSleepThoughTheThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        long beganNs = System.nanoTime();
        for (int slice = 0; slice < SLICES; slice++) {
            WaitSlices.park(LENGTH_NS);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(SLICES * LENGTH_NS / 2);
    }

    @Test
    void shouldSleepAsLongAsEverWhenItsSlicesCannotBeCountedAnyMore() {
        for (int first : new int[] {Integer.MIN_VALUE, -SLICES}) {
            long beganNs = System.nanoTime();
            for (int slice = first; slice < first + SLICES; slice++) {
                WaitSlices.parkVirtual(slice, beganNs + 1_000_000_000);
            }
            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(SLICES * LENGTH_NS / 2);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Timeout(60)
@EnabledForJreRange(min = JRE.JAVA_21)
class VirtualCallersTest {

    private static final long SLICE_NS = 20_000_000;

    /** In which there are calls though the machine is busy. */
    private static final long LONG_SLICE_NS = 200_000_000;

    @Test
    void shouldCountTheCallsOfAllThreads() throws Exception {
        AtomicLong made = new AtomicLong();

        double perSecond = VirtualCallers.callsPerSecond(50, LONG_SLICE_NS, () -> {
            made.incrementAndGet();
            Thread.sleep(1); // a call that never waits would keep its carrier from the other threads
        });

        assertThat(perSecond).isPositive().isLessThanOrEqualTo(made.get() * 1e9 / LONG_SLICE_NS);
    }

    @Test
    void shouldBeginWhenEachThreadHasHadAnAnswer() throws Exception {
        AtomicLong made = new AtomicLong();
        long beganNs = System.nanoTime();

        VirtualCallers.callsPerSecond(50, SLICE_NS, () -> {
            boolean first = made.incrementAndGet() == 1;
            // One first answer comes after ten slices; the other calls wait to leave their carriers.
            Thread.sleep(first ? 10 * SLICE_NS / 1_000_000 : 1);
        });

        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(11 * SLICE_NS);
    }

    @Test
    void shouldSayWhyACallHasFailed() {
        assertThatThrownBy(() -> VirtualCallers.callsPerSecond(5, SLICE_NS, () -> {
                    throw new IOException("the server has gone");
                }))
                .hasMessageContaining("the server has gone");
    }
}

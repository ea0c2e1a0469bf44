// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

public class PrimitiveCallTest {

    private static final int CALLS = 100_000;

    public interface Counter {
        void ping();

        int add(int a, int b);

        double mean(long sum, int count, float weight, boolean rounded);
    }

    private static final class Tally implements Counter {
        @Override
        public void ping() {}

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public double mean(long sum, int count, float weight, boolean rounded) {
            return rounded ? 0 : weight * sum / count;
        }
    }

    private final Counter counter = Loopback.connect(Counter.class, new Tally());

    @Test
    void shouldAllocateNothing() {
        Loopback.of(counter).recording = false;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        call(CALLS);

        long before = threads.getThreadAllocatedBytes(thread);
        double sum = call(CALLS);
        long allocatedBytes = threads.getThreadAllocatedBytes(thread) - before;

        assertThat(sum).isPositive();
        // What the measurement itself and a class loaded late take is far below one byte per call.
        assertThat(allocatedBytes).isLessThan(CALLS / 10);
    }

    private double call(int calls) {
        double sum = 0;
        for (int i = 0; i < calls; i++) {
            counter.ping();
            sum += counter.add(i, 1_000) + counter.mean(1L << 40, i + 1, 0.5f, false);
        }
        return sum;
    }
}

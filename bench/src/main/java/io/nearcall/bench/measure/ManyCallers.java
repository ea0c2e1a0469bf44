// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import io.nearcall.bench.Workload;
import io.nearcall.bench.subject.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that call at the same time. Every slice uses the same threads. */
public final class ManyCallers implements AutoCloseable {

    private final int callers;
    private final ExecutorService threads;

    public ManyCallers(int callers) {
        this.callers = callers;
        this.threads = Executors.newFixedThreadPool(callers);
    }

    /**
     * Lets each thread make calls one after another for that long. Blocks.
     *
     * @return the time from the first counted call to the last, in nanoseconds
     */
    public long slice(Subject subject, Workload workload, long durationNs, Samples into) throws Exception {
        AtomicLong beganNs = new AtomicLong();
        CyclicBarrier start =
                new CyclicBarrier(callers, () -> beganNs.set(System.nanoTime() + MeasuringLoop.SETTLE_NS));
        List<Future<Samples>> running = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            running.add(threads.submit(() -> {
                Samples own = new Samples();
                start.await();
                subject.slice(workload, durationNs, own);
                return own;
            }));
        }
        for (Future<Samples> each : running) {
            into.add(each.get());
        }
        return System.nanoTime() - beganNs.get();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** The bytes that this JVM's threads have allocated. The asking thread counts only its work between two questions. */
public final class AllocatedBytes {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Map<Long, Long> othersAtStart = new HashMap<>();
    private long ownAtStart;

    /** Begins to count. */
    public void start() {
        othersAtStart.clear();
        long own = Thread.currentThread().getId();
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] != own) {
                othersAtStart.put(ids[i], bytes[i]);
            }
        }
        ownAtStart = THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Returns the bytes since {@link #start()}, without those of threads that have ended. */
    public long sinceStart(boolean withOwn) {
        long sum = withOwn ? THREADS.getCurrentThreadAllocatedBytes() - ownAtStart : 0;
        long own = Thread.currentThread().getId();
        long[] ids = THREADS.getAllThreadIds();
        long[] bytes = THREADS.getThreadAllocatedBytes(ids);
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] != own && bytes[i] > 0) {
                sum += bytes[i] - othersAtStart.getOrDefault(ids[i], 0L);
            }
        }
        return sum;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the JVM says of threads: their locks and who has them, and their stacks. Needs the module java.management. */
final class ThreadLook {

    private static final int MOST_FRAMES = 64;
    private static final int TOP_FRAME = 1;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /**
     * A thread.
     *
     * @param owner the thread that has the lock which this one waits for; 0 if it waits for none
     * @param lock its name; empty if it waits for none
     * @param times how often it has begun to wait for anything, so that a wait can be told from the next
     */
    record Seen(String name, long owner, String lock, long times) {}

    /** Those threads, and the owners of what they wait for; at most so many. Threads that are unknown are left out. */
    Map<Long, Seen> look(Collection<Long> ids, int most) {
        Map<Long, Seen> seen = new HashMap<>();
        Set<Long> next = new LinkedHashSet<>(ids);
        while (!next.isEmpty() && seen.size() < most) {
            long[] asked = next.stream()
                    .limit(most - seen.size())
                    .mapToLong(Long::longValue)
                    .toArray();
            next.clear();
            for (ThreadInfo info : threads.getThreadInfo(asked, TOP_FRAME)) {
                if (info != null) {
                    Seen each = seen(info);
                    seen.put(info.getThreadId(), each);
                    next.add(each.owner());
                }
            }
            next.remove(0L);
            next.removeAll(seen.keySet());
        }
        return seen;
    }

    private static Seen seen(ThreadInfo info) {
        boolean waits = info.getLockOwnerId() > 0 && isForLock(info);
        LockInfo lock = info.getLockInfo();
        return new Seen(
                info.getThreadName(),
                waits ? info.getLockOwnerId() : 0,
                waits && lock != null
                        ? lock.getClassName() + "@" + Integer.toHexString(lock.getIdentityHashCode())
                        : "",
                info.getBlockedCount() + info.getWaitedCount());
    }

    /** Whether it waits until it gets the lock. Of a thread in Object.wait() the JVM tells who has the monitor, too. */
    private static boolean isForLock(ThreadInfo info) {
        StackTraceElement[] top = info.getStackTrace();
        return info.getThreadState() == Thread.State.BLOCKED
                || top.length != 0 && top[0].getMethodName().equals("park");
    }

    /** Its stack; empty if it has ended. */
    StackTraceElement[] stack(long id) {
        ThreadInfo info = threads.getThreadInfo(id, MOST_FRAMES);
        return info == null ? new StackTraceElement[0] : info.getStackTrace();
    }
}

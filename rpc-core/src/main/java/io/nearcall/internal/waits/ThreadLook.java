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

/** Reads from the JVM which locks threads wait for, who has them, and the stacks. Needs the module java.management. */
final class ThreadLook {

    private static final int MOST_FRAMES = 64;
    private static final int TOP_FRAME = 1;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    /**
     * A thread.
     *
     * @param owner the thread that has the lock which this thread waits for; 0 if it waits for none
     * @param lock the name of the lock; empty if the thread waits for none
     * @param times how often it has begun to wait for anything, to distinguish one wait from the next
     */
    record Seen(String name, long owner, String lock, long times) {}

    /**
     * Returns these threads and the owners of the locks that they wait for, {@code most} at most. Unknown threads are
     * left out.
     */
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

    /** Returns whether the thread waits to get the lock. The JVM also names the owner to threads in Object.wait(). */
    private static boolean isForLock(ThreadInfo info) {
        StackTraceElement[] top = info.getStackTrace();
        return info.getThreadState() == Thread.State.BLOCKED
                || top.length != 0 && top[0].getMethodName().equals("park");
    }

    /** Returns the stack of a thread; empty if the thread has ended. */
    StackTraceElement[] stack(long id) {
        ThreadInfo info = threads.getThreadInfo(id, MOST_FRAMES);
        return info == null ? new StackTraceElement[0] : info.getStackTrace();
    }
}

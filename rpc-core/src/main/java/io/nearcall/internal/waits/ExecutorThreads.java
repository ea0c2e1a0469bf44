// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;

/** Finds the threads of an application's executors, as far as possible. One thread. */
final class ExecutorThreads {

    /* No executor names its threads. The threads that run Nearcall's calls are known. With all common thread factories,
     * the other threads have the same name except for digits at the end. Too many threads do no harm: a queued call
     * waits for ever only if all of them do. If a pool has more threads than were found, its threads count as unknown.
     * */

    private static final int MOST = WaitsFormat.MOST_THREADS;

    private final Map<Executor, Set<Thread>> running = new IdentityHashMap<>();
    private final Map<Executor, Set<Thread>> answers = new IdentityHashMap<>();
    private List<Thread> all; // the threads of the process; null until they are needed

    /** Adds a thread of an executor that runs a call. */
    void add(Executor executor, Thread thread) {
        running.computeIfAbsent(executor, unused -> new LinkedHashSet<>()).add(thread);
    }

    /** Returns all threads of an executor; none if they are not known. */
    Set<Thread> of(Executor executor) {
        Set<Thread> answer = answers.get(executor);
        if (answer == null) {
            answer = find(executor);
            answers.put(executor, answer);
        }
        return answer;
    }

    private Set<Thread> find(Executor executor) {
        Set<Thread> known = running.get(executor);
        if (known == null) {
            return Set.of();
        }
        Set<Thread> found = new LinkedHashSet<>(known);
        Set<String> stems = new HashSet<>();
        known.forEach(each -> stems.add(stem(each.getName())));
        for (Thread other : all()) {
            if (stems.contains(stem(other.getName()))) {
                found.add(other);
            }
        }
        if (stems.contains("") || found.size() > MOST) {
            return Set.of();
        }
        boolean others = executor instanceof ThreadPoolExecutor pool && pool.getPoolSize() > found.size();
        return others ? Set.of() : found;
    }

    private static String stem(String name) {
        int end = name.length();
        while (end > 0 && Character.isDigit(name.charAt(end - 1))) {
            end--;
        }
        return name.substring(0, end);
    }

    private List<Thread> all() {
        if (all == null) {
            ThreadGroup root = Thread.currentThread().getThreadGroup();
            while (root.getParent() != null) {
                root = root.getParent();
            }
            Thread[] found = new Thread[2 * root.activeCount() + 16];
            int count = root.enumerate(found);
            all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(found[i]);
            }
        }
        return all;
    }
}

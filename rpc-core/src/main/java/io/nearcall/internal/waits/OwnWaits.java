// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import io.nearcall.internal.log.Log;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.ProcessStatus;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Collects the waits that this process shows, one look after the other. One thread. */
final class OwnWaits {

    /** Shorter waits are not shown, in milliseconds. */
    static final long LEAST_MS = 500;

    private static final int MOST_STACKS = 128;

    /** An uninterrupted wait of a thread for a lock. */
    private record LockWait(long thread, long owner, long times) {}

    /** A wait for a call, uninterrupted except by calls back from it. */
    private record CallWait(CallKey key, long sinceNs) {}

    private record Stack(Object of, String text) {}

    private final int pid = Host.current().pid();
    private final long startTicks;
    private final String pidNamespace;
    private final ThreadLook jvm = openThreadLook();
    private Map<Object, Long> firstSeen = Map.of();
    private Map<Object, Long> seenNow = new HashMap<>();
    private Map<Long, Stack> stacks = Map.of();

    OwnWaits(String pidNamespace) {
        this.pidNamespace = pidNamespace;
        ProcessStatus status = ProcessStatus.of(pid);
        this.startTicks = status == null ? 0 : status.startTicks();
    }

    /** Returns null if the JVM lacks the module. Then waits for locks are not seen. */
    private static ThreadLook openThreadLook() {
        try {
            return new ThreadLook();
        } catch (LinkageError e) {
            Log.get().log(Level.DEBUG, "Waits for locks are not seen: {0}", e.toString());
            return null;
        }
    }

    int pid() {
        return pid;
    }

    /** Joins the endpoints' report with the JVM's data. Returns null if no call is waited for that long. */
    WaitsView look(WaitCollector told) {
        long nowMs = System.currentTimeMillis();
        seenNow = new HashMap<>();
        Map<Long, Thread> threads = new LinkedHashMap<>();
        List<WaitsView.Call> calls = calls(told, nowMs, threads);
        List<WaitsView.Served> served = calls.isEmpty() ? List.of() : served(told, nowMs, threads);
        List<WaitsView.Waiter> waiters = calls.isEmpty() ? List.of() : waiters(calls, threads, nowMs);
        firstSeen = seenNow;
        return calls.isEmpty() ? null : new WaitsView(pid, startTicks, pidNamespace, "", nowMs, waiters, calls, served);
    }

    private long since(Object wait, long ifNewMs) {
        long sinceMs = firstSeen.getOrDefault(wait, ifNewMs);
        seenNow.put(wait, sinceMs);
        return sinceMs;
    }

    /** Returns the calls, the oldest first. Adds their threads by id, as far as they are known. */
    private List<WaitsView.Call> calls(WaitCollector told, long nowMs, Map<Long, Thread> threads) {
        long nowNs = System.nanoTime();
        List<WaitsView.Call> calls = new ArrayList<>();
        Map<Long, Thread> known = new HashMap<>();
        for (ConnectionWaits connection : told.connections) {
            for (ConnectionWaits.OwnCall call : connection.own) {
                CallKey key = told.key(call.key());
                long ageMs = call.sinceNs() == ConnectionWaits.UNKNOWN_NS ? 0 : (nowNs - call.sinceNs()) / 1_000_000;
                long sinceMs = since(new CallWait(call.key(), call.sinceNs()), nowMs - ageMs);
                if (nowMs - sinceMs >= LEAST_MS) {
                    calls.add(new WaitsView.Call(call.threadId(), key, call.peerPid(), call.method(), sinceMs));
                    known.put(call.threadId(), call.thread());
                }
            }
        }
        calls.sort(Comparator.comparingLong(WaitsView.Call::sinceMs));
        List<WaitsView.Call> oldest = calls.subList(0, Math.min(calls.size(), WaitsFormat.MOST_CALLS));
        oldest.forEach(call -> threads.put(call.thread(), known.get(call.thread())));
        return oldest;
    }

    /** Returns the calls, the oldest first. Adds their threads. */
    private List<WaitsView.Served> served(WaitCollector told, long nowMs, Map<Long, Thread> threads) {
        ExecutorThreads executors = new ExecutorThreads();
        Map<WaitsView.Served, ConnectionWaits.Behind> all = new LinkedHashMap<>();
        for (ConnectionWaits connection : told.connections) {
            for (ConnectionWaits.Behind call : connection.behind) {
                if (call.thread() != null && call.executor() != null) {
                    executors.add(call.executor(), call.thread());
                }
                long sinceMs = since(List.of(call.key(), call.state()), nowMs);
                all.put(new WaitsView.Served(told.key(call.key()), call.state(), sinceMs, List.of()), call);
            }
        }
        return all.keySet().stream()
                .filter(call -> call.key().isKnown())
                .sorted(Comparator.comparingLong(WaitsView.Served::sinceMs))
                .limit(WaitsFormat.MOST_SERVED)
                .map(call -> withThreads(call, all.get(call), executors, threads))
                .toList();
    }

    private static WaitsView.Served withThreads(
            WaitsView.Served call, ConnectionWaits.Behind told, ExecutorThreads executors, Map<Long, Thread> threads) {
        Set<Long> ids = new TreeSet<>(told.holders());
        ids.forEach(id -> threads.putIfAbsent(id, null));
        Set<Thread> known = told.thread() != null
                ? Set.of(told.thread())
                : told.executor() != null ? executors.of(told.executor()) : Set.of();
        for (Thread each : known) {
            ids.add(each.getId());
            threads.put(each.getId(), each);
        }
        return new WaitsView.Served(call.key(), call.state(), call.sinceMs(), List.copyOf(ids));
    }

    private List<WaitsView.Waiter> waiters(List<WaitsView.Call> calls, Map<Long, Thread> threads, long nowMs) {
        Map<Long, Object> waits = new HashMap<>();
        calls.forEach(call -> waits.put(call.thread(), call));
        Map<Long, ThreadLook.Seen> seen = jvm == null ? Map.of() : jvm.look(threads.keySet(), WaitsFormat.MOST_THREADS);
        Map<Long, Stack> taken = new HashMap<>();
        List<WaitsView.Waiter> waiters = new ArrayList<>();
        seen.forEach((id, each) -> {
            long sinceMs = 0;
            if (each.owner() != 0) {
                LockWait wait = new LockWait(id, each.owner(), each.times());
                sinceMs = since(wait, nowMs);
                waits.putIfAbsent(id, wait);
            }
            String stack = stack(id, threads.get(id), waits.get(id), taken);
            waiters.add(new WaitsView.Waiter(id, each.name(), each.owner(), each.lock(), sinceMs, stack));
        });
        threads.forEach((id, thread) -> { // virtual threads, or all threads if the JVM tells nothing
            if (!seen.containsKey(id) && thread != null && waiters.size() < WaitsFormat.MOST_THREADS) {
                String stack = stack(id, thread, waits.get(id), taken);
                waiters.add(new WaitsView.Waiter(id, thread.getName(), 0, "", 0, stack));
            }
        });
        stacks = taken;
        return waiters;
    }

    /** Returns the stack of a thread. A thread that waits for the same as at the last look keeps its stack. */
    private String stack(long id, Thread thread, Object wait, Map<Long, Stack> taken) {
        if (wait == null || taken.size() == MOST_STACKS) {
            return "";
        }
        Stack known = stacks.get(id);
        if (known == null || !known.of().equals(wait)) {
            StackTraceElement[] frames = jvm == null ? new StackTraceElement[0] : jvm.stack(id);
            known = new Stack(wait, text(frames.length == 0 && thread != null ? thread.getStackTrace() : frames));
        }
        taken.put(id, known);
        return known.text();
    }

    /** Returns the frames without Nearcall's own. */
    private static String text(StackTraceElement[] frames) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : frames) {
            String type = frame.getClassName();
            if (type.startsWith("io.nearcall.internal.") || type.startsWith("io.nearcall.ipc.")) {
                continue;
            }
            // The same frame without its module and class loader.
            StackTraceElement plain =
                    new StackTraceElement(type, frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
            String line = plain.toString();
            if (text.length() + line.length() >= WaitsFormat.MAX_STACK_BYTES) {
                break;
            }
            text.append(text.length() == 0 ? "" : "\n").append(line);
        }
        return text.toString();
    }
}

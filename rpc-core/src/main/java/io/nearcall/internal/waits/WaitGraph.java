// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which threads wait for which, as several processes have shown. Their files may have any content. One thread. */
public final class WaitGraph {

    /*
     * A thread waits for one thing: a call or a lock. Behind a call is the thread that runs it, or that runs earlier
     * calls. Behind a queued call are all threads of an executor, and behind a call without a lane all threads that
     * have lanes. Any one of these would do. A thread can never go on if none of the threads behind its wait can. So
     * the threads that can go on are removed, from the ends on, until none is left. The rest are cycles, and threads
     * that lead to them.
     *
     * Each process looks at its own time. A wait is known to have lasted from when it was first seen until the last
     * look of its process. If one moment lies in all waits of a cycle, all of them existed at that moment, so the cycle
     * is real and not an effect of different looks. A thread is known to run a call, or to have a lane, for as long as
     * it waits itself, because it has done nothing else meanwhile. A cycle without such a moment is not reported.
     */

    /**
     * How long all waits of a cycle must be seen together, in milliseconds. The clock may be set, and is not read at
     * the same moment as the threads.
     */
    private static final long TOGETHER_MS = 100;

    /** The most cycles that are looked for. */
    private static final int MOST_CYCLES = 64;

    private record ThreadKey(int pid, long startTicks, String pidNamespace, long thread) {}

    /** Threads of one process. */
    private record Group(int pid, long startTicks, String pidNamespace, List<Long> threads) {}

    /** A call in progress, and the process that has it. */
    private record Found(WaitsView process, WaitsView.Served served) {}

    private final Map<ThreadKey, WaitNode> nodes = new LinkedHashMap<>();
    private final Map<CallKey, Found> served = new HashMap<>();

    /** The threads behind waits. Many calls wait for the threads of few executors, so each group is made only once. */
    private final Map<Group, List<WaitNode>> groups = new HashMap<>();

    private WaitGraph() {}

    /** Returns the graph of what each process has written last. */
    public static WaitGraph of(Collection<WaitsView> processes) {
        WaitGraph graph = new WaitGraph();
        processes.forEach(graph::addServed);
        processes.forEach(graph::addThreads);
        graph.nodes.values().forEach(graph::join);
        return graph;
    }

    private void addServed(WaitsView process) {
        for (WaitsView.Served each : process.served()) {
            if (each.key().isKnown()) {
                Found found = new Found(process, each);
                served.merge(each.key(), found, WaitGraph::either);
                if (each.state() == CallState.RUNS_FIRST) {
                    served.merge(each.key().ofLane(), found, WaitGraph::either);
                }
            }
        }
    }

    /** A call runs in one process. If two processes claim it, its threads count as unknown. */
    private static Found either(Found one, Found other) {
        if (!one.process().isOfSameProcess(other.process())) {
            WaitsView.Served call = one.served();
            return new Found(
                    one.process(), new WaitsView.Served(call.key(), CallState.QUEUED, call.sinceMs(), List.of()));
        }
        return one.process().lookedMs() >= other.process().lookedMs() ? one : other;
    }

    private void addThreads(WaitsView process) {
        Map<Long, WaitsView.Call> calls = new HashMap<>();
        process.calls().forEach(call -> calls.put(call.thread(), call));
        for (WaitsView.Waiter thread : process.threads()) {
            add(new WaitNode(process, thread, calls.remove(thread.id())));
        }
        calls.values().forEach(call -> add(new WaitNode(process, unnamed(call.thread()), call)));
    }

    private static WaitsView.Waiter unnamed(long id) {
        return new WaitsView.Waiter(id, "", 0, "", 0, "");
    }

    private void add(WaitNode node) {
        nodes.merge(key(node.process(), node.thread().id()), node, (one, other) -> one.waits() ? one : other);
    }

    private static ThreadKey key(WaitsView process, long thread) {
        return new ThreadKey(process.pid(), process.startTicks(), process.pidNamespace(), thread);
    }

    private void join(WaitNode node) {
        if (node.call() != null) {
            Found found = behind(node.call().key());
            if (found != null) {
                node.found(found.served(), nodes(found.process(), found.served().threads()));
            }
        } else if (node.thread().lockOwner() != 0) {
            node.found(null, nodes(node.process(), List.of(node.thread().lockOwner())));
        }
    }

    /**
     * Returns null if no process is known to have the call. A call that no process has read yet waits for the call that
     * its lane runs.
     */
    private Found behind(CallKey call) {
        Found found = served.get(call);
        Found first = found == null ? served.get(call.ofLane()) : null;
        if (first == null || first.served().key().callId() >= call.callId()) {
            return found;
        }
        WaitsView.Served run = first.served();
        return new Found(
                first.process(), new WaitsView.Served(call, CallState.AWAITS_TURN, run.sinceMs(), run.threads()));
    }

    /** Returns the same list for the same threads. */
    private List<WaitNode> nodes(WaitsView process, List<Long> threads) {
        return groups.computeIfAbsent(
                new Group(process.pid(), process.startTicks(), process.pidNamespace(), threads),
                unused -> threads.stream()
                        .distinct()
                        .map(thread -> node(process, thread))
                        .toList());
    }

    private WaitNode node(WaitsView process, long thread) {
        WaitNode known = nodes.get(key(process, thread));
        return known != null ? known : new WaitNode(process, unnamed(thread), null);
    }

    /** Returns the threads that wait. */
    public List<WaitNode> waits() {
        return nodes.values().stream().filter(WaitNode::waits).toList();
    }

    /** Returns each cycle once, with all threads that it depends on, if its waits have been seen at one moment. */
    public List<WaitCycle> cycles() {
        Set<WaitNode> stuck = stuck();
        Set<WaitNode> visited = new LinkedHashSet<>();
        List<WaitCycle> cycles = new ArrayList<>();
        for (WaitNode start : stuck) {
            Set<WaitNode> path = new LinkedHashSet<>();
            WaitNode next = start;
            while (visited.add(next)) {
                path.add(next);
                next = next.behind().get(0);
            }
            if (path.contains(next)) { // otherwise it led to a thread visited before
                WaitCycle cycle = new WaitCycle(around(next), reachable(next));
                if (cycle.togetherMs() >= TOGETHER_MS) {
                    cycles.add(cycle);
                }
                if (cycles.size() == MOST_CYCLES) {
                    break;
                }
            }
        }
        return cycles;
    }

    /** Returns the threads that cannot go on before others that cannot go on either. */
    private Set<WaitNode> stuck() {
        Set<WaitNode> stuck = new LinkedHashSet<>(nodes.values());
        Deque<WaitNode> free = new ArrayDeque<>();
        Map<List<WaitNode>, List<WaitNode>> waiting = new IdentityHashMap<>(); // by the group behind
        Map<WaitNode, List<List<WaitNode>>> groupsOf = new HashMap<>();
        for (WaitNode node : nodes.values()) {
            if (node.behind().isEmpty()) {
                free.add(node);
            } else {
                waiting.computeIfAbsent(node.behind(), unused -> new ArrayList<>())
                        .add(node);
            }
        }
        for (List<WaitNode> group : waiting.keySet()) {
            for (WaitNode member : group) {
                groupsOf.computeIfAbsent(member, unused -> new ArrayList<>()).add(group);
                if (!stuck.contains(member)) {
                    free.add(member); // nothing is known of this thread
                }
            }
        }
        while (!free.isEmpty()) {
            WaitNode gone = free.remove();
            stuck.remove(gone);
            List<List<WaitNode>> in = groupsOf.remove(gone);
            for (List<WaitNode> group : in == null ? List.<List<WaitNode>>of() : in) {
                List<WaitNode> freed = waiting.remove(group);
                free.addAll(freed == null ? List.of() : freed);
            }
        }
        return stuck;
    }

    private static List<WaitNode> around(WaitNode start) {
        List<WaitNode> around = new ArrayList<>();
        WaitNode next = start;
        do {
            around.add(next);
            next = next.behind().get(0);
        } while (next != start);
        return around;
    }

    private static Set<WaitNode> reachable(WaitNode start) {
        Set<WaitNode> reached = new LinkedHashSet<>(List.of(start));
        Deque<WaitNode> open = new ArrayDeque<>(reached);
        Set<List<WaitNode>> groups = Collections.newSetFromMap(new IdentityHashMap<>());
        while (!open.isEmpty()) {
            List<WaitNode> next = open.remove().behind();
            if (groups.add(next)) {
                next.stream().filter(reached::add).forEach(open::add);
            }
        }
        return reached;
    }
}

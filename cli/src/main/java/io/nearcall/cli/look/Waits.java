// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.ExitCodes;
import io.nearcall.cli.JsonLine;
import io.nearcall.internal.waits.CallState;
import io.nearcall.internal.waits.WaitCycle;
import io.nearcall.internal.waits.WaitGraph;
import io.nearcall.internal.waits.WaitNode;
import io.nearcall.internal.waits.WaitsView;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists which threads wait for which. */
@Command(
        name = "waits",
        description = "Lists the threads that wait long for calls, what these wait for, and threads that wait for each "
                + "other. Asks no service.",
        mixinStandardHelpOptions = true)
public final class Waits implements Callable<Integer> {

    private static final String NOTHING = "-";
    private static final String DEAD = "dead";

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "SERVICE",
            description = "Lists only waits for calls of this service, and what these lead to.")
    private String service;

    @Option(names = "--cycles", description = "Lists only threads that wait for each other, with their stacks.")
    private boolean onlyCycles;

    @Option(names = "--json", description = "One JSON object for each thread that waits.")
    private boolean json;

    private Surroundings surroundings; // made when this verb runs, because each run makes the objects of all verbs

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        surroundings = new Surroundings();
        WaitGraph graph = WaitGraph.of(surroundings.waits());
        List<WaitCycle> cycles = graph.cycles().stream().filter(this::isWanted).toList();
        Map<WaitNode, Integer> numbers = new LinkedHashMap<>();
        for (int i = 0; i < cycles.size(); i++) {
            int number = i + 1;
            cycles.get(i).threads().forEach(thread -> numbers.putIfAbsent(thread, number));
        }
        Collection<WaitNode> shown = onlyCycles ? numbers.keySet() : wanted(graph.waits());
        if (json) {
            shown.forEach(wait -> out.println(json(wait, numbers.getOrDefault(wait, 0))));
        } else {
            print(shown, numbers, cycles, out);
        }
        out.flush();
        return cycles.stream().anyMatch(this::isThere) ? ExitCodes.WAIT_CYCLE : ExitCodes.DONE;
    }

    private boolean isWanted(WaitCycle cycle) {
        return cycle.threads().stream().anyMatch(this::isWanted);
    }

    private boolean isWanted(WaitNode wait) {
        if (service == null || wait.call() == null) {
            return service == null;
        }
        String method = wait.call().method(); // names of services may have dots, too
        return method.substring(0, Math.max(0, method.lastIndexOf('.'))).equals(service);
    }

    /** Returns the wanted waits and those to which they lead. */
    private Set<WaitNode> wanted(List<WaitNode> waits) {
        Set<WaitNode> wanted =
                new LinkedHashSet<>(waits.stream().filter(this::isWanted).toList());
        Deque<WaitNode> open = new ArrayDeque<>(wanted);
        while (!open.isEmpty()) {
            for (WaitNode behind : open.remove().behind()) {
                if (behind.waits() && wanted.add(behind)) {
                    open.add(behind);
                }
            }
        }
        return wanted;
    }

    /** Returns whether all processes of a cycle exist. A cycle with a dead process is history. */
    private boolean isThere(WaitCycle cycle) {
        return cycle.threads().stream().noneMatch(wait -> state(wait).equals(DEAD));
    }

    private String state(WaitNode wait) {
        return surroundings.state(wait.process());
    }

    private void print(
            Collection<WaitNode> waits, Map<WaitNode, Integer> numbers, List<WaitCycle> cycles, PrintWriter out) {
        if (!onlyCycles) {
            Table table = new Table("PID", "THREAD", "WAITS FOR", "FOR", "IN", "THREAD", "STATE", "CYCLE");
            for (WaitNode wait : waits) {
                Integer number = numbers.get(wait);
                table.add(
                        wait.process().pid(),
                        name(wait),
                        wait.what(),
                        age(wait),
                        behindPid(wait),
                        behind(wait),
                        state(wait),
                        number == null ? NOTHING : number);
            }
            table.print(out);
        }
        for (int i = 0; i < cycles.size(); i++) {
            if (!onlyCycles || i > 0) {
                out.println();
            }
            out.println("cycle " + (i + 1) + ":");
            cycles.get(i).lines().forEach(line -> out.println("  " + line));
        }
    }

    private static String name(WaitNode thread) {
        String name = thread.thread().name();
        return name.isEmpty() ? Long.toString(thread.thread().id()) : name;
    }

    /** Returns the time until now. For a process that does not go on, returns the time until it was last seen. */
    private String age(WaitNode wait) {
        WaitsView process = wait.process();
        boolean goesOn = state(wait).equals("alive");
        return Figures.age((goesOn ? System.currentTimeMillis() : process.lookedMs()) - wait.sinceMs());
    }

    private static int behindPid(WaitNode wait) {
        if (!wait.behind().isEmpty()) {
            return wait.behind().get(0).process().pid();
        }
        return wait.call() != null ? wait.call().peerPid() : wait.process().pid();
    }

    private static String behind(WaitNode wait) {
        if (wait.behind().isEmpty()) {
            return NOTHING;
        }
        if (wait.callState() == CallState.QUEUED) {
            return "an executor's " + wait.behind().size();
        }
        return wait.behind().size() == 1
                ? name(wait.behind().get(0))
                : "any of " + wait.behind().size();
    }

    private JsonLine json(WaitNode wait, int cycle) {
        return new JsonLine()
                .put("pid", wait.process().pid())
                .put("thread", name(wait))
                .put("state", state(wait))
                .put("kind", wait.kind())
                .put(
                        "what",
                        wait.call() != null
                                ? wait.call().method()
                                : wait.thread().lock())
                .put("since", Instant.ofEpochMilli(wait.sinceMs()).toString())
                .put("behindPid", behindPid(wait))
                .put("behind", wait.behind().stream().map(Waits::name).toList())
                .put("queued", wait.callState() != null && !wait.callState().isRun())
                .put("cycle", cycle)
                .put("stack", wait.thread().frames());
    }
}

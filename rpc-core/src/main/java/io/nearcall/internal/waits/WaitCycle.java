// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Threads that wait for each other, so that none of them can go on. */
public final class WaitCycle {

    private final Set<WaitNode> all;

    /**
     * A cycle.
     *
     * @param around each waits for the next, the last for the first
     * @param all these, and the other threads of executors that would have to be free, with what they wait for
     */
    WaitCycle(List<WaitNode> around, Collection<WaitNode> all) {
        this.all = new LinkedHashSet<>(around);
        this.all.addAll(all);
    }

    /** Its threads. Each waits for the next; then come others that an executor would have to have free. */
    public List<WaitNode> threads() {
        return List.copyOf(all);
    }

    /** For how long all of it has been seen to be there at the same time; negative if it has not. */
    long togetherMs() {
        long fromMs = all.stream().mapToLong(WaitNode::joinedSinceMs).max().orElseThrow();
        long untilMs =
                all.stream().mapToLong(node -> node.process().lookedMs()).min().orElseThrow();
        return fromMs > untilMs ? -1 : untilMs - fromMs;
    }

    boolean concerns(int pid, long startTicks) {
        return all.stream()
                .anyMatch(node -> node.process().pid() == pid && node.process().startTicks() == startTicks);
    }

    /** What tells it from others. */
    String key() {
        return all.stream().map(WaitNode::key).sorted().collect(Collectors.joining(" "));
    }

    /** What it is, for people, with the stacks. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (WaitNode node : all) {
            lines.add(node.who() + " waits for " + node.what() + ", which " + node.how());
            node.thread().frames().forEach(frame -> lines.add("    at " + frame));
        }
        return lines;
    }
}

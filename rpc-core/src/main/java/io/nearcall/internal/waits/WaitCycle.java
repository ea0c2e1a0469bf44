// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Threads that wait for each other, so none of them can go on. */
public final class WaitCycle {

    private final Set<WaitNode> all;

    /**
     * A cycle.
     *
     * @param around the threads of the cycle: each waits for the next, and the last for the first
     * @param all these threads, and the other threads of executors that would have to be free, with what they wait for
     */
    WaitCycle(List<WaitNode> around, Collection<WaitNode> all) {
        this.all = new LinkedHashSet<>(around);
        this.all.addAll(all);
    }

    /**
     * Returns the threads: first those of which each waits for the next, then others of executors that are not free.
     */
    public List<WaitNode> threads() {
        return List.copyOf(all);
    }

    /** Returns for how long all of its waits have been seen at the same time; negative if they have not. */
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

    /** Returns a key that distinguishes this cycle from others. */
    String key() {
        return all.stream().map(WaitNode::key).sorted().collect(Collectors.joining(" "));
    }

    /** Returns a description for people, with the stacks. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (WaitNode node : all) {
            lines.add(node.who() + " waits for " + node.what() + ", which " + node.how());
            node.thread().frames().forEach(frame -> lines.add("    at " + frame));
        }
        return lines;
    }
}

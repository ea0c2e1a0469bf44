// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.Outcome;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges the calls that were made to processes that died, and how soon they ended. */
final class Deaths {

    /**
     * A process was killed.
     *
     * @param sentNs when the signal was about to be sent
     * @param endNs when the system told its parent, us, of its end: all that it held had to be freed first
     * @param oversleepNs how late a thread woke meanwhile that only slept
     * @param cpuWaitNs how long ours waited for a CPU meanwhile
     * @param large whether it held much memory
     */
    record Death(long sentNs, long endNs, long oversleepNs, long cpuWaitNs, boolean large) {}

    private static final long HUNG_NS = 1_000_000_000;
    /** From a death to a failed call, for 99 of 100. */
    private static final long PROMPT_NS = 50_000_000;

    private static final int ONE_IN = 100;

    private final Tally tally;
    private final List<Long> delaysOfSmallNs = new ArrayList<>();
    private final List<Long> delaysOfLargeNs = new ArrayList<>();
    private final List<Long> endsNs = new ArrayList<>();
    private final List<Long> releasesNs = new ArrayList<>();
    private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
    private int late;

    Deaths(Tally tally) {
        this.tally = tally;
    }

    /** A process has ended, called by any kind of caller. */
    void ended(Death death) {
        endsNs.add(death.endNs - death.sentNs);
    }

    /** A call to a process that has died. {@code begun} are the nonces of the methods that began there. */
    void judge(Attempt attempt, Set<Long> begun, Death death) {
        String fault = attempt.fault(begun.contains(attempt.nonce()));
        if (fault != null) {
            tally.wrong(fault);
            if (attempt.thrown() != null) {
                attempt.thrown().printStackTrace();
            }
        }
        long delayNs = attempt.endNs() - death.sentNs;
        if (attempt.beginNs() - death.sentNs >= 0 || delayNs <= 0 || attempt.thrown() == null) {
            return; // not in flight, or answered all the same
        }
        if (attempt.endNs() - death.endNs > HUNG_NS + death.oversleepNs) {
            tally.hung(attempt + " ended " + delayNs / 1_000 + " us after the signal");
        }
        if (attempt.kind() != null
                && attempt.thrown() instanceof ConnectionLostException lost
                && lost.loss() == Loss.DIED) {
            failed(attempt, lost, death);
        } // or it looked for the next server, as long as it was told to
    }

    private void failed(Attempt attempt, ConnectionLostException lost, Death death) {
        long delayNs = attempt.endNs() - death.sentNs;
        outcomes.merge(lost.outcome(), 1, Integer::sum);
        tally.delay(delayNs);
        (death.large ? delaysOfLargeNs : delaysOfSmallNs).add(delayNs);
        if (attempt.endNs() - death.endNs > PROMPT_NS + death.oversleepNs + death.cpuWaitNs) {
            late++;
        }
    }

    /** All that a dead caller held has been given back. */
    void released(long releasedNs, Death death) {
        long delayNs = releasedNs - death.sentNs;
        releasesNs.add(delayNs);
        if (releasedNs - death.endNs > HUNG_NS + death.oversleepNs) {
            tally.hung(
                    "what a dead caller held was given back " + delayNs / 1_000 + " us after the signal, or not then");
        }
    }

    /** Adds the figures that have no column to the tally. To be called once, at the end. */
    void conclude() {
        note("the parent learned of the end of a process after", endsNs);
        note("calls to small processes failed after", delaysOfSmallNs);
        note("calls to processes of 256 MB failed after", delaysOfLargeNs);
        note("what dead callers held was released after", releasesNs);
        tally.note("the outcomes of failed calls: "
                + outcomes.entrySet().stream()
                        .map(entry ->
                                entry.getValue() + " times " + entry.getKey().name())
                        .collect(Collectors.joining(", ")));
        int count = delaysOfSmallNs.size() + delaysOfLargeNs.size();
        String lateOnes = late + " of " + count + " failed more than 50 ms after the process was gone, beyond the"
                + " delay of a sleeping thread and waits for a CPU";
        // Calls to one process are late together: of the few calls of the short form that is more than one in a
        // hundred.
        if (late > Math.max(Survivor.CALLERS, count / ONE_IN)) {
            tally.wrong(lateOnes);
        } else {
            tally.note(lateOnes);
        }
    }

    /** How many failed calls had that outcome. */
    int count(Outcome outcome) {
        return outcomes.getOrDefault(outcome, 0);
    }

    private void note(String what, List<Long> delaysNs) {
        if (!delaysNs.isEmpty()) {
            delaysNs.sort(null);
            tally.note(String.format(
                    Locale.ROOT,
                    "%s p50 %.1f, p99 %.1f ms (%d)",
                    what,
                    quantileNs(delaysNs, 0.5) / 1e6,
                    quantileNs(delaysNs, 0.99) / 1e6,
                    delaysNs.size()));
        }
    }

    private static long quantileNs(List<Long> sorted, double quantile) {
        return sorted.get((int) Math.min(sorted.size() - 1, quantile * sorted.size()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.NearcallException;
import io.nearcall.OverloadedException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Attempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long after its deadline each call ended that had no answer by then. */
public final class Lateness {

    private static final long LIMIT_NS = 50_000_000;
    /** No call may be that late. For one of a hundred calls the limit above does not hold. */
    private static final long HUNG_NS = 150_000_000;

    private static final double LATE_SHARE = 0.01;

    /**
     * That few moments say nothing about a share: calls that end together are late together when all threads stood
     * still.
     */
    private static final int FEW_MOMENTS = 2;

    private static final long MOMENT_NS = 20_000_000;

    /** A call is woken and runs several times where a nap is once. */
    private static final int WAKES = 4;

    private final Tally tally;
    private final Sleepers sleepers;
    private final boolean mayDie;
    private final Map<String, Integer> ends = new HashMap<>();
    private int ended;
    private final List<Late> late = new ArrayList<>();

    private record Late(long endNs, String text) {
        @Override
        public String toString() {
            return text;
        }
    }

    /** Compares with sleepers of the same time. {@code mayDie} says whether calls may end because the peer has died. */
    public Lateness(Tally tally, Sleepers sleepers, boolean mayDie) {
        this.tally = tally;
        this.sleepers = sleepers;
        this.mayDie = mayDie;
    }

    /** Tells the tally of a call, beside how late in the same time a thread woke that only slept. */
    public synchronized void judge(Attempt attempt, long deadlineNs, long oversleepNs) {
        check(attempt, deadlineNs, oversleepNs);
        count(attempt, deadlineNs);
    }

    /**
     * As above, for calls that one thread ends in sequence: the latest counts for all, because they are late together.
     */
    public synchronized void judgeTogether(List<Attempt> attempts, long deadlineNs, long oversleepNs) {
        attempts.forEach(attempt -> check(attempt, deadlineNs, oversleepNs));
        attempts.stream()
                .max(Comparator.comparingLong(attempt -> overshootNs(attempt, deadlineNs)))
                .ifPresent(latest -> count(latest, deadlineNs));
    }

    private void check(Attempt attempt, long deadlineNs, long oversleepNs) {
        String end = attempt.thrown() == null
                ? "answered"
                : attempt.thrown().getClass().getSimpleName();
        ends.merge(end, 1, Integer::sum);
        if (!isLegal(attempt)) {
            tally.wrong(
                    attempt + " with a deadline of " + deadlineNs / 1_000_000 + " ms ended with " + attempt.thrown());
        }
        long overshootNs = overshootNs(attempt, deadlineNs);
        if (isForDead(attempt)) {
            return;
        }
        if (overshootNs > HUNG_NS + 2 * oversleepNs) {
            tally.hung(attempt + " ended " + overshootNs / 1_000 + " us after its deadline of "
                    + deadlineNs / 1_000_000 + " ms with " + attempt.thrown() + "; who only slept woke "
                    + oversleepNs / 1_000 + " us late");
        }
    }

    /** Whoever looks for a dead server sweeps its name, on a disk that may still be busy with its core. */
    private boolean isForDead(Attempt attempt) {
        return mayDie && attempt.thrown() instanceof ServiceNotFoundException;
    }

    private static long overshootNs(Attempt attempt, long deadlineNs) {
        return attempt.endNs() - attempt.beginNs() - deadlineNs;
    }

    private void count(Attempt attempt, long deadlineNs) {
        long overshootNs = overshootNs(attempt, deadlineNs);
        if (isForDead(attempt)) {
            return;
        }
        if (attempt.thrown() instanceof DeadlineExceededException || overshootNs > 0) {
            ended++;
            tally.delay(Math.max(0, overshootNs));
            if (overshootNs > LIMIT_NS) {
                String text = attempt + " with " + deadlineNs / 1_000_000 + " ms: " + attempt.thrown();
                late.add(new Late(attempt.endNs(), text));
            }
        }
    }

    private boolean isLegal(Attempt attempt) {
        Throwable thrown = attempt.thrown();
        return thrown == null
                || thrown instanceof DeadlineExceededException
                || thrown instanceof OverloadedException
                || attempt.kind() == null && thrown instanceof ServiceNotFoundException
                || mayDie && thrown instanceof ConnectionLostException
                || mayDie
                        && thrown instanceof NearcallException failure
                        && failure.outcome().isSafeToRepeat();
    }

    /** The figures, at the end. */
    public synchronized void conclude() {
        double share = (double) late.size() / Math.max(1, ended);
        String figures = String.format(
                "%,d calls ended at their deadline, %.1f %% of them more than 50 ms late; so were %.1f %% of the naps of"
                        + " sleeping threads",
                ended, 100 * share, 100 * sleepers.lateShare());
        tally.note(figures);
        tally.note("outcomes: " + ends);
        if (lateBesidesFewMoments() > ended * (LATE_SHARE + WAKES * sleepers.lateShare())) {
            tally.hung(figures + ": " + late);
        }
    }

    /** How many were late, except in the moments with the most late calls. */
    private int lateBesidesFewMoments() {
        late.sort(Comparator.comparingLong(Late::endNs));
        List<Integer> ofEachMoment = new ArrayList<>();
        for (int i = 0; i < late.size(); i++) {
            int last = ofEachMoment.size() - 1;
            if (i > 0 && late.get(i).endNs() - late.get(i - 1).endNs() < MOMENT_NS) {
                ofEachMoment.set(last, ofEachMoment.get(last) + 1);
            } else {
                ofEachMoment.add(1);
            }
        }
        return ofEachMoment.stream()
                .sorted(Comparator.reverseOrder())
                .skip(FEW_MOMENTS)
                .mapToInt(Integer::intValue)
                .sum();
    }
}

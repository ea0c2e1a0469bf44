// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.ManyCallers;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.subject.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What the client JVM does at each command. A <em>turn</em> at a workload goes through all systems, a slice of some
 * 50 ms each, so that the slices that are compared are neighbours in time and share the state that the host's caches are
 * in. Every other turn goes through the systems backwards.
 */
final class ClientWork {

    static final int MANY = 8;

    /** A variant of the floor is little code, most of it shared by all of them. */
    static final int FLOOR_WARM_UP_SHARE = 3;

    private final List<Subject> subjects;
    private final AllocationMeter allocation;
    private final ManyCallers manyCallers = new ManyCallers(MANY);
    private final List<Tally> tallies = new ArrayList<>();

    ClientWork(List<Subject> subjects, AllocationMeter allocation) {
        this.subjects = subjects;
        this.allocation = allocation;
        for (Workload workload : Workload.values()) {
            for (int callers : new int[] {1, MANY}) {
                for (Subject subject : subjects) {
                    if (isMeasured(subject, workload, callers)) {
                        tallies.add(new Tally(subject, workload, callers));
                    }
                }
            }
        }
    }

    /** Several callers only where that says more than another workload does. */
    private static boolean isMeasured(Subject subject, Workload workload, int callers) {
        return subject.supports(workload, callers)
                && (callers == 1 || workload != Workload.SILENCE && !workload.isText());
    }

    /** Calls every system until it gets no faster, in both JVMs; nothing is counted. Tells of all but the floor's variants. */
    List<WarmUp> warm(Workload workload, WarmUp.Patience patience) throws Exception {
        List<WarmUp> found = new ArrayList<>();
        for (Subject subject : subjects) {
            if (Floor.isVariant(subject.name())) {
                if (isMeasured(subject, workload, 1)) {
                    warm(subject, workload, 1, patience.ofSlicesDividedBy(FLOOR_WARM_UP_SHARE));
                }
            } else {
                for (int callers : new int[] {1, MANY}) {
                    if (isMeasured(subject, workload, callers)) {
                        found.add(warm(subject, workload, callers, patience));
                    }
                }
            }
        }
        return found;
    }

    private WarmUp warm(Subject subject, Workload workload, int callers, WarmUp.Patience patience) throws Exception {
        return callers == 1
                ? WarmUp.of(
                        subject.name(),
                        workload.title(),
                        patience,
                        (durationNs, samples) -> subject.slice(workload, durationNs, samples))
                : WarmUp.of(
                        subject.name(),
                        workload.title() + ", " + callers + " callers",
                        patience.ofSeveralCallers(),
                        (durationNs, samples) -> manyCallers.slice(subject, workload, durationNs, samples));
    }

    void turn(Workload workload, long sliceNs, boolean backwards) throws Exception {
        turnOfOne(workload, sliceNs, backwards);
        for (Tally tally : inTurn(workload, MANY, backwards)) {
            tally.wallNs += manyCallers.slice(tally.subject, workload, sliceNs, tally.samples);
        }
    }

    /** Nothing of this JVM is called for a while. */
    void rest() throws Exception {
        for (Subject subject : subjects) {
            subject.rest();
        }
    }

    private void turnOfOne(Workload workload, long sliceNs, boolean backwards) throws Exception {
        for (Tally tally : inTurn(workload, 1, backwards)) {
            Samples slice = new Samples();
            tally.subject.slice(workload, sliceNs, slice);
            tally.samples.add(slice);
            tally.turnsP50Ns.add(slice.p50Ns());
        }
    }

    /** Calls after silence, {@code count} of each system, the systems in turn. */
    void silence(int count) throws Exception {
        List<Tally> silent = inTurn(Workload.SILENCE, 1);
        for (int i = 0; i < count; i++) {
            for (Tally tally : silent) {
                tally.samples.addSingle(tally.subject.callAfterNs(Workload.SILENCE, Workload.SILENCE_NS));
            }
        }
    }

    /** Counts what one call allocates, with one caller. */
    void allocation() throws Exception {
        for (Workload workload : Workload.BUSY) {
            for (Tally tally : inTurn(workload, 1)) {
                if (!Floor.isVariant(tally.subject.name())) {
                    allocation.measure(tally);
                }
            }
        }
    }

    List<Measurement> results() {
        return Floor.measurements(
                tallies.stream().filter(tally -> tally.samples.calls() > 0).toList());
    }

    private List<Tally> inTurn(Workload workload, int callers) {
        return inTurn(workload, callers, false);
    }

    private List<Tally> inTurn(Workload workload, int callers, boolean backwards) {
        List<Tally> chosen = new ArrayList<>(tallies);
        chosen.removeIf(tally -> tally.workload != workload || tally.callers != callers);
        if (backwards) {
            Collections.reverse(chosen);
        }
        return chosen;
    }
}

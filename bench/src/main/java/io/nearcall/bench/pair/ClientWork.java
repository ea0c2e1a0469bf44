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
 * The work of the client JVM for each command. A <em>turn</em> at a workload goes through all systems, with a slice of
 * about 50 ms each. So the slices that are compared are neighbours in time, and the host's caches are in the same
 * state. Every other turn goes through the systems in reverse order.
 */
final class ClientWork {

    static final int MANY = 8;

    /** Divides the warm-up of a variant of the floor: it is little code, and the variants share most of it. */
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

    /** Measures several callers only where the result says more than another workload does. */
    private static boolean isMeasured(Subject subject, Workload workload, int callers) {
        return subject.supports(workload, callers)
                && (callers == 1 || workload != Workload.SILENCE && !workload.isText());
    }

    /** Calls every system until it gets no faster, in both JVMs. Not counted. Returns all but the floor's variants. */
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

    /** Lets all systems rest: this JVM makes no calls for a while. */
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

    /** Makes calls after silence, {@code count} of each system. The systems take turns. */
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

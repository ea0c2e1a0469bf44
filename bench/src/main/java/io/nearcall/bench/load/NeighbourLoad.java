// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.ManyCallers;
import io.nearcall.bench.measure.MeasuringLoop;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.subject.Calls;
import io.nearcall.bench.subject.Subject;
import java.util.ArrayList;
import java.util.List;

/** Calls by one caller and by several, while other processes want every CPU all the time. */
final class NeighbourLoad implements LoadClientMain.Load {

    /** The name in tables and files. */
    static final String NAME = "busy neighbours";

    static final String PING_MEDIAN = "ping, p50, us";
    static final String PING_MEAN = "ping, mean, us";
    static final String PING_LONGEST = "ping, the longest, ms";
    static final String RATE = "calls of add per second, 8 callers";

    private static final int CALLERS = 8;

    private final List<Subject> subjects;

    NeighbourLoad(List<Subject> subjects) {
        this.subjects = subjects;
    }

    @Override
    public List<LoadFigure> turn(long sliceNs, boolean backwards) throws Exception {
        List<LoadFigure> found = new ArrayList<>();
        for (Subject subject : Turn.of(subjects, backwards)) {
            ping(subject, sliceNs, found);
        }
        try (ManyCallers callers = new ManyCallers(CALLERS)) {
            for (Subject subject : Turn.of(subjects, backwards)) {
                Samples samples = new Samples();
                long wallNs = callers.slice(subject, Workload.ADD, sliceNs, samples);
                found.add(figure(subject, RATE, samples.calls() * 1e9 / wallNs));
            }
        }
        return found;
    }

    /** Times each call alone: reading the clock costs nothing compared with a neighbour. */
    private static void ping(Subject subject, long sliceNs, List<LoadFigure> found) throws Exception {
        Samples samples = new Samples();
        try (Calls calls = subject.open(Workload.PING)) {
            MeasuringLoop.run(calls, 1, sliceNs, samples);
        }
        found.add(figure(subject, PING_MEDIAN, samples.p50Ns() / 1e3));
        found.add(figure(subject, PING_MEAN, samples.meanNs() / 1e3));
        found.add(figure(subject, PING_LONGEST, samples.longestNs() / 1e6));
    }

    private static LoadFigure figure(Subject subject, String quantity, double value) {
        return new LoadFigure(NAME, subject.name(), quantity, List.of(value));
    }
}

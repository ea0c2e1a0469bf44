// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Checks whether the floor is a lower bound: nothing that carries the same bytes between the same two JVMs may be
 * faster. A median over the pairs that is below the floor is a fault of this bench, which has missed a faster way. A
 * single pair may be below the floor by chance.
 */
public final class FloorCheck {

    private static final double LEAST_RATIO = 0.95;

    /** A median of fewer pairs is nearly the value of a single pair. */
    private static final int LEAST_PAIRS = 3;

    private final Results results;

    public FloorCheck(Results results) {
        this.results = results;
    }

    /** Returns what makes the run worthless, in a sentence each. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (Measurement key : results.pairs().get(0).measurements()) {
            List<Double> ratios = results.pairs().stream()
                    .filter(pair -> !pair.isDisturbedAt(key.workload()))
                    .flatMap(pair -> pair.find(key.system(), key.workload(), key.threads()).stream())
                    .filter(FloorCheck::isCompared)
                    .map(Measurement::ratioToFloor)
                    .toList();
            if (ratios.size() >= LEAST_PAIRS && Median.of(ratios) < LEAST_RATIO) {
                faults.add(sentence(key.system(), key.workload(), Median.of(ratios)) + ", the median of "
                        + ratios.size() + " pairs: the floor is none");
            }
        }
        return faults;
    }

    /** Returns where a single pair was below its floor, in a line each. All sizes are those of one pair. */
    public List<String> marks(List<Transfer> transfers) {
        List<String> marks = new ArrayList<>();
        for (int i = 0; i < results.pairs().size(); i++) {
            for (Measurement each : results.pairs().get(i).measurements()) {
                if (isCompared(each) && each.ratioToFloor() < LEAST_RATIO) {
                    marks.add(sentence(each.system(), each.workload(), each.ratioToFloor()) + ", in pair " + (i + 1));
                }
            }
        }
        for (Transfer floor : transfers) {
            transfers.stream()
                    .filter(own -> floor.system().equals(FloorSubject.NAME)
                            && own.is(NearcallSubject.NAME, floor.requestBytes(), floor.replyBytes())
                            && own.p50Ns() < LEAST_RATIO * floor.p50Ns())
                    .forEach(own -> marks.add(String.format(
                            Locale.ROOT,
                            "%s, %,d bytes there and %,d back: %.2f of the floor",
                            own.system(),
                            own.requestBytes(),
                            own.replyBytes(),
                            own.p50Ns() / floor.p50Ns())));
        }
        return marks;
    }

    private static boolean isCompared(Measurement each) {
        return each.variant() == null
                && each.ratioToFloor() != null
                && !each.system().equals(KryoRoundTrip.NAME);
    }

    private static String sentence(String system, Workload workload, double ratio) {
        return String.format(Locale.ROOT, "%s, %s: %.2f of the floor", system, workload.title(), ratio);
    }
}

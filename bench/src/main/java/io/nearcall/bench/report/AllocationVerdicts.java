// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.List;
import java.util.stream.Stream;

/** The targets of what a call allocates, one line each. */
public final class AllocationVerdicts {

    /** The meter's own allocation per call of a measurement is below this. An object has at least 16 bytes. */
    private static final double NO_ALLOCATION_BYTES = 0.1;

    private static final String OWN = NearcallSubject.NAME;

    private final Results results;

    public AllocationVerdicts(Results results) {
        this.results = results;
    }

    public List<Verdict> all() {
        return Stream.of(
                        primitive(Workload.PING),
                        primitive(Workload.ADD),
                        Verdict.atMost(
                                "order: bytes allocated beyond the objects of one order, on the side with more, 0",
                                NO_ALLOCATION_BYTES,
                                results.pairs().stream()
                                        .flatMap(AllocationVerdicts::beyondAnOrder)
                                        .toList()))
                .map(verdict -> verdict.in(VerdictGroup.RESOURCES))
                .toList();
    }

    private Verdict primitive(Workload workload) {
        return Verdict.atMost(
                workload.title() + ": bytes allocated on both sides, 0",
                NO_ALLOCATION_BYTES,
                results.pairs().stream()
                        .flatMap(pair -> measured(pair, workload))
                        .map(own -> own.clientAllocBytesPerCall() + own.serverAllocBytesPerCall())
                        .toList());
    }

    /** Kryo allocates an order's own objects, and nothing else, when it reads an order in the client JVM. */
    private static Stream<Double> beyondAnOrder(PairResults pair) {
        return measured(pair, Workload.ORDER)
                .flatMap(own -> pair.find(KryoRoundTrip.NAME, Workload.ORDER, 1).stream()
                        .filter(kryo -> kryo.clientAllocBytesPerCall() != null)
                        .map(kryo -> Math.max(own.clientAllocBytesPerCall(), own.serverAllocBytesPerCall())
                                - kryo.clientAllocBytesPerCall()));
    }

    private static Stream<Measurement> measured(PairResults pair, Workload workload) {
        return pair.find(OWN, workload, 1).stream()
                .filter(own -> own.clientAllocBytesPerCall() != null && own.serverAllocBytesPerCall() != null);
    }
}

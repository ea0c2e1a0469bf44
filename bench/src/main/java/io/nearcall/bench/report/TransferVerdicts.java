// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import java.util.List;
import java.util.stream.Stream;

/** The targets of long arrays there and back, one line each: half the speed of a plain copy through a shared ring. */
public final class TransferVerdicts {

    private static final List<Integer> LENGTHS_BYTES = List.of(1 << 20, 128 << 20);
    private static final double LIMIT = 2;

    private final List<Transfer> transfers;

    public TransferVerdicts(List<Transfer> transfers) {
        this.transfers = transfers;
    }

    public List<Verdict> all() {
        return LENGTHS_BYTES.stream()
                .map(length -> Verdict.atMost(
                                "byte[] of " + (length >> 20) + " MiB: x the floor, at most " + LIMIT,
                                LIMIT,
                                ratio(length))
                        .in(VerdictGroup.PAYLOADS))
                .toList();
    }

    private List<Double> ratio(int length) {
        return find(NearcallSubject.NAME, length)
                .flatMap(own -> find(FloorSubject.NAME, length).map(floor -> own.p50Ns() / floor.p50Ns()))
                .toList();
    }

    private Stream<Transfer> find(String system, int length) {
        return transfers.stream().filter(each -> each.is(system, length, length));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.floor.FloorKind;
import java.io.IOException;
import java.util.Set;

/** The floor whose sides make an object of each message, as every call with arrays or strings does. */
public final class FreshFloorSubject implements Subject {

    /** The name in tables and files. */
    public static final String NAME = "floor-fresh";

    private static final Set<Workload> ARRAYS = Set.of(Workload.BYTES_40, Workload.BYTES_4000, Workload.BYTES_40000);

    private final FloorSubject floor;

    /** @param floor provides the memory and the responder: both subjects take turns */
    public FreshFloorSubject(FloorSubject floor) {
        this.floor = floor;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return callers == 1 && (workload.isText() || ARRAYS.contains(workload));
    }

    @Override
    public Calls open(Workload workload) throws IOException {
        return floor.open(
                workload.requestBytes(), workload.replyBytes(), workload.isText() ? FloorKind.TEXTS : FloorKind.ARRAYS);
    }
}

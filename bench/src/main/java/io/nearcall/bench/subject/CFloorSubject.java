// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Samples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The floor in C, between two processes of its own ({@code floor.c}): shows that the floor in Java is one. */
public final class CFloorSubject implements Subject {

    /** As it stands in tables and files. */
    public static final String NAME = "floor-c";

    private static final int WORDS_PER_SAMPLE = 2;

    private final CProgram process;

    /** @param program the compiled {@code floor.c} */
    public CFloorSubject(String program) throws IOException {
        process = new CProgram("the floor in C", List.of(program));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return callers == 1 && workload != Workload.SILENCE && !workload.isText();
    }

    @Override
    public Calls open(Workload workload) {
        throw new UnsupportedOperationException("its calls are made by another process");
    }

    @Override
    public void slice(Workload workload, long durationNs, Samples into) throws IOException {
        int callsPerBatch = callsPerBatch(workload);
        process.command(workload.requestBytes() + " " + workload.replyBytes() + " " + callsPerBatch + " " + durationNs);
        long count = process.words(1).getLong();
        ByteBuffer times = process.words(Math.toIntExact(WORDS_PER_SAMPLE * count));
        while (times.hasRemaining()) {
            into.addBatch(times.getLong(), callsPerBatch);
            into.addSingle(times.getLong());
        }
    }
}

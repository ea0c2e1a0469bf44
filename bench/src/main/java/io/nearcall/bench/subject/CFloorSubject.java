// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.floor.FloorVariant;
import io.nearcall.bench.measure.Samples;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The floor in C, between two C processes ({@code floor.c}). No way to call it from Java can be faster. */
public final class CFloorSubject implements Subject {

    /** The name in tables and files: the least of the variants in C. */
    public static final String NAME = "floor-c";

    private static final int WORDS_PER_SAMPLE = 2;

    private final CProgram process;
    private final FloorVariant variant;

    /** @param program the program, compiled from {@code floor.c} */
    public CFloorSubject(String program) throws IOException {
        this(new CProgram("the floor in C", List.of(program)), FloorVariant.PAUSE);
    }

    private CFloorSubject(CProgram process, FloorVariant variant) {
        this.process = process;
        this.variant = variant;
    }

    /** Returns another variant that uses the same program. The variants take turns. */
    public CFloorSubject as(FloorVariant other) {
        return new CFloorSubject(process, other);
    }

    @Override
    public String name() {
        return NAME + "/" + variant.label();
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return callers == 1 && variant.suits(workload);
    }

    @Override
    public Calls open(Workload workload) {
        throw new UnsupportedOperationException("its calls are made by another process");
    }

    @Override
    public void slice(Workload workload, long durationNs, Samples into) throws IOException {
        int callsPerBatch = callsPerBatch(workload);
        ByteBuffer times = run(workload, callsPerBatch, durationNs);
        while (times.hasRemaining()) {
            into.addBatch(times.getLong(), callsPerBatch);
            into.addSingle(times.getLong());
        }
    }

    @Override
    public long callAfterNs(Workload workload, long silenceNs) throws IOException {
        return run(workload, 1, silenceNs).getLong();
    }

    private ByteBuffer run(Workload workload, int callsPerBatch, long durationNs) throws IOException {
        process.command(String.join(
                " ",
                Integer.toString(workload.requestBytes()),
                Integer.toString(workload.replyBytes()),
                Integer.toString(callsPerBatch),
                Long.toString(durationNs),
                Integer.toString(variant.chunkBytes()),
                String.valueOf(variant.waitInC()),
                workload == Workload.SILENCE ? "1" : "0"));
        long count = process.words(1).getLong();
        return process.words(Math.toIntExact(WORDS_PER_SAMPLE * count));
    }
}

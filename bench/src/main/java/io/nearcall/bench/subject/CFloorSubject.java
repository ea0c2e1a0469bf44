// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Samples;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The floor in C, between two processes of its own ({@code floor.c}): shows that the floor in Java is one. */
public final class CFloorSubject implements Subject {

    /** As it stands in tables and files. */
    public static final String NAME = "floor-c";

    private static final int WORDS_PER_SAMPLE = 2;

    private final Process process;
    private final DataInputStream samples;

    /** @param program the compiled {@code floor.c} */
    public CFloorSubject(String program) throws IOException {
        process = new ProcessBuilder(program)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        samples = new DataInputStream(process.getInputStream());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean supports(Workload workload, int callers) {
        return callers == 1 && workload != Workload.SILENCE;
    }

    @Override
    public Calls open(Workload workload) {
        throw new UnsupportedOperationException("its calls are made by another process");
    }

    @Override
    public void slice(Workload workload, long durationNs, Samples into) throws IOException {
        int callsPerBatch = callsPerBatch(workload);
        String command = workload.requestBytes() + " " + workload.replyBytes() + " " + callsPerBatch + " " + durationNs;
        process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.US_ASCII));
        process.getOutputStream().flush();
        long count = words(1).getLong();
        ByteBuffer times = words(Math.toIntExact(WORDS_PER_SAMPLE * count));
        while (times.hasRemaining()) {
            into.addBatch(times.getLong(), callsPerBatch);
            into.addSingle(times.getLong());
        }
    }

    private ByteBuffer words(int count) throws IOException {
        byte[] bytes = samples.readNBytes(count * Long.BYTES);
        if (bytes.length != count * Long.BYTES) {
            throw new EOFException("the floor in C has ended: exit=" + (process.isAlive() ? "?" : process.exitValue()));
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

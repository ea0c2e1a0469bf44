// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.Samples;
import io.nearcall.bench.subject.CProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Two processes in C that pass each other as many bytes as a call carries ({@code handover.c}). */
final class HandOverProgram implements AutoCloseable {

    private static final long NS_PER_MS = 1_000_000;

    private final CProgram process;

    /** @param compiled the program, compiled from {@code handover.c} */
    HandOverProgram(Path compiled, Cpus cpus) throws IOException {
        List<String> command = new ArrayList<>();
        if (!cpus.areBound() && !cpus.client().isEmpty()) {
            command.addAll(List.of("taskset", "-c", cpus.client()));
        }
        command.add(compiled.toString());
        if (cpus.areBound()) {
            command.addAll(List.of(cpus.client(), cpus.server()));
        }
        process = new CProgram("the hand-over in C", command);
    }

    /** Passes as many bytes as an order has, at that pace. Both sides sleep at once when they wait. Blocks. */
    PacedTimes pace(Pace pace) throws IOException {
        long durationNs = pace.calls() * pace.periodNs();
        ByteBuffer times = run(Workload.ORDER, HandOverWay.SLEEP, 1, durationNs, pace.periodNs());
        long[] timesNs = new long[times.remaining() / Long.BYTES];
        times.asLongBuffer().get(timesNs);
        return PacedTimes.of(timesNs, pace.callsPerWindow());
    }

    /** Passes as many bytes as {@code add} has, again and again for that long. Returns the median. Blocks. */
    double addP50Ns(HandOverWay way, long sliceMs) throws IOException {
        int callsPerBatch = Workload.ADD.callsPerBatch();
        Samples samples = new Samples();
        ByteBuffer times = run(Workload.ADD, way, callsPerBatch, sliceMs * NS_PER_MS, 0);
        while (times.hasRemaining()) {
            samples.addBatch(times.getLong(), callsPerBatch);
        }
        return samples.p50Ns();
    }

    private ByteBuffer run(Workload workload, HandOverWay way, int callsPerBatch, long durationNs, long periodNs)
            throws IOException {
        process.command(String.join(
                " ",
                Integer.toString(workload.requestBytes()),
                Integer.toString(workload.replyBytes()),
                way.words(),
                Integer.toString(callsPerBatch),
                Long.toString(durationNs),
                Long.toString(periodNs)));
        return process.words(Math.toIntExact(process.words(1).getLong()));
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}

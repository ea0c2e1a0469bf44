// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.trips;

import io.nearcall.bench.papers.mechanism.Family;
import io.nearcall.bench.papers.mechanism.Payload;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.subject.CProgram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Round trips between two C processes ({@code mechanisms.c}) on one CPU: the kernel's part of Java's round trips. */
public final class KernelTrips implements AutoCloseable {

    private final CProgram program;

    /** @param compiled the program, compiled from {@code mechanisms.c} */
    public KernelTrips(Path compiled, String cpu) throws IOException {
        program = new CProgram("mechanisms in C", List.of("taskset", "-c", cpu, compiled.toString()));
    }

    /** Makes a burst of each mechanism at each shape of bytes. Blocks. */
    public List<Burst> round(List<Shape> shapes, int trips) throws IOException {
        List<Burst> bursts = new ArrayList<>();
        for (Shape shape : shapes) {
            if (shape.payload() == Payload.BYTES) {
                for (Family family : Family.values()) {
                    bursts.add(Burst.of(family.titleInC(), shape, times(family, shape, trips)));
                }
            }
        }
        return bursts;
    }

    private double[] times(Family family, Shape shape, int trips) throws IOException {
        program.command(family.nameInC() + " " + shape.requestBytes() + " " + shape.replyBytes() + " " + trips);
        ByteBuffer words = program.words(trips);
        double[] timesNs = new double[trips];
        for (int i = 0; i < trips; i++) {
            timesNs[i] = words.getLong();
        }
        return timesNs;
    }

    @Override
    public void close() throws IOException {
        program.close();
    }
}

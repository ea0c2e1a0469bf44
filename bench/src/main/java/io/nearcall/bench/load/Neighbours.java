// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.bench.pair.Child;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Processes that want the CPU all the time. */
public final class Neighbours implements AutoCloseable {

    private static final List<String> FLAGS = List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final long START_TIMEOUT_S = 60;

    private final List<Child> spinning = new ArrayList<>();

    private Neighbours() {}

    /**
     * Starts the processes. Blocks until all of them spin.
     *
     * @param cpus one process for each element; an element is in the format of taskset, and may name several CPUs
     */
    public static Neighbours on(List<String> cpus) throws IOException, InterruptedException {
        Neighbours neighbours = new Neighbours();
        try {
            for (String cpu : cpus) {
                String name = "neighbour on CPU " + cpu;
                neighbours.spinning.add(Child.start(name, cpu, FLAGS, SpinningMain.class, List.of()));
            }
            for (Child each : neighbours.spinning) {
                each.next(Object.class, START_TIMEOUT_S);
            }
            return neighbours;
        } catch (IOException | InterruptedException | RuntimeException e) {
            neighbours.close();
            throw e;
        }
    }

    @Override
    public void close() {
        spinning.forEach(Child::close);
    }
}

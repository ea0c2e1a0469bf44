// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a server and this process hold, sample by sample. */
final class SoakGauge {

    private static final double MIB = 1 << 20;

    /** How much more memory the last quarter may hold, in MiB: a JVM's own may still grow in its first seconds. */
    private static final double HEAP_MIB = 2;

    private static final double RESIDENT_MIB = 16;
    private static final double RESIDENT_MIB_IN_SHORT_FORM = 48;
    private static final int QUARTERS = 4;

    private final VictimJvm server;
    private final Target target;
    private final boolean isLong;
    private final List<Sample> samples = new ArrayList<>();

    /** {@code target} is the server's. */
    SoakGauge(VictimJvm server, Target target, boolean isLong) {
        this.server = server;
        this.target = target;
        this.isLong = isLong;
    }

    private record Sample(
            long atNs,
            double serverHeapMib,
            double ownHeapMib,
            double residentMib,
            double descriptors,
            double mappings,
            double ownDescriptors) {}

    /** Takes a measurement while only this thread calls. */
    void sample(long atNs) throws IOException {
        target.ping(1);
        server.send("heap");
        double serverHeap = Long.parseLong(server.readLine()) / MIB;
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        Resources its = Resources.of(server.pid());
        Resources own = Resources.now();
        samples.add(new Sample(
                atNs,
                serverHeap,
                (runtime.totalMemory() - runtime.freeMemory()) / MIB,
                Resources.residentKb(server.pid()) / 1024.0,
                its.sockets() + its.otherDescriptors(),
                its.mappings(),
                own.sockets() + own.otherDescriptors()));
    }

    /** Compares the last quarter with the first. */
    void compare(long durationNs, Tally tally) {
        check(tally, durationNs, "MiB of the server's heap", Sample::serverHeapMib, HEAP_MIB);
        check(tally, durationNs, "MiB of the callers' heap", Sample::ownHeapMib, HEAP_MIB);
        double residentMib = isLong ? RESIDENT_MIB : RESIDENT_MIB_IN_SHORT_FORM;
        check(tally, durationNs, "MiB resident in the server", Sample::residentMib, residentMib);
        int descriptors = Schemes.openedLate();
        check(tally, durationNs, "descriptors of the server", Sample::descriptors, descriptors);
        check(tally, durationNs, "mappings of the server", Sample::mappings, 0);
        check(tally, durationNs, "descriptors of the callers", Sample::ownDescriptors, descriptors);
    }

    private void check(Tally tally, long durationNs, String what, ToDoubleFunction<Sample> value, double more) {
        double first = median(durationNs, 0, value);
        double last = median(durationNs, QUARTERS - 1, value);
        String figures = String.format("%.1f %s at first, %.1f in the end", first, what, last);
        tally.note(figures);
        if (last > first + more) {
            tally.leaked(figures);
        }
    }

    private double median(long durationNs, int quarter, ToDoubleFunction<Sample> value) {
        double[] sorted = samples.stream()
                .filter(sample -> Math.min(QUARTERS - 1, QUARTERS * sample.atNs() / durationNs) == quarter)
                .mapToDouble(value)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}

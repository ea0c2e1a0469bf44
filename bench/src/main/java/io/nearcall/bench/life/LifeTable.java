// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The measurements of this package as text, in microseconds. */
public final class LifeTable {

    private LifeTable() {}

    /**
     * Returns a line for each paced run, for each pair's slices of a system, for each pair's hand-over by a system, and
     * for each run of the sample.
     */
    public static List<String> lines(Life life) {
        List<String> lines = new ArrayList<>();
        for (Paced each : life.paced()) {
            List<PacedTimes.Window> windows = each.times().windows();
            lines.add(String.format(
                    Locale.ROOT,
                    "paced, %,d a second, %-10s %-14s p50 us %s; p99 us %s",
                    each.perSecond(),
                    each.cpus(),
                    each.system(),
                    micros(windows.stream().map(PacedTimes.Window::p50Ns).toList()),
                    micros(windows.stream().map(PacedTimes.Window::p99Ns).toList())));
        }
        for (ColdSlices each : life.slices()) {
            lines.add("slices from a cold start, rmi           us " + micros(each.rmiP50Ns()));
            lines.add("slices from a cold start, nearcall-shm  us " + micros(each.nearcallP50Ns()));
        }
        for (HandOver each : life.handOvers()) {
            each.turnP50Ns()
                    .forEach((system, turns) -> lines.add(String.format(
                            Locale.ROOT,
                            "hand-over, %-36s %-20s us %.2f (turns: %s)",
                            each.place().title(),
                            system,
                            each.p50Ns(system) / 1e3,
                            micros(turns))));
        }
        for (RmiSample each : life.rmiSamples()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "samples/run from-rmi, int free(): java.rmi us %.1f, io.nearcall.rmi us %.2f",
                    each.rmiP50Us(),
                    each.nearcallP50Us()));
        }
        return lines;
    }

    private static String micros(List<Double> valuesNs) {
        return valuesNs.stream().map(LifeTable::micros).collect(Collectors.joining(" "));
    }

    private static String micros(Double ns) {
        return ns == null ? "-" : String.format(Locale.ROOT, ns < 20e3 ? "%.2f" : "%.0f", ns / 1e3);
    }
}

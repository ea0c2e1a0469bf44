// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.life.ColdSlices;
import io.nearcall.bench.life.HandOver;
import io.nearcall.bench.life.HandOverPlace;
import io.nearcall.bench.life.Life;
import io.nearcall.bench.life.Paced;
import io.nearcall.bench.life.PacedTimes;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The plots of paced calls, of slices from a cold start and of the hand-over. */
final class LifeFigures {

    private static final double MS_PER_S = 1e3;

    /** The index of the first colour behind the blue ones. */
    private static final int OTHER_COLORS = 3;

    private final Life life;

    LifeFigures(Life life) {
        this.life = life;
    }

    /** Returns all plots. Paced calls have one for each rate. */
    List<Figure> all() {
        List<Figure> all = new ArrayList<>();
        life.paced().stream().map(Paced::perSecond).distinct().forEach(rate -> all.add(paced(rate)));
        all.add(slices());
        all.add(handOver());
        return all;
    }

    private Figure paced(int perSecond) {
        LinePlot plot = new LinePlot("seconds since the first call", LifeFigures::plain, "p50", Units::duration);
        List<List<String>> rows = new ArrayList<>();
        for (Paced each : life.paced()) {
            if (each.perSecond() == perSecond) {
                List<PacedTimes.Window> windows = each.times().windows();
                List<Double> ends = IntStream.rangeClosed(1, windows.size())
                        .mapToObj(window -> window * each.windowMs() / MS_PER_S)
                        .toList();
                plot.add(
                        each.line(),
                        ends,
                        windows.stream().map(PacedTimes.Window::p50Ns).toList());
                for (int i = 0; i < windows.size(); i++) {
                    Double p99Ns = windows.get(i).p99Ns();
                    rows.add(List.of(
                            each.system(),
                            each.cpus(),
                            plain(ends.get(i)),
                            Units.micros(windows.get(i).p50Ns()),
                            p99Ns == null ? "" : Units.micros(p99Ns)));
                }
            }
        }
        return new Figure(
                String.format(Locale.ROOT, "Paced calls: %,d orders a second", perSecond),
                plot.plot(true),
                "Each line is of fresh JVMs, one pair at a time, from their very first call on. The caller's thread sleeps "
                        + "until the next moment of a fixed schedule. A call's time begins when that thread runs, not when it "
                        + "wanted to. A moment that passes during a call is left out. A window has as many calls as its "
                        + "seconds have moments; it stands at its end. \"-bound\": the client on one CPU, the server on "
                        + "another one. \"futex-c\": two processes in C that sleep on a futex at once, with the same bytes "
                        + "and the same schedule.",
                List.of("system", "place", "until second", "p50 us", "p99 us"),
                rows);
    }

    private Figure slices() {
        LinePlot plot = new LinePlot("round", LifeFigures::plain, "median of a slice", Units::duration);
        addSlowest(plot, RmiSubject.NAME, ColdSlices::rmiP50Ns);
        addSlowest(plot, NearcallSubject.NAME, ColdSlices::nearcallP50Ns);
        List<List<String>> rows = new ArrayList<>();
        for (int start = 0; start < life.slices().size(); start++) {
            ColdSlices each = life.slices().get(start);
            for (int round = 0; round < each.rmiP50Ns().size(); round++) {
                rows.add(List.of(
                        Integer.toString(start + 1),
                        Integer.toString(round + 1),
                        Units.micros(each.rmiP50Ns().get(round)),
                        Units.micros(each.nearcallP50Ns().get(round))));
            }
        }
        return new Figure(
                "Slices of RMI and Nearcall in turns, from a cold start",
                plot.plot(true),
                "add(int, int), by one thread of one client JVM to one server JVM, both fresh and not warmed up. A round is a "
                        + "slice of RMI and a slice of Nearcall. A line shows the slowest of all pairs of JVMs in each "
                        + "round; the table has each pair's medians. The first 3 ms of a slice are not counted.",
                List.of("pair", "round", "rmi us", "nearcall-shm us"),
                rows);
    }

    private void addSlowest(LinePlot plot, String system, Function<ColdSlices, List<Double>> medians) {
        List<List<Double>> all = life.slices().stream().map(medians).toList();
        int rounds = all.isEmpty() ? 0 : all.get(0).size();
        plot.add(
                system,
                IntStream.rangeClosed(1, rounds)
                        .mapToObj(round -> (double) round)
                        .toList(),
                IntStream.range(0, rounds)
                        .mapToObj(round -> all.stream()
                                .map(each -> each.get(round))
                                .max(Double::compare)
                                .orElseThrow())
                        .toList());
    }

    private Figure handOver() {
        List<HandOver> all = life.handOvers();
        List<HandOverPlace> places = Arrays.stream(HandOverPlace.values())
                .filter(place -> all.stream().anyMatch(each -> each.place() == place))
                .toList();
        BarPlot bars = new BarPlot(
                places.stream().map(HandOverPlace::title).toList(), "p50 of one call", Units::duration, false);
        List<String> systems =
                all.isEmpty() ? List.of() : List.copyOf(all.get(0).turnP50Ns().keySet());
        List<List<String>> rows = new ArrayList<>();
        for (String system : systems) {
            bars.add(
                    system,
                    places.stream()
                            .map(place -> Median.of(ofEachPair(place, system)))
                            .toList());
            for (HandOverPlace place : places) {
                for (double p50Ns : ofEachPair(place, system)) {
                    rows.add(List.of(place.title(), system, Units.micros(p50Ns)));
                }
            }
        }
        return new Figure(
                "Hand-over on too few CPUs",
                bars.logarithmic().plot(index -> handOverColor(systems.get(index), index)),
                "add(int, int) over nearcall-shm, and as many bytes between two processes in C, in turns. The ways in C poll "
                        + "with pauses, yield, or sleep on a futex. A value is the median over the turns of a slice's median; "
                        + "a bar is the median over the pairs of JVMs. The computing thread is another process that may "
                        + "use both CPUs. The axis is logarithmic.",
                List.of("place", "system", "p50 us"),
                rows);
    }

    /** Returns Nearcall's own colour, or another colour for a system that has no other plot. */
    private static Color handOverColor(String system, int index) {
        return system.equals(NearcallSubject.NAME) ? Look.color(system) : Look.further(index + OTHER_COLORS);
    }

    private List<Double> ofEachPair(HandOverPlace place, String system) {
        return life.handOvers().stream()
                .filter(each -> each.place() == place)
                .map(each -> each.p50Ns(system))
                .toList();
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceAll("\\.0$", "");
    }
}

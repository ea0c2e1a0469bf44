// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.pair.IdleServers;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.start.FreshClient;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Makes every plot of the page from the measured series. */
final class Figures {

    private static final String CLOSED_LOOP =
            "Each caller makes its next call when it has the answer to the last, so a stall counts once.";

    private final Series series;

    Figures(Series series) {
        this.series = series;
    }

    Figure percentiles(String workload, int length) {
        return percentiles(
                "Percentiles: " + workload + (length == 0 ? "" : " of " + length + " bytes"), workload, length);
    }

    /** @param length the length of the payload, which distinguishes workloads of the same name */
    private Figure percentiles(String title, String workload, int length) {
        LinePlot plot = new LinePlot(
                "share of the calls that took no longer", Figures::percentile, "one call", Units::duration);
        List<List<String>> rows = new ArrayList<>();
        for (Series.Curve curve : series.curves()) {
            if (curve.workload().equals(workload) && curve.payloadBytes() == length) {
                List<Quantile> points = curve.points();
                plot.add(
                        curve.system(),
                        points.stream()
                                .map(point -> 100 / (100 - point.percentile()))
                                .toList(),
                        points.stream().map(Quantile::ns).toList());
                points.forEach(point ->
                        rows.add(List.of(curve.system(), "p" + number(point.percentile()), Units.micros(point.ns()))));
            }
        }
        return new Figure(
                title,
                plot.plot(false),
                "Calls of one caller, timed one at a time between batches that are not in this plot; each includes one "
                        + "reading of the clock, which the medians of the table do not. A curve is that of the pair of JVMs "
                        + "in the middle by its ratio to the floor, and ends where fewer than ten calls took longer. "
                        + CLOSED_LOOP,
                List.of("system", "percentile", "us"),
                rows);
    }

    Figure evenTransfers() {
        return transfers(
                "Latency by payload: as many bytes there as back",
                transfer -> transfer.requestBytes() == transfer.replyBytes(),
                Transfer::requestBytes,
                "bytes there, and as many back",
                "A byte[] there and another of the same length back, the median call of one caller.");
    }

    Figure largeReplies() {
        return transfers(
                "Latency by payload: " + Transfer.SMALL_BYTES + " bytes there, many back",
                transfer -> transfer.requestBytes() == Transfer.SMALL_BYTES,
                Transfer::replyBytes,
                "bytes back",
                "A byte[] of " + Transfer.SMALL_BYTES + " there and a longer one back, the median call of one caller.");
    }

    Figure largeRequests() {
        return transfers(
                "Latency by payload: many bytes there, " + Transfer.SMALL_BYTES + " back",
                transfer -> transfer.replyBytes() == Transfer.SMALL_BYTES,
                Transfer::requestBytes,
                "bytes there",
                "A byte[] there and one of " + Transfer.SMALL_BYTES + " back, the median call of one caller.");
    }

    private Figure transfers(
            String title, Predicate<Transfer> chosen, ToIntFunction<Transfer> length, String xTitle, String how) {
        LinePlot plot = new LinePlot(xTitle, Units::decimalLength, "one call", Units::duration);
        List<Transfer> all = series.transfers().stream().filter(chosen).toList();
        for (String system : systems(all.stream().map(Transfer::system).toList())) {
            List<Transfer> own =
                    all.stream().filter(each -> each.system().equals(system)).toList();
            plot.add(
                    system,
                    own.stream().map(each -> (double) length.applyAsInt(each)).toList(),
                    own.stream().map(Transfer::p50Ns).toList());
        }
        return new Figure(
                title,
                plot.plot(true),
                how
                        + " nearcall-shm, rmi and the floor in the same two JVMs, with a heap of 1 to 2 GiB, in turns at each length; "
                        + "then RMI with both JVMs on one CPU, and each peer, if any, in two of their own, minutes later. Above 4 MiB a "
                        + "point is a few calls only; the floor streams what is longer than 64 KiB through a ring of as many bytes, "
                        + "and Aeron's streams here carry no more.",
                List.of("system", "there", "back", "calls", "median us", "shortest us", "longest us", "MB/s"),
                all.stream().map(Figures::row).toList());
    }

    private static List<String> row(Transfer each) {
        double bytes = (double) each.requestBytes() + each.replyBytes();
        return List.of(
                each.system(),
                Units.length(each.requestBytes()),
                Units.length(each.replyBytes()),
                Units.whole(each.calls()),
                Units.micros(each.p50Ns()),
                Units.micros(each.shortestNs()),
                Units.micros(each.longestNs()),
                Units.whole(bytes * 1e3 / each.p50Ns()));
    }

    Figure throughputs() {
        List<Throughput> all = series.throughputs();
        List<String> systems = systems(all.stream().map(Throughput::system).toList());
        List<String> callers = all.stream()
                .map(each -> Integer.toString(each.callers()))
                .distinct()
                .toList();
        BarPlot bars = new BarPlot(callers, "calls per second, by callers", Units::count, false);
        for (String system : systems) {
            bars.add(
                    system,
                    callers.stream()
                            .map(count -> all.stream()
                                    .filter(each -> each.system().equals(system)
                                            && Integer.toString(each.callers()).equals(count))
                                    .mapToDouble(Throughput::callsPerSecond)
                                    .findFirst()
                                    .orElse(0))
                            .toList());
        }
        return new Figure(
                "Calls per second by callers",
                bars.logarithmic().plot(index -> Look.Mark.of(systems.get(index)).color),
                "add(int, int), called by that many threads of one client JVM at a time: nearcall-shm and rmi in the same "
                        + "two JVMs, rmi-one-cpu and each peer, if any, in two of their own, all of them in turns; medians of "
                        + "several slices. The floor has one caller only and is left out. The axis is logarithmic. "
                        + CLOSED_LOOP,
                List.of("system", "callers", "calls per second"),
                all.stream()
                        .map(each -> List.of(
                                each.system(), Integer.toString(each.callers()), Units.whole(each.callsPerSecond())))
                        .toList());
    }

    Figure idleCpu() {
        List<String> systems = List.copyOf(series.idle().keySet());
        BarPlot bars = new BarPlot(systems, "% of one CPU", value -> number(value) + " %", false);
        bars.add(
                "CPU",
                systems.stream()
                        .map(each -> 100 * series.idle().get(each).cpuShare())
                        .toList());
        return new Figure(
                "Cost at idle: CPU",
                bars.plot(index -> Look.further(1)),
                "Server JVMs whose client is connected, warmed up by one and by eight callers and then silent for "
                        + IdleServers.SETTLE_MS / 1e3 + " s, watched for " + IdleServers.WATCH_MS / 1e3
                        + " s beside a JVM that only sleeps; CPU time of all threads, from the kernel.",
                List.of("system", "% of a CPU", "wake-ups per second"),
                idleRows());
    }

    Figure idleWakeUps() {
        List<String> systems = List.copyOf(series.idle().keySet());
        BarPlot bars = new BarPlot(systems, "context switches per second", Figures::number, false);
        bars.add(
                "wake-ups",
                systems.stream()
                        .map(each -> series.idle().get(each).wakeUpsPerSecond())
                        .toList());
        return new Figure(
                "Cost at idle: wake-ups",
                bars.plot(index -> Look.further(1)),
                "The same processes over the same seconds: how often any thread of theirs ran and stopped again (voluntary and "
                        + "involuntary context switches).",
                List.of("system", "% of a CPU", "wake-ups per second"),
                idleRows());
    }

    private List<List<String>> idleRows() {
        List<List<String>> rows = new ArrayList<>();
        series.idle()
                .forEach((system, cost) -> rows.add(List.of(
                        system,
                        String.format(Locale.ROOT, "%.3f", 100 * cost.cpuShare()),
                        String.format(Locale.ROOT, "%.1f", cost.wakeUpsPerSecond()))));
        return rows;
    }

    boolean hasFirstCalls(CurveWork work) {
        return series.firstCalls().stream().anyMatch(each -> each.work().equals(work.title()));
    }

    /** Makes the figure of one work, in fresh JVMs. */
    Figure firstCalls(CurveWork work) {
        List<FirstCalls> all = series.firstCalls().stream()
                .filter(each -> each.work().equals(work.title()))
                .toList();
        LinePlot plot = new LinePlot("calls", Units::count, "since the first call", Units::duration);
        List<List<String>> rows = new ArrayList<>();
        for (FirstCalls each : all) {
            plot.add(
                    each.system(),
                    each.points().stream().map(point -> (double) point.call()).toList(),
                    each.points().stream().map(FirstCalls.Point::ns).toList());
            List<String> row = new ArrayList<>(List.of(each.system()));
            FirstCalls.MARKS.forEach(mark ->
                    row.add(each.nsAt(mark).map(ns -> Units.millis(ns / 1e6)).orElse("-")));
            row.add(each.laterP50Ns() == null ? "-" : Units.micros(each.laterP50Ns()));
            row.add(Units.micros(each.finalP50Ns()));
            rows.add(row);
        }
        return new Figure(
                "The first calls: " + work.title(),
                plot.plot(false),
                "A fresh server JVM and a fresh client JVM for each system, with nothing else on the machine. One caller calls in a "
                        + "loop from the first call on, connected before. A point is the time from the beginning of the first call "
                        + "to the end of that call; medians over the rounds. \"At last\" is the median call after some seconds.",
                List.of(
                        "system",
                        "100 calls, ms",
                        "1,000",
                        "10,000",
                        "100,000",
                        "20,000th to 30,000th, us",
                        "at last, us"),
                rows);
    }

    Figure coldStarts() {
        List<ColdStart> all = series.coldStarts().stream()
                .filter(start -> !FreshClient.isVariant(start.system()))
                .toList();
        List<String> phases = phases(all);
        BarPlot bars = new BarPlot(
                all.stream().map(ColdStart::system).toList(), "ms from the start of the JVM", Units::whole, true);
        for (String phase : phases) {
            bars.add(phase, all.stream().map(start -> phaseMs(start, phase)).toList());
        }
        List<List<String>> rows = new ArrayList<>();
        for (ColdStart start : all) {
            start.phases()
                    .forEach(
                            phase -> rows.add(List.of(start.system(), phase.name(), Units.millis(phase.ms()), "", "")));
            rows.add(List.of(
                    start.system(),
                    "first result",
                    Units.millis(start.totalMs()),
                    Units.millis(start.shortestMs()),
                    Units.millis(start.longestMs())));
        }
        int jvms = all.isEmpty() ? 0 : all.get(0).jvms();
        return new Figure(
                "Cold start of a client, to its first result",
                bars.plot(Look::further),
                jvms
                        + " fresh JVMs of each kind, one kind after the other and again, while the server runs and the files are "
                        + "in memory; medians by phase, without flags that matter. The clock starts before the parent forks, "
                        + "and stops when an order has come back. \"Nearcall\" is open, lookup and call as one "
                        + "writes them. \"In parts\" first does alone, in this order, what they would do on the way: load "
                        + "the native library; make a codec, and write and read one order with it; open; read the interface; "
                        + "generate a stub, or take it from the build. The rest of lookup follows. RMI is handed its stub and needs no registry.",
                List.of("client", "phase", "ms", "shortest", "longest"),
                rows);
    }

    /** Returns phases in the order of every client, because the plot stacks them in this order. */
    static List<String> phases(List<ColdStart> all) {
        Map<String, Integer> places = new LinkedHashMap<>();
        for (ColdStart start : all) {
            for (int i = 0; i < start.phases().size(); i++) {
                places.merge(start.phases().get(i).name(), i, Math::max);
            }
        }
        return places.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static double phaseMs(ColdStart start, String name) {
        return start.phases().stream()
                .filter(phase -> phase.name().equals(name))
                .mapToDouble(ColdStart.Phase::ms)
                .findFirst()
                .orElse(0);
    }

    private static List<String> systems(List<String> all) {
        Set<String> each = new LinkedHashSet<>(all);
        return List.copyOf(each);
    }

    /** @param inverse the inverse of the share that took longer */
    private static String percentile(double inverse) {
        return "p" + number(100 - 100 / inverse);
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.4f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import io.nearcall.bench.Workload;
import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.measure.Quantile;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import io.nearcall.bench.peers.Peer;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.start.ColdStart;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The questions with which a reader comes. Each has a plot, and a sentence about what the plot shows. */
final class Answers {

    private static final String OWN = NearcallSubject.NAME;
    private static final List<String> RMI = List.of(RmiSubject.NAME, RmiSubject.NAME_ONE_CPU);
    private static final List<Workload> SHOWN =
            List.of(Workload.PING, Workload.ADD, Workload.ORDER, Workload.BYTES_4000, Workload.TEXT_4000);
    private static final String OWN_START = "Nearcall";
    private static final String RMI_START = "RMI";
    private static final String EMPTY_START = "empty JVM";
    private static final double P99 = 99;
    private static final int FIRST_ORDERS = 10_000;

    private final List<ResultRow> rows;
    private final Series series;
    private final Figures figures;

    /** @param rows the rows of the table */
    Answers(List<ResultRow> rows, Series series) {
        this.rows = rows;
        this.series = series;
        this.figures = new Figures(series);
    }

    List<Figure> all() {
        return List.of(
                figures.firstCalls(CurveWork.ORDER).answering("How soon is it fast?", aboutFirstCalls()),
                calls(),
                figures.evenTransfers().answering("How does it grow with the bytes?", aboutBytes()),
                figures.throughputs().answering("How does it grow with the callers?", aboutCallers()),
                figures.coldStarts().answering("How soon is there a first answer?", aboutStart()),
                figures.percentiles("ping", 0).answering("How late is the slowest call?", aboutPercentiles()),
                figures.idleCpu().answering("What does it cost while nobody calls?", aboutIdle()));
    }

    private Figure calls() {
        List<Workload> shown = SHOWN.stream()
                .filter(workload -> best(List.of(OWN), workload).isPresent())
                .toList();
        List<String> systems = Stream.concat(
                        Stream.of(FloorSubject.NAME, OWN, RmiSubject.NAME),
                        Arrays.stream(Peer.values()).map(Peer::system))
                .filter(system -> shown.stream()
                        .anyMatch(workload -> best(placements(system), workload).isPresent()))
                .toList();
        BarPlot bars = new BarPlot(shown.stream().map(Workload::title).toList(), "one call", Units::duration, false);
        List<List<String>> numbers = new ArrayList<>();
        for (String system : systems) {
            List<Double> values = new ArrayList<>();
            for (Workload workload : shown) {
                Optional<ResultRow> row = best(placements(system), workload);
                values.add(row.map(ResultRow::p50Ns).orElse(0.0));
                row.ifPresent(
                        each -> numbers.add(List.of(each.system(), workload.title(), Units.micros(each.p50Ns()))));
            }
            bars.add(system, values);
        }
        return new Figure(
                "How long does a call take, beside what I have now?",
                aboutCalls(),
                bars.logarithmic().plot(index -> Look.color(systems.get(index))),
                "One caller, the median call; RMI and peers in the better of their placements, which may be both JVMs on one "
                        + "CPU. The floor is as many bytes there and back through memory, and no call. The axis is logarithmic.",
                List.of("system", "workload", "median us"),
                numbers);
    }

    private static List<String> placements(String system) {
        return system.equals(RmiSubject.NAME)
                ? RMI
                : Peer.of(system).map(Peer::systems).orElse(List.of(system));
    }

    /** Returns the row of the fastest of these systems, with one caller. */
    private Optional<ResultRow> best(List<String> systems, Workload workload) {
        return rows.stream()
                .filter(row -> systems.contains(row.system())
                        && row.workload().equals(workload.label())
                        && row.payloadBytes() == workload.requestBytes()
                        && row.threads() == 1
                        && row.p50Ns() != null)
                .min(Comparator.comparing(ResultRow::p50Ns));
    }

    private String aboutCalls() {
        return sentences(Stream.of(Workload.PING, Workload.ORDER)
                .flatMap(workload -> best(List.of(OWN), workload).stream()
                        .filter(own -> own.ratioToRmi() != null)
                        .flatMap(own -> best(RMI, workload).stream()
                                .map(rmi -> String.format(
                                        Locale.ROOT,
                                        "%s takes %s, over RMI %s: %.0f times as long.",
                                        workload == Workload.PING ? "A ping" : "An order there and back",
                                        Units.roughly(own.p50Ns()),
                                        Units.roughly(rmi.p50Ns()),
                                        own.ratioToRmi())))));
    }

    private String aboutBytes() {
        List<Transfer> own = series.transfers().stream()
                .filter(each -> each.is(OWN, each.requestBytes(), each.requestBytes()))
                .sorted(Comparator.comparing(Transfer::requestBytes))
                .toList();
        if (own.isEmpty()) {
            return "";
        }
        return sentences(Stream.of(own.get(0), own.get(own.size() - 1))
                .map(each -> Units.length(each.requestBytes())
                        + " there and back take " + Units.roughly(each.p50Ns())
                        + series.transfers().stream()
                                .filter(other -> RMI.contains(other.system())
                                        && other.is(other.system(), each.requestBytes(), each.replyBytes()))
                                .map(Transfer::p50Ns)
                                .min(Double::compare)
                                .map(ns -> ", over RMI " + Units.roughly(ns))
                                .orElse("")
                        + "."));
    }

    private String aboutCallers() {
        List<Integer> callers = series.throughputs().stream()
                .filter(each -> each.system().equals(OWN))
                .map(Throughput::callers)
                .toList();
        return sentences(Stream.of(
                        callers.stream().min(Integer::compare), callers.stream().max(Integer::compare))
                .flatMap(Optional::stream)
                .distinct()
                .map(count -> count + (count == 1 ? " caller makes " : " callers make ") + rate(List.of(OWN), count)
                        + " calls a second, over RMI " + rate(RMI, count) + "."));
    }

    private String rate(List<String> systems, int callers) {
        return series.throughputs().stream()
                .filter(each -> systems.contains(each.system()) && each.callers() == callers)
                .map(Throughput::callsPerSecond)
                .max(Double::compare)
                .map(Units::whole)
                .orElse("an unknown number");
    }

    private String aboutFirstCalls() {
        Stream<String> firstCalls = Stream.of(OWN, RmiSubject.NAME)
                .flatMap(system -> series.firstCalls().stream()
                        .filter(each ->
                                each.system().equals(system) && each.work().equals(CurveWork.ORDER.title())))
                .flatMap(each -> each
                        .nsAt(FIRST_ORDERS)
                        .map(ns -> String.format(
                                Locale.ROOT,
                                "The first %,d orders over %s take %s.",
                                FIRST_ORDERS,
                                each.system(),
                                Units.roughly(ns)))
                        .stream());
        Stream<String> warmUps = Stream.of(OWN, RmiSubject.NAME)
                .flatMap(system -> series.warmUps().stream()
                        .filter(each ->
                                each.system().equals(system) && each.what().equals(Workload.ORDER.title()))
                        .map(Answers::aboutWarmUp));
        return sentences(Stream.concat(firstCalls, warmUps));
    }

    private String aboutStart() {
        Stream<String> starts = Stream.of(OWN_START, RMI_START, EMPTY_START)
                .flatMap(system -> series.coldStarts().stream()
                        .filter(start -> start.system().equals(system))
                        .map(Answers::aboutStart));
        return sentences(starts);
    }

    private static String aboutStart(ColdStart start) {
        String what = start.system().equals(EMPTY_START)
                ? "An empty JVM needs %.0f ms."
                : "A fresh " + start.system() + " client has its first result after %.0f ms.";
        return String.format(Locale.ROOT, what, start.totalMs());
    }

    private static String aboutWarmUp(WarmUp warmUp) {
        return String.format(
                Locale.ROOT,
                "Orders over %s get no faster after %,d calls%s.",
                warmUp.system(),
                warmUp.calls(),
                warmUp.unsettled() == 0 ? "" : ", or still do in some JVMs");
    }

    private String aboutPercentiles() {
        return sentences(Stream.of(OWN, RmiSubject.NAME)
                .flatMap(system -> series.curves().stream()
                        .filter(curve -> curve.system().equals(system)
                                && curve.workload().equals(Workload.PING.label()))
                        .flatMap(curve -> curve.points().stream())
                        .filter(point -> point.percentile() == P99)
                        .map(Quantile::ns)
                        .map(ns ->
                                "99 of 100 pings over " + system + " take no longer than " + Units.roughly(ns) + ".")));
    }

    private String aboutIdle() {
        return sentences(Stream.of(OWN, RmiSubject.NAME)
                .filter(series.idle()::containsKey)
                .map(system -> String.format(
                        Locale.ROOT,
                        "An idle server of %s uses %.3f %% of a CPU.",
                        system,
                        100 * series.idle().get(system).cpuShare())));
    }

    private static String sentences(Stream<String> all) {
        return all.collect(Collectors.joining(" "));
    }
}

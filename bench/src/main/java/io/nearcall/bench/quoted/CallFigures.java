// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import io.nearcall.bench.Workload;
import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.load.LoadFigure;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.measure.Range;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.subject.FloorSubject;
import io.nearcall.bench.subject.KryoRoundTrip;
import io.nearcall.bench.subject.NearcallSubject;
import io.nearcall.bench.subject.RmiSubject;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What calls take, as README has it: a table of one caller's times, one of rates, and where they come from. */
final class CallFigures {

    private static final String NONE = "-";
    private static final int CALLERS = 8;

    private final QuotedRun run;
    private final StringBuilder text = new StringBuilder();

    private CallFigures(QuotedRun run) {
        this.run = run;
    }

    /** @param file where the run is, as the document links it */
    static String of(QuotedRun run, String file) {
        return new CallFigures(run).whole(file);
    }

    private String whole(String file) {
        row(
                "work, one caller, median in us",
                "Java RMI",
                "Nearcall",
                "floor",
                "times the floor",
                "times faster than RMI");
        row("---", "---", "---", "---", "---", "---");
        works().forEach(this::addWork);
        text.append('\n');
        row("in a second", "Java RMI", "Nearcall");
        row("---", "---", "---");
        row("`add` of eight threads", callers(RmiSubject.NAME, RmiSubject.NAME_ONE_CPU), callers(NearcallSubject.NAME));
        run.series().loads().stream()
                .filter(each -> each.quantity().contains("per second"))
                .map(each -> each.load() + ": " + each.quantity())
                .distinct()
                .forEach(this::addLoad);
        addFirstCalls();
        text.append('\n')
                .append(run.origin(file))
                .append(" Medians of ")
                .append(run.pairs())
                .append(" pairs of JVMs (least-most). RMI is in its better placement. ")
                .append("The floor carries as many bytes there and back, and makes no call.\n");
        return text.toString();
    }

    private void addFirstCalls() {
        if (run.series().firstCalls().isEmpty()) {
            return;
        }
        text.append('\n');
        row("the first orders of fresh JVMs, ms since the first call", "Java RMI", "Nearcall");
        row("---", "---", "---");
        for (int mark : FirstCalls.MARKS) {
            row(
                    String.format(Locale.ROOT, "%,d", mark).replace(',', ' '),
                    firstCalls(RmiSubject.NAME, mark),
                    firstCalls(NearcallSubject.NAME, mark));
        }
    }

    private String firstCalls(String system, int mark) {
        return run.series().firstCalls().stream()
                .filter(each -> each.system().equals(system) && each.work().equals(CurveWork.ORDER.title()))
                .flatMap(each -> each.nsAt(mark).stream())
                .map(ns -> number(ns / 1e6))
                .findFirst()
                .orElse(NONE);
    }

    private static Map<String, Workload> works() {
        Map<String, Workload> works = new LinkedHashMap<>();
        works.put("`void ping()`", Workload.PING);
        works.put("`int add(int, int)`", Workload.ADD);
        works.put("an order of six fields and three lines, there and back", Workload.ORDER);
        works.put("`byte[]` of 40", Workload.BYTES_40);
        works.put("`byte[]` of 4 000", Workload.BYTES_4000);
        works.put("`byte[]` of 40 000", Workload.BYTES_40000);
        return works;
    }

    private void addWork(String work, Workload workload) {
        Optional<ResultRow> rmi = Stream.of(RmiSubject.NAME, RmiSubject.NAME_ONE_CPU)
                .flatMap(system -> find(system, workload).stream())
                .min(Comparator.comparing(ResultRow::p50Ns));
        Optional<ResultRow> own = find(NearcallSubject.NAME, workload);
        Optional<ResultRow> kryo = find(KryoRoundTrip.NAME, workload);
        row(
                work,
                rmi.map(CallFigures::micros).orElse(NONE),
                own.map(CallFigures::micros).orElse(NONE),
                find(FloorSubject.NAME, workload).map(CallFigures::micros).orElse(NONE)
                        + kryo.map(each -> ", and two Kryo round trips of " + micros(each))
                                .orElse(""),
                own.map(each -> kryo.isPresent()
                                ? ratio(each.ratioToFloorAndKryo(), each.ratioToFloorAndKryoRange()) + " of both"
                                : ratio(each.ratioToFloor(), each.ratioToFloorRange()))
                        .orElse(NONE),
                own.map(each -> ratio(each.ratioToRmi(), each.ratioToRmiRange()))
                        .orElse(NONE));
    }

    private Optional<ResultRow> find(String system, Workload workload) {
        return run.results().stream()
                .filter(row -> row.system().equals(system)
                        && row.threads() == 1
                        && row.workload().equals(workload.label())
                        && row.payloadBytes() == workload.requestBytes())
                .findFirst();
    }

    private String callers(String... systems) {
        return run.series().throughputs().stream()
                .filter(each -> each.callers() == CALLERS && List.of(systems).contains(each.system()))
                .map(Throughput::callsPerSecond)
                .max(Comparator.naturalOrder())
                .map(CallFigures::rate)
                .orElse(NONE);
    }

    private void addLoad(String title) {
        List<LoadFigure> figures = run.series().loads().stream()
                .filter(each -> title.equals(each.load() + ": " + each.quantity()))
                .toList();
        boolean ofSystems = figures.stream().anyMatch(each -> each.system().equals(RmiSubject.NAME));
        if (ofSystems) {
            row(title, load(figures, RmiSubject.NAME), load(figures, NearcallSubject.NAME));
        } else {
            figures.stream()
                    .filter(each -> !each.isBaseline())
                    .forEach(each -> row(each.system(), "", rate(Median.lower(each.values()))));
        }
    }

    private static String load(List<LoadFigure> figures, String system) {
        return figures.stream()
                .filter(each -> each.system().equals(system))
                .map(each -> rate(Median.lower(each.values())))
                .findFirst()
                .orElse(NONE);
    }

    private void row(String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String micros(ResultRow row) {
        Range range = row.p50RangeNs();
        return number(row.p50Ns() / 1e3) + " (" + number(range.least() / 1e3) + "-" + number(range.most() / 1e3) + ")";
    }

    private static String ratio(Double value, Range range) {
        return value == null ? NONE : number(value) + " (" + number(range.least()) + "-" + number(range.most()) + ")";
    }

    /** Three digits, as many as a run resolves. */
    private static String number(double value) {
        return String.format(
                Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f", value);
    }

    private static String rate(double perSecond) {
        double step = Math.pow(10, Math.floor(Math.log10(perSecond)) - 1);
        return String.format(Locale.ROOT, "%,d", Math.round(Math.round(perSecond / step) * step))
                .replace(',', ' ');
    }
}

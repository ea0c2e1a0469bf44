// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Wells2009;
import io.nearcall.bench.papers.published.WellsAnderson2013;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.page.BarPlot;
import io.nearcall.bench.report.page.Document;
import io.nearcall.bench.report.page.Figure;
import io.nearcall.bench.report.page.Look;
import io.nearcall.bench.report.page.Units;
import java.util.ArrayList;
import java.util.List;

/** Wells and Anderson 2013: a shared object with a monitor, a named pipe and a loopback socket. */
final class SharedObjectSection {

    private static final List<Mechanism> MEASURED =
            List.of(Mechanism.SHARED_OBJECT, Mechanism.PIPE_IO, Mechanism.SOCKET_IO);

    /** The paper says only that the messages are simple, and does not give their length. */
    private static final Shape SIMPLE = Shape.even(40);

    private final Findings findings;

    SharedObjectSection(Findings findings) {
        this.findings = findings;
    }

    void addTo(Document page) {
        page.section("Wells and Anderson 2013: a shared object");
        page.paragraph(
                "There, as Smith and Wells report it: an object in shared memory that is found by a key, with a monitor; "
                        + "simple messages took a fifth of a named pipe's time and 13 % of a loopback socket's. Here: a shared object "
                        + "with a field for the message. Who asks sets it under the monitor and waits for a condition until the "
                        + "other has set the answer. Pipe and socket are java.io's.");
        addTable(page, "Both JVMs on one CPU.", findings.oneCpu());
        page.sentences(Differences.sentences(comparisons(findings.oneCpu())));
        page.figure(bars());
        if (!findings.twoCpus().isEmpty()) {
            addTable(page, "Each JVM on a CPU of its own: shown, not judged.", findings.twoCpus());
        }
    }

    private void addTable(Document page, String what, Rounds rounds) {
        ComparisonTable table = new ComparisonTable("length", comparisons(rounds));
        page.paragraph(what).table(table.headings(), table.rows());
    }

    private List<Comparison> comparisons(Rounds rounds) {
        List<Comparison> comparisons = new ArrayList<>();
        add("in % of the named pipe", Mechanism.PIPE_IO, WellsAnderson2013.PERCENT_OF_NAMED_PIPE, rounds, comparisons);
        add("in % of the socket", Mechanism.SOCKET_IO, WellsAnderson2013.PERCENT_OF_SOCKET, rounds, comparisons);
        return comparisons;
    }

    private void add(String column, Mechanism yardstick, double published, Rounds rounds, List<Comparison> into) {
        for (Shape shape : shapes()) {
            into.add(new Comparison(
                    column,
                    Lengths.even(shape),
                    shape.equals(SIMPLE) ? published : Double.NaN,
                    percent(rounds, yardstick, shape),
                    rounds == findings.oneCpu() ? percent(findings.fresh(), yardstick, shape) : Double.NaN));
        }
    }

    private static double percent(Rounds rounds, Mechanism yardstick, Shape shape) {
        return 100
                * rounds.ratio(Mechanism.SHARED_OBJECT.title(), yardstick.title(), shape)
                        .median();
    }

    private Figure bars() {
        BarPlot bars =
                new BarPlot(shapes().stream().map(Lengths::even).toList(), "one round trip, us", Units::count, false);
        List<List<String>> rows = new ArrayList<>();
        for (Mechanism mechanism : MEASURED) {
            List<Double> micros = new ArrayList<>();
            for (Shape shape : shapes()) {
                double ns = findings.oneCpu().timeNs(mechanism.title(), shape).median();
                micros.add(ns / 1e3);
                rows.add(List.of(mechanism.title(), Lengths.even(shape), Units.micros(ns)));
            }
            bars.add(mechanism.title(), micros);
        }
        return new Figure(
                "Round trips through a shared object, both JVMs on one CPU",
                bars.plot(index -> Look.color(MEASURED.get(index).title())),
                "Medians of the rounds.",
                List.of("system", "length", "median us"),
                rows);
    }

    private static List<Shape> shapes() {
        return Wells2009.BYTES.stream().map(Shape::even).toList();
    }
}

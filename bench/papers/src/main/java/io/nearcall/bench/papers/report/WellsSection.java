// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.mechanism.Family;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Mechanism.Way;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Wells2009;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.page.Document;
import io.nearcall.bench.report.page.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Wells 2009: a serialised {@code Long}, and 40 to 40,000 bytes. */
final class WellsSection {

    private static final List<Mechanism> MEASURED = Mechanism.where(each -> each.way() != Way.ONCE);

    private final Findings findings;

    WellsSection(Findings findings) {
        this.findings = findings;
    }

    void addTo(Document page) {
        page.section("Wells 2009: a Long, and 40 to 40 000 bytes");
        page.paragraph(
                "There: a JNI library under java.io's streams, Java 1.6.0_07, Ubuntu 8.04.1, Core 2 Duo with 2 cores. A "
                        + "process sent what another sent straight back, 20 times, and the mean of the last 19 counts.");
        page.paragraph(
                "Here: the same exchange in bursts of 20, the first left out; a burst counts with its median, and a figure "
                        + "is the median of the bursts of all rounds. \"Fresh JVMs\" is what they did: a program for each mechanism, the "
                        + "mean of its first 20 round trips at each length, the very first left out. A Long is serialised by an "
                        + "ObjectOutputStream of its own: " + Shape.LONG.requestBytes() + " bytes.");
        page.paragraph(
                "The message queue's java.io and the explicit semaphores are streams in bench, as yardsticks: arrays of "
                        + "bytes, copied at each step; the queue waits as the library does, by looking, not in msgrcv. Where they moved "
                        + "semaphores and copying into one native call, the library's stream in shared memory is a ring without "
                        + "semaphores. NIO is the library's channels. Calls carry the same bytes as an argument and a result.");
        page.table(socketHeadings(), socketRows());
        addTable(page, "In per cent of the loopback socket, both JVMs on one CPU.", findings.oneCpu());
        page.sentences(sentences());
        page.figure(TimesFigure.of(
                "Round trips by length, both JVMs on one CPU",
                "Medians; java.io dashed, NIO and calls drawn through. Each is in "
                        + "per cent of the loopback socket that is used in the same way.",
                findings.oneCpu(),
                MEASURED,
                shapes(),
                Mechanism::socket,
                Lengths::even));
        if (!findings.twoCpus().isEmpty()) {
            addTable(
                    page,
                    "Each JVM on a CPU of its own: shown, not judged. Waking a thread on another CPU costs more than "
                            + "everything else together.",
                    findings.twoCpus());
        }
    }

    private static void addTable(Document page, String what, List<Comparison> comparisons) {
        ComparisonTable table = new ComparisonTable("length", comparisons);
        page.paragraph(what).table(table.headings(), table.rows());
    }

    private void addTable(Document page, String what, Rounds rounds) {
        addTable(page, what, comparisons(rounds));
    }

    /** Returns published and measured values column by column, then the values that have no column in the paper. */
    List<Comparison> comparisons(Rounds rounds) {
        List<Comparison> comparisons = new ArrayList<>();
        published().forEach((mechanism, ns) -> {
            for (Shape shape : shapes()) {
                comparisons.add(new Comparison(
                        mechanism.title(),
                        Lengths.even(shape),
                        shape.equals(Shape.LONG)
                                ? publishedOfLong(mechanism)
                                : Wells2009.percentOfSocket(ns, Wells2009.BYTES.indexOf(shape.requestBytes())),
                        percentOfSocket(rounds, mechanism, shape),
                        rounds == findings.oneCpu()
                                ? percentOfSocket(findings.fresh(), mechanism, shape)
                                : Double.NaN));
            }
        });
        for (Mechanism each : MEASURED) {
            if (!published().containsKey(each) && each.family() != Family.SOCKET) {
                for (Shape shape : shapes()) {
                    comparisons.add(new Comparison(
                            each.title(),
                            Lengths.even(shape),
                            Double.NaN,
                            percentOfSocket(rounds, each, shape),
                            Double.NaN));
                }
            }
        }
        return comparisons;
    }

    private static double percentOfSocket(Rounds rounds, Mechanism mechanism, Shape shape) {
        return 100
                * rounds.ratio(mechanism.title(), mechanism.socket().title(), shape)
                        .median();
    }

    private static Map<Mechanism, List<Double>> published() {
        Map<Mechanism, List<Double>> columns = new LinkedHashMap<>();
        columns.put(Mechanism.PIPE_IO, Wells2009.NAMED_PIPE);
        columns.put(Mechanism.QUEUE_IO, Wells2009.MESSAGE_QUEUE);
        columns.put(Mechanism.MEMORY_EXPLICIT, Wells2009.EXPLICIT_SEMAPHORES);
        columns.put(Mechanism.MEMORY_STREAM, Wells2009.INTEGRATED_CALLS);
        return columns;
    }

    private static double publishedOfLong(Mechanism mechanism) {
        return switch (mechanism) {
            case PIPE_IO -> Wells2009.LONG_NAMED_PIPE_PERCENT;
            case QUEUE_IO -> Wells2009.LONG_MESSAGE_QUEUE_PERCENT;
            default -> Double.NaN;
        };
    }

    private static List<Shape> shapes() {
        List<Shape> shapes = new ArrayList<>(List.of(Shape.LONG));
        Wells2009.BYTES.forEach(bytes -> shapes.add(Shape.even(bytes)));
        return shapes;
    }

    private static List<String> socketHeadings() {
        return List.of("length", "socket: published us", "here us", "fresh JVMs us");
    }

    private List<List<String>> socketRows() {
        List<List<String>> rows = new ArrayList<>();
        for (Shape shape : shapes()) {
            int index = Wells2009.BYTES.indexOf(shape.requestBytes());
            rows.add(List.of(
                    Lengths.even(shape),
                    index < 0 ? "-" : Units.micros(Wells2009.SOCKET.get(index)),
                    Units.micros(socketNs(findings.oneCpu(), shape)),
                    Units.micros(socketNs(findings.fresh(), shape))));
        }
        return rows;
    }

    private static double socketNs(Rounds rounds, Shape shape) {
        return rounds.timeNs(Mechanism.SOCKET_IO.title(), shape).median();
    }

    private List<String> sentences() {
        List<String> sentences = new ArrayList<>(Differences.sentences(comparisons(findings.oneCpu())));
        double published = Wells2009.SOCKET.get(3) / Wells2009.SOCKET.get(2);
        double measured =
                socketNs(findings.oneCpu(), Shape.even(40_000)) / socketNs(findings.oneCpu(), Shape.even(4_000));
        if (published > Differences.FACTOR * measured) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "What all percentages at 40 000 bytes are of: the published socket took %.0f times as long there as at "
                            + "4 000 bytes, this one %.1f times.",
                    published,
                    measured));
        }
        return sentences;
    }
}

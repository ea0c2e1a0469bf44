// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Mechanism.Way;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Kumon2017;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.page.Document;
import io.nearcall.bench.report.page.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Kumo&#324; 2017: requests and replies of unequal length, as far as both sides can be Java's. */
final class KumonSection {

    private static final Mechanism YARDSTICK = Mechanism.CONNECTIONS;
    private static final List<Mechanism> BESIDE =
            Mechanism.where(each -> each.way() == Way.NIO || each.way() == Way.CALL);
    private static final List<Mechanism> ALL =
            Mechanism.where(each -> List.of(Way.NIO, Way.CALL, Way.ONCE).contains(each.way()));

    private final Findings findings;

    KumonSection(Findings findings) {
        this.findings = findings;
    }

    void addTo(Document page) {
        page.section("Kumo\u0144 2017: request and reply of unequal length, 16 B to 128 MiB");
        page.paragraph(
                "There: Java 9.0.1 on one side and C++ on the other, Ubuntu 17.10, i5 4690K; at least 1 000 round trips "
                        + "after a warm-up, means. Here: Java on both sides, bursts of 20 (of 3 where 128 MiB go), the first left out, "
                        + "medians. TCP makes a connection for each request, and is what all percentages are of. Files: a request is "
                        + "written and renamed; the server is told by inotify, the client looks every 2 ms. CORBA, JNI and JSON "
                        + "over HTTP are the published figures only. bench/run --kumon measures all of them, with C++ on the "
                        + "other side. Nearcall's calls and the library's channels stand beside them, connected once.");
        page.table(List.of("request / reply", "TCP: published us", "here us", "here, two CPUs us"), tcpRows());
        addTable(
                page,
                "In per cent of TCP with a connection for each request, both JVMs on one CPU.",
                findings.unevenOneCpu());
        page.sentences(sentences());
        page.figure(TimesFigure.of(
                "Request and reply of one length, both JVMs on one CPU",
                "Medians. The rows of unequal lengths are in the numbers below.",
                findings.unevenOneCpu(),
                ALL,
                shapes(),
                unused -> YARDSTICK,
                Lengths::uneven));
        if (!findings.unevenTwoCpus().isEmpty()) {
            addTable(page, "Each JVM on a CPU of its own: shown, not judged.", findings.unevenTwoCpus());
        }
    }

    private void addTable(Document page, String what, Rounds rounds) {
        ComparisonTable table = new ComparisonTable("request / reply", comparisons(rounds));
        page.paragraph(what).table(table.headings(), table.rows());
    }

    private List<Comparison> comparisons(Rounds rounds) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Kumon2017.Row row : findings.plan().kumon()) {
            Shape shape = shape(row);
            String label = Lengths.uneven(shape);
            comparisons.add(new Comparison(
                    "files",
                    label,
                    100 * row.files() / row.tcp(),
                    percentOfTcp(rounds, Mechanism.FILES, shape),
                    Double.NaN));
            comparisons.add(publishedOnly("CORBA", label, row.corba(), row));
            comparisons.add(publishedOnly("REST", label, row.rest(), row));
            comparisons.add(publishedOnly("JNI", label, row.jni(), row));
            for (Mechanism each : BESIDE) {
                comparisons.add(
                        new Comparison(each.title(), label, Double.NaN, percentOfTcp(rounds, each, shape), Double.NaN));
            }
        }
        return comparisons;
    }

    private List<String> sentences() {
        List<String> sentences = new ArrayList<>(Differences.sentences(comparisons(findings.unevenOneCpu())));
        Kumon2017.Row row = findings.plan().kumon().get(0);
        double filesUs = us(Mechanism.FILES, row);
        double tcpUs = us(YARDSTICK, row);
        if (isFoundAgain(row.files(), filesUs) && !isFoundAgain(row.tcp(), tcpUs)) {
            sentences.add(String.format(
                    Locale.ROOT,
                    "What all percentages are of: at %s the files take what they took, %.0f us and %.0f us there, but TCP takes "
                            + "%.0f us, and %.0f us there.",
                    Lengths.uneven(shape(row)),
                    filesUs,
                    row.files(),
                    tcpUs,
                    row.tcp()));
        }
        return sentences;
    }

    private double us(Mechanism mechanism, Kumon2017.Row row) {
        return findings.unevenOneCpu().timeNs(mechanism.title(), shape(row)).median() / 1e3;
    }

    private static boolean isFoundAgain(double published, double measured) {
        return new Comparison("", "", published, measured, Double.NaN).factor() <= Differences.FACTOR;
    }

    private static Comparison publishedOnly(String column, String label, double us, Kumon2017.Row row) {
        return new Comparison(column, label, 100 * us / row.tcp(), Double.NaN, Double.NaN);
    }

    private static double percentOfTcp(Rounds rounds, Mechanism mechanism, Shape shape) {
        return 100 * rounds.ratio(mechanism.title(), YARDSTICK.title(), shape).median();
    }

    private List<List<String>> tcpRows() {
        List<List<String>> rows = new ArrayList<>();
        for (Kumon2017.Row row : findings.plan().kumon()) {
            rows.add(List.of(
                    Lengths.uneven(shape(row)),
                    Units.micros(1e3 * row.tcp()),
                    micros(findings.unevenOneCpu(), shape(row)),
                    micros(findings.unevenTwoCpus(), shape(row))));
        }
        return rows;
    }

    private static String micros(Rounds rounds, Shape shape) {
        double ns = rounds.timeNs(YARDSTICK.title(), shape).median();
        return Double.isNaN(ns) ? "-" : Units.micros(ns);
    }

    private List<Shape> shapes() {
        return findings.plan().kumon().stream().map(KumonSection::shape).toList();
    }

    private static Shape shape(Kumon2017.Row row) {
        return Shape.uneven(row.requestBytes(), row.replyBytes());
    }
}

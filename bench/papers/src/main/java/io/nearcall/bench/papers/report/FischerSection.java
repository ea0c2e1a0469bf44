// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.mechanism.Family;
import io.nearcall.bench.papers.mechanism.Mechanism;
import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.Fischer2024;
import io.nearcall.bench.papers.trips.FileTimes;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.report.page.Document;
import java.util.ArrayList;
import java.util.List;

/** Fischer 2024: java.io against java.nio, with files and with 1,024 to 40,960 bytes there and back. */
final class FischerSection {

    private static final String NIO_OF_SOCKET = "NIO in % of the socket";
    private static final String OLDER_OF_SOCKET = "java.io in % of the socket";
    private static final String NIO_OF_OLDER = "NIO in % of java.io";

    private final Findings findings;
    private final NioAgainstIo ratios;

    FischerSection(Findings findings) {
        this.findings = findings;
        this.ratios = new NioAgainstIo(findings.plan().stepsBytes());
    }

    void addTo(Document page) {
        page.section("Fischer 2024: java.io against NIO, 1 024 to 40 960 bytes");
        page.paragraph(
                "There: LinuxIPC again, with channels and direct buffers, on Ubuntu 22.04 and an i5-12400; means without "
                        + "the first round. Here: bursts of 20, the first left out, the median of all rounds; a mean is that of the "
                        + "ratios at all lengths. Each way is compared with the loopback socket used in the same way, as there. NIO "
                        + "is the library's channels; java.io is files on named pipes, and bench's copying streams.");
        addTable(page, "Both JVMs on one CPU.", comparisons(findings.oneCpu()));
        page.sentences(Differences.sentences(comparisons(findings.oneCpu())));
        page.figure(TimesFigure.of(
                "Round trips by length, java.io (dashed) and NIO, both JVMs on one CPU",
                "Medians of the rounds.",
                findings.oneCpu(),
                Mechanism.where(each -> each.family() != null),
                shapes(),
                Mechanism::socket,
                Lengths::even));
        if (!findings.twoCpus().isEmpty()) {
            addTable(page, "Each JVM on a CPU of its own: shown, not judged.", comparisons(findings.twoCpus()));
        }
        page.paragraph(
                "Files: arrays of the same lengths, written one after another to a file that is open, then read again; "
                        + "one JVM. What is not known of the published comparison is whether a file was opened for each.");
        addTable(page, "", fileComparisons());
        page.sentences(Differences.sentences(fileComparisons()));
    }

    private static void addTable(Document page, String what, List<Comparison> comparisons) {
        ComparisonTable table = new ComparisonTable("mechanism", comparisons);
        if (!what.isEmpty()) {
            page.paragraph(what);
        }
        page.table(table.headings(), table.rows());
    }

    private List<Shape> shapes() {
        return findings.plan().stepsBytes().stream().map(Shape::even).toList();
    }

    List<Comparison> comparisons(Rounds rounds) {
        List<Comparison> comparisons = new ArrayList<>();
        for (Fischer2024.Row row : Fischer2024.ROWS) {
            Mechanism older = NioAgainstIo.older(row.family());
            Mechanism nio = NioAgainstIo.nio(row.family());
            add(NIO_OF_SOCKET, row.family(), row.nioOfSocket(), rounds, nio, Mechanism.SOCKET_NIO, comparisons);
            add(OLDER_OF_SOCKET, row.family(), row.olderOfSocket(), rounds, older, Mechanism.SOCKET_IO, comparisons);
            add(NIO_OF_OLDER, row.family(), row.nioOfOlder(), rounds, nio, older, comparisons);
        }
        return comparisons;
    }

    private void add(
            String column,
            Family family,
            Fischer2024.Percents published,
            Rounds rounds,
            Mechanism own,
            Mechanism other,
            List<Comparison> into) {
        Fischer2024.Percents here = ratios.percents(rounds, own.title(), other.title());
        Fischer2024.Percents fresh = rounds == findings.oneCpu()
                ? ratios.percents(findings.fresh(), own.title(), other.title())
                : new Fischer2024.Percents(Double.NaN, Double.NaN, Double.NaN);
        into.add(new Comparison(column, family.title() + ", mean", published.mean(), here.mean(), fresh.mean()));
        into.add(new Comparison(
                column, family.title() + ", shortest", published.smallest(), here.smallest(), fresh.smallest()));
        into.add(new Comparison(
                column, family.title() + ", longest", published.largest(), here.largest(), fresh.largest()));
    }

    private List<Comparison> fileComparisons() {
        return List.of(
                new Comparison(
                        NIO_OF_OLDER,
                        "reading a file",
                        Fischer2024.NIO_READS_PERCENT,
                        ratios.percents(findings.files(), FileTimes.READ_NIO, FileTimes.READ_IO)
                                .mean(),
                        Double.NaN),
                new Comparison(
                        NIO_OF_OLDER,
                        "writing a file",
                        Fischer2024.NIO_WRITES_PERCENT,
                        ratios.percents(findings.files(), FileTimes.WRITE_NIO, FileTimes.WRITE_IO)
                                .mean(),
                        Double.NaN));
    }
}

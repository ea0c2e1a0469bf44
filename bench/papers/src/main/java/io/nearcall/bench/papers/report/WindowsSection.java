// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import io.nearcall.bench.papers.mechanism.Shape;
import io.nearcall.bench.papers.published.SmithWells2017;
import io.nearcall.bench.papers.trips.Rounds;
import io.nearcall.bench.papers.windows.WindowsFindings;
import io.nearcall.bench.papers.windows.WindowsFindings.OnJava;
import io.nearcall.bench.papers.windows.WindowsMechanism;
import io.nearcall.bench.report.page.Document;
import io.nearcall.bench.report.page.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Smith and Wells 2017: the mechanisms of Windows, which run under Wine here. */
final class WindowsSection {

    private static final WindowsMechanism YARDSTICK = WindowsMechanism.JAVA_SOCKET;
    private static final List<Shape> SHAPES =
            SmithWells2017.BYTES.stream().map(Shape::even).toList();

    private final WindowsFindings findings;

    WindowsSection(WindowsFindings findings) {
        this.findings = findings;
    }

    void addTo(Document page) {
        page.section("Smith and Wells 2017: WindowsIPC, 40 to 40 000 bytes");
        page.paragraph(
                "There: a JNI library, Java 1.8.0_91, Windows 10, i5-6400; the mean of 10 sends at each length. The "
                        + "table has the means of all lengths. Named pipes and mailslots were best; their figures are not known "
                        + "here. Anonymous pipes connected threads, not processes, so they are left out.");
        page.table(List.of("mechanism", "published us", "in % of the socket, java.io"), publishedRows());
        page.paragraph(
                "Here: Wine on Linux, and Java's runtimes for Windows. One JVM sends, and another sends the same bytes "
                        + "back. Each message has other bytes, and all that come back are compared. A burst has 11 messages: "
                        + "the first is left out, and the mean of the others counts. A figure is the median of all bursts. A send "
                        + "ends when the sending call returns, a round trip when the bytes are back; which of the two was "
                        + "published is not known here. What goes one way only, such as a mailslot, is there twice. A semaphore "
                        + "carries no bytes by itself: here it says that a message is in the mapping. The JDK's sockets call "
                        + "Winsock, and that of NIO stands beside the paper's Winsock.");
        page.paragraph(
                "Wine's timing is not that of Windows. Each wait, each use of a pipe and each window message asks "
                        + "wineserver, a process of Wine's own. That takes a switch to it and one back, where Windows needs a "
                        + "system call. So does each use of a socket. The bytes of a named pipe pass through that process too; "
                        + "those of sockets and mailslots do not. So neither a time here nor the order of the mechanisms says "
                        + "anything of Windows, and no figure is judged. The run shows that each mechanism carries every byte "
                        + "both ways, between two processes, on each version of Java.");
        page.paragraph(
                "Each side also notices that the other has died. Under Wine 8, a connection of a killed process stays "
                        + "open at times, because wineserver keeps it. So each side watches the process as well.");
        if (findings.runtimes().isEmpty()) {
            page.paragraph("Nothing was measured: " + findings.missing());
            return;
        }
        for (OnJava each : findings.runtimes()) {
            addTable(page, "Round trips, Java " + each.version() + " under Wine, in us.", each.trips());
            addTable(page, "Sends, Java " + each.version() + " under Wine, in us.", each.sends());
        }
        page.paragraph("Java's own stream in per cent of the library, sends.");
        ComparisonTable streams = new ComparisonTable("mechanism", ownStreams());
        page.table(streams.headings(), streams.rows());
    }

    private static List<List<String>> publishedRows() {
        Map<WindowsMechanism, Double> published = new LinkedHashMap<>();
        published.put(WindowsMechanism.JAVA_SOCKET, SmithWells2017.JAVA_SOCKET_NS);
        published.put(WindowsMechanism.WINSOCK, SmithWells2017.WINSOCK_NS);
        published.put(WindowsMechanism.DATA_COPY, SmithWells2017.DATA_COPY_NS);
        List<List<String>> rows = new ArrayList<>();
        published.forEach((mechanism, ns) -> rows.add(List.of(
                mechanism == WindowsMechanism.WINSOCK ? "Winsock" : mechanism.title(),
                Units.micros(ns),
                Percent.number(100 * ns / SmithWells2017.JAVA_SOCKET_NS))));
        return rows;
    }

    private static void addTable(Document page, String what, Rounds rounds) {
        List<String> headings = new ArrayList<>(List.of("mechanism"));
        SHAPES.forEach(each -> headings.add(Lengths.even(each)));
        headings.addAll(List.of("mean", "in % of the socket, java.io"));
        List<List<String>> rows = new ArrayList<>();
        for (WindowsMechanism mechanism : WindowsMechanism.values()) {
            List<String> row = new ArrayList<>(List.of(mechanism.title()));
            SHAPES.forEach(each -> row.add(Units.micros(ns(rounds, mechanism, each))));
            row.add(Units.micros(meanNs(rounds, mechanism)));
            row.add(Percent.number(100 * meanNs(rounds, mechanism) / meanNs(rounds, YARDSTICK)));
            rows.add(row);
        }
        page.paragraph(what).table(headings, rows);
    }

    private static double ns(Rounds rounds, WindowsMechanism mechanism, Shape shape) {
        return rounds.timeNs(mechanism.title(), shape).median();
    }

    /** Returns the mean of all lengths, as the paper has it. */
    private static double meanNs(Rounds rounds, WindowsMechanism mechanism) {
        return SHAPES.stream()
                .mapToDouble(each -> ns(rounds, mechanism, each))
                .average()
                .orElse(Double.NaN);
    }

    private List<Comparison> ownStreams() {
        List<Comparison> comparisons = new ArrayList<>();
        for (OnJava each : findings.runtimes()) {
            add(each, WindowsMechanism.NAMED_PIPE_STREAM, WindowsMechanism.NAMED_PIPE, comparisons);
            add(each, WindowsMechanism.MAILSLOT_STREAM, WindowsMechanism.MAILSLOT, comparisons);
        }
        return comparisons;
    }

    private static void add(OnJava java, WindowsMechanism own, WindowsMechanism library, List<Comparison> into) {
        String column = "Java " + java.version();
        boolean pipe = library == WindowsMechanism.NAMED_PIPE;
        into.add(new Comparison(
                column,
                library.title() + ", mean",
                pipe ? SmithWells2017.PIPE_STREAM_PERCENT : SmithWells2017.MAILSLOT_STREAM_PERCENT,
                SHAPES.stream()
                        .mapToDouble(each -> percent(java, own, library, each))
                        .average()
                        .orElse(Double.NaN),
                Double.NaN));
        Shape shortest = SHAPES.get(0);
        Shape longest = SHAPES.get(SHAPES.size() - 1);
        into.add(new Comparison(
                column,
                library.title() + ", " + Lengths.even(shortest),
                pipe ? SmithWells2017.SHORT_PIPE_STREAM_PERCENT : Double.NaN,
                percent(java, own, library, shortest),
                Double.NaN));
        into.add(new Comparison(
                column,
                library.title() + ", " + Lengths.even(longest),
                pipe ? SmithWells2017.LONG_PIPE_STREAM_PERCENT : Double.NaN,
                percent(java, own, library, longest),
                Double.NaN));
    }

    private static double percent(OnJava java, WindowsMechanism own, WindowsMechanism library, Shape shape) {
        return 100 * java.sends().ratio(own.title(), library.title(), shape).median();
    }
}

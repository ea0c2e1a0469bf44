// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import io.nearcall.bench.papers.published.Kumon2017;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.report.page.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A run as a page with the table of 2017 beside it, and as a file of comma-separated values. */
record KumonPage(List<String> about, KumonFindings findings) {

    private static final String CSV_HEAD =
            "direction,way,request_bytes,reply_bytes,median_us,least_us,most_us,mean_us_in_2017";

    /** Writes {@code kumon.html} and {@code kumon.csv}. */
    void write(Path directory) throws IOException {
        Files.writeString(directory.resolve("kumon.html"), html());
        Files.write(directory.resolve("kumon.csv"), csv());
    }

    List<String> csv() {
        List<String> lines = new ArrayList<>(List.of(CSV_HEAD));
        for (Direction direction : Direction.values()) {
            for (Way way : Way.values()) {
                for (Kumon2017.Row row : findings.rows()) {
                    findings.cost(direction, way, row).ifPresent(cost -> lines.add(line(direction, way, row, cost)));
                }
            }
        }
        return lines;
    }

    private static String line(Direction direction, Way way, Kumon2017.Row row, Cost cost) {
        double published = way.publishedUs(row);
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%d,%.3f,%.3f,%.3f,%s",
                direction.title(),
                way.title(),
                row.requestBytes(),
                row.replyBytes(),
                cost.ns().median() / 1e3,
                cost.ns().range().least() / 1e3,
                cost.ns().range().most() / 1e3,
                Double.isNaN(published) ? "" : Double.toString(published));
    }

    String html() {
        Document page = new Document(
                "Kumo\u0144 2017, repeated: data between Java and C++",
                "Request and reply of 16 B to 128 MiB by JNI, TCP, files, REST and CORBA, and by a call of Nearcall over shared memory, with "
                        + "Java on one side and C++ on the other.");
        page.about(about);
        for (Direction direction : Direction.values()) {
            page.section(direction.title());
            page.paragraph(
                    "Medians in microseconds; in brackets the means of 2017, on Java 9.0.1, Ubuntu 17.10, i5 4690K.");
            page.table(headings(), rows(direction));
        }
        page.section("Not measured");
        page.sentences(findings.leftOut().stream().map(each -> each + ".").toList());
        page.section("How");
        page.sentences(
                List.of(
                        "JNI stays within one process. It copies the arrays in and out.",
                        "TCP makes a connection for each request.",
                        "Files: a request is written and renamed, and so is its reply. The C++ side is told by inotify, the Java side "
                                + "looks every 2 ms.",
                        "REST: JSON over HTTP with kept connections and bytes in base64; Jackson, client and server of the JDK, "
                                + "and cpp-httplib.",
                        "CORBA: JacORB and omniORB.",
                        "All ways take turns. A figure is the median over the sets of processes of the median of their turns."));
        return page.html();
    }

    private static List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("request / reply"));
        for (Way way : Way.values()) {
            headings.add(way.title());
        }
        return headings;
    }

    private List<List<String>> rows(Direction direction) {
        List<List<String>> rows = new ArrayList<>();
        for (Kumon2017.Row row : findings.rows()) {
            List<String> cells = new ArrayList<>(List.of(KumonFindings.lengths(row)));
            for (Way way : Way.values()) {
                cells.add(cell(findings.cost(direction, way, row), way.publishedUs(row)));
            }
            rows.add(cells);
        }
        return rows;
    }

    private static String cell(Optional<Cost> cost, double publishedUs) {
        String here = cost.map(each -> number(each.ns().median() / 1e3)).orElse("-");
        return Double.isNaN(publishedUs) ? here : here + " (" + number(publishedUs) + ")";
    }

    private static String number(double us) {
        return String.format(Locale.ROOT, us < 100 ? "%.1f" : "%.0f", us);
    }
}

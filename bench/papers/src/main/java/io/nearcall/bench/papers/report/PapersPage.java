// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.papers.Findings;
import io.nearcall.bench.papers.trips.TripRow;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.page.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The page of a run, and its data beside it. */
public final class PapersPage {

    private static final Gson GSON =
            new GsonBuilder().setPrettyPrinting().serializeNulls().create();

    private final List<String> about;
    private final Findings findings;
    private final PapersVerdicts verdicts;

    /** The content of {@code papers.json}. */
    private record Data(List<String> about, List<TripRow> rows) {}

    /** @param about machine, commit and command, a line each */
    public PapersPage(List<String> about, Findings findings) {
        this.about = about;
        this.findings = findings;
        this.verdicts = new PapersVerdicts(findings);
    }

    public List<Verdict> verdicts() {
        return verdicts.all();
    }

    /** Returns the reasons of targets that are not held, a sentence each. */
    public List<String> reasons() {
        return verdicts.reasons();
    }

    /** Writes {@code papers.html} and {@code papers.json}. */
    public void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("papers.json"), GSON.toJson(new Data(about, findings.rows())) + "\n");
        Files.writeString(directory.resolve("papers.html"), html());
    }

    /** Returns the whole page. */
    public String html() {
        Document page = new Document(
                "The papers, repeated",
                "What was published of Java's ways to another process of the host, measured again: the loopback socket is the "
                        + "yardstick, and percentages are of its time, so less is better.");
        page.about(about);
        page.verdicts(
                verdicts(),
                "Both JVMs on one CPU; across CPUs the wake-up hides everything. A value is the median of all pairs of JVMs; "
                        + "of several lengths that of the worst.");
        page.sentences(reasons());
        new WellsSection(findings).addTo(page);
        new FischerSection(findings).addTo(page);
        new SharedObjectSection(findings).addTo(page);
        new KumonSection(findings).addTo(page);
        new WindowsSection(findings.windows()).addTo(page);
        page.section("What is not repeated");
        page.paragraph("Wells 2010 has the experiment of 2009 on Solaris 10. Nothing was run on Windows itself.");
        page.paragraph("The rows of all tables, with their quartiles, are in papers.json beside this page.");
        return page.html();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The table of the rows with the machine, the date, the command, and a description of each row. Rows of other parts of
 * the campaign that are in the file stay.
 *
 * @param revision the revision that was tested
 * @param sources the hashes of the main sources of a revision, if they can be found
 * @param variant how the JVMs differ from the usual ones, see {@link #ofThisJvm}
 */
record Report(
        Campaign campaign,
        Part part,
        String revision,
        Function<String, Optional<String>> sources,
        String variant,
        List<Row> rows,
        List<Tally> tallies,
        long durationNs) {

    private static final String PARTS = """
            | part | commit | machine | JDK | made on | minutes | seed |
            | --- | --- | --- | --- | --- | ---: | ---: |
            """;
    private static final String ROWS = "\n## The rows\n";
    private static final String FIGURES = "neighbours";
    private static final String SVG = ".svg";

    /** Writes the file, and beside it the figures that its rows show. */
    void write(Path file) throws IOException {
        String text = toMarkdown(Files.exists(file) ? Files.readString(file) : "");
        Path figures = Files.createDirectories(file.resolveSibling(FIGURES));
        for (int i = 0; i < rows.size(); i++) {
            if (tallies.get(i).figure().isPresent()) {
                Files.writeString(
                        file.resolveSibling(figure(rows.get(i).name() + variant)),
                        tallies.get(i).figure().get());
            }
        }
        try (Stream<Path> all = Files.list(figures)) {
            for (Path figure : all.filter(each -> each.toString().endsWith(SVG)).toList()) {
                if (!text.contains("(" + FIGURES + "/" + figure.getFileName() + ")")) {
                    Files.delete(figure); // of a row that is no more
                }
            }
        }
        Files.writeString(file, text);
    }

    /** @param before the earlier content of the file; empty if there is no file */
    String toMarkdown(String before) throws IOException {
        Map<String, String> parts = lines(before, PARTS);
        Map<String, String> lines = lines(before, Tally.markdownHeader());
        Map<String, String> texts = texts(before);
        String earlier = parts.put(runName(), runLine());
        if (earlier != null && !revisionOf(earlier).equals(revision)) {
            // Should this run be broken off, they would look as if they were of this revision.
            lines.values().removeIf(line -> isOfRun(line, runName()));
        }
        for (int i = 0; i < rows.size(); i++) {
            String name = rows.get(i).name() + variant;
            lines.put(name, tallies.get(i).toMarkdown(name, runName()));
            texts.put(name, text(name, rows.get(i), tallies.get(i)));
        }
        List<String> names =
                Rows.all().stream().flatMap(row -> runsOf(row, lines)).toList();
        parts.keySet().removeIf(run -> names.stream().noneMatch(name -> isOfRun(lines.get(name), run)));
        StringBuilder text = new StringBuilder(head(parts));
        text.append(PARTS);
        parts.values().forEach(text::append);
        text.append('\n').append(explanation()).append(Tally.markdownHeader());
        names.forEach(name -> text.append(lines.get(name)));
        text.append(ROWS);
        names.forEach(name -> text.append('\n').append(texts.getOrDefault(name, "")));
        return text.toString();
    }

    private static String revisionOf(String runLine) {
        return runLine.split(" \\| ")[1];
    }

    private static boolean isOfRun(String line, String run) {
        return line.endsWith("| " + run + " |\n");
    }

    /** The lines of the table with that head, by their first column; none if the file has no such table. */
    private static Map<String, String> lines(String file, String head) {
        Map<String, String> lines = new TreeMap<>();
        int start = file.indexOf(head);
        if (start >= 0) {
            file.substring(start + head.length())
                    .lines()
                    .takeWhile(line -> line.startsWith("| "))
                    .forEach(line -> lines.put(line.substring(2, line.indexOf(" |")), line + "\n"));
        }
        return lines;
    }

    private static Map<String, String> texts(String file) {
        Map<String, String> texts = new TreeMap<>();
        int start = file.indexOf(ROWS);
        if (start >= 0) {
            for (String text : file.substring(start + ROWS.length()).strip().split("\n\n")) {
                int end = text.indexOf(".** ");
                if (text.startsWith("**") && end > 0) {
                    texts.put(text.substring(2, end), text + "\n");
                }
            }
        }
        return texts;
    }

    /** The row as it usually is, and on other JVMs. */
    private static Stream<String> runsOf(Row row, Map<String, String> lines) {
        return lines.keySet().stream().filter(name -> name.equals(row.name()) || name.startsWith(row.name() + " ("));
    }

    private static String text(String name, Row row, Tally tally) {
        StringBuilder text = new StringBuilder("**" + name + ".** " + row.description() + "\n");
        tally.notes().forEach(note -> text.append("Seen: ").append(note).append(".\n"));
        if (tally.figure().isPresent()) {
            text.append("![How long a neighbour's calls took](")
                    .append(figure(name))
                    .append(")\n");
        }
        if (!row.mutation().isEmpty()) {
            text.append("It fails if ").append(row.mutation()).append(".\n");
        }
        tally.faults().forEach(fault -> text.append("- **").append(fault).append("**\n"));
        return text.toString();
    }

    /** Where the figure of that row is, seen from the file. */
    private static String figure(String name) {
        return FIGURES + "/" + name.replaceAll("[^A-Za-z0-9]+", " ").strip().replace(' ', '-') + SVG;
    }

    /** Returns in parentheses how the JVMs that this one starts differ from the usual ones; empty if they do not. */
    static String ofThisJvm() {
        int jdk = Runtime.version().feature();
        return jdk == Campaign.USUAL_JDK ? "" : " (JDK " + jdk + ")";
    }

    private String runName() {
        return part + variant;
    }

    private String runLine() throws IOException {
        return String.format(
                "| %s | %s | %s | %s | %s | %d | %d |%n",
                runName(),
                revision,
                machine(),
                System.getProperty("java.vm.version"),
                LocalDate.now(),
                TimeUnit.NANOSECONDS.toMinutes(durationNs),
                campaign.seed());
    }

    private String head(Map<String, String> parts) {
        return """
                # Reliability

                No call hangs. Every call ends with a result, an exception of the application, or an exception of Nearcall that
                says whether the method may have run. Nothing that a permitted peer writes crashes the JVM, no other process can
                connect, and nothing remains of a killed process. This page shows how often these claims were tested, and the
                results. The campaign in `rpc-core/chaos` writes this file. Do not edit it.

                """
                + "- " + command() + "\n- "
                + (Campaign.java25().isPresent() ? "a JDK 25 where a row says so" : "no JDK 25") + "\n- "
                + sameSources(parts) + "\n\n";
    }

    /** What a document or a test changes in between does no harm, so commits may differ. */
    private String sameSources(Map<String, String> parts) {
        List<Optional<String>> hashes = parts.values().stream()
                .map(line -> sources.apply(revisionOf(line)))
                .distinct()
                .toList();
        if (hashes.contains(Optional.<String>empty())) {
            return "**not known** whether all parts ran on the same main sources: one ran on what is no commit of this"
                    + " repository";
        }
        return hashes.size() == 1
                ? "all parts ran on the same main sources"
                : "the parts ran on **different main sources**, " + hashes.size() + " of them";
    }

    private static String explanation() {
        return """
                A call counts as *hung* if it ended later than it may, and as *wrong* if its outcome or its answer was wrong. A JVM
                that died without being killed counts as *crashed*. Resources that were still held or left behind afterwards count as
                *leaked*, and so do resources beyond [limits.md](../guide/limits.md). A neighbour counts as *starved* if an attack
                slowed its calls more than twice as much as a process that computes. Delays are in milliseconds. The column *sleeper
                ms* says how late a thread woke that only slept.

                """ + "Calls are made over " + Schemes.inWords() + ", except where a row says otherwise.\n\n";
    }

    private String command() {
        if (!campaign.isLong()) {
            return "the short form, which is part of `mvn -B -Pci verify`; the full one, `mvn -B verify -Pchaos`, writes this"
                    + " file anew";
        }
        String command = "mvn -B verify -Pchaos -Dchaos.minutes=" + campaign.minutes();
        return "the long form; again with `" + command
                + (part.isAll() ? "`" : " -Dchaos.part=K/" + part.count() + "` for each K from 1 to " + part.count());
    }

    private static String machine() throws IOException {
        String model;
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            model = lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        }
        return Runtime.getRuntime().availableProcessors() + " CPUs (" + model + "), Linux "
                + System.getProperty("os.version");
    }
}

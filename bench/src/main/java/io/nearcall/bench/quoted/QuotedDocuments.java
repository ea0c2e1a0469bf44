// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * The documents that quote runs. Each has blocks between markers, {@code <!-- NAME -->} and {@code <!-- /NAME -->}, which are
 * generated from the newest committed run of their kind; a block of which there is no such run stays as it is.
 */
final class QuotedDocuments {

    /** Where the runs are, in the repository. */
    static final String RUNS = "docs/reports/bench";

    private static final List<Figures> FIGURES = List.of(
            new Figures(new Block("README.md", "figures"), false, CallFigures::of),
            new Figures(new Block("docs/internals/performance.md", "targets"), false, TargetFigures::of),
            new Figures(new Block("docs/internals/performance.md", "targets beside peers"), true, TargetFigures::of));

    private final Path root;

    /** @param text of a run, and of where its file is */
    private record Figures(Block block, boolean peers, BiFunction<QuotedRun, String, String> text) {}

    private record Block(String document, String name) {

        String begin() {
            return "<!-- " + name + " -->\n";
        }

        String end() {
            return "<!-- /" + name + " -->";
        }

        /** As the document links a run. */
        String link(String runs, String fileName) {
            return (document.contains("/") ? runs.replaceFirst("docs/", "../") : runs) + "/" + fileName;
        }

        /** The document with this text in the block. */
        String in(String whole, String text) throws IOException {
            int begin = whole.indexOf(begin());
            int end = whole.indexOf(end());
            if (begin < 0 || end < begin) {
                throw new IOException(document + " has no block between " + begin().strip() + " and " + end());
            }
            return whole.substring(0, begin + begin().length()) + text + whole.substring(end);
        }
    }

    /** @param root of the repository */
    QuotedDocuments(Path root) {
        this.root = root;
    }

    /** Where the comparisons of a kind are. */
    private static String directory(Compared kind) {
        return RUNS + "/" + kind.option();
    }

    private static Block block(Compared kind) {
        return new Block(kind.document(), kind.option());
    }

    /** All committed runs, the oldest first. */
    List<QuotedRun> runs() throws IOException {
        List<QuotedRun> runs = new ArrayList<>();
        for (Path file : files(RUNS)) {
            QuotedRun run = QuotedRun.read(file);
            check(run, file.getFileName().toString());
            runs.add(run);
        }
        runs.sort(Comparator.comparing(QuotedRun::date));
        return runs;
    }

    /** All committed comparisons of a kind, the oldest first. */
    List<QuotedComparison> comparisons(Compared kind) throws IOException {
        List<QuotedComparison> runs = new ArrayList<>();
        for (Path file : files(directory(kind))) {
            QuotedComparison run = QuotedComparison.read(file);
            checkName(directory(kind), file.getFileName().toString(), run.fileName());
            checkWhole(run.whole(), run.command(), run.date());
            runs.add(run);
        }
        runs.sort(Comparator.comparing(QuotedComparison::date));
        return runs;
    }

    private List<Path> files(String runs) throws IOException {
        Path directory = root.resolve(runs);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(".json")).toList();
        }
    }

    private static void check(QuotedRun run, String name) throws IOException {
        checkName(RUNS, name, run.fileName());
        checkQuotable(run);
    }

    private static void checkName(String runs, String name, String expected) throws IOException {
        if (!name.equals(expected)) {
            throw new IOException(runs + "/" + name + " holds " + expected);
        }
    }

    private static void checkWhole(boolean whole, String command, String date) throws IOException {
        if (!whole) {
            throw new IOException(command + " of " + date
                    + " is no whole run, of all systems, without --quick, --trial or a smaller --pairs");
        }
    }

    private static void checkQuotable(QuotedRun run) throws IOException {
        checkWhole(run.whole(), run.command(), run.date());
        if (!run.faults().isEmpty()) {
            throw new IOException(run.command() + " of " + run.date() + " had a fault: " + run.faults());
        }
    }

    /** Adds a run to those that are quoted. Returns its file. */
    Path add(QuotedRun run) throws IOException {
        checkQuotable(run);
        Path file = root.resolve(RUNS).resolve(run.fileName());
        Files.createDirectories(file.getParent());
        run.writeJson(file);
        return file;
    }

    /** As above. */
    Path add(QuotedComparison run) throws IOException {
        checkWhole(run.whole(), run.command(), run.date());
        Path file = root.resolve(directory(Compared.of(run))).resolve(run.fileName());
        Files.createDirectories(file.getParent());
        run.writeJson(file);
        return file;
    }

    /** The documents that do not say what the runs found. */
    List<String> differing() throws IOException {
        List<String> differing = new ArrayList<>();
        for (String document : documents()) {
            if (!generated(document).equals(Files.readString(root.resolve(document)))) {
                differing.add(document);
            }
        }
        return differing;
    }

    /** Has the documents say what the runs found. Returns those that were changed. */
    List<String> write() throws IOException {
        List<String> differing = differing();
        for (String document : differing) {
            Files.writeString(root.resolve(document), generated(document));
        }
        return differing;
    }

    private static List<String> documents() {
        return Stream.concat(
                        FIGURES.stream().map(Figures::block),
                        Arrays.stream(Compared.values()).map(QuotedDocuments::block))
                .map(Block::document)
                .distinct()
                .toList();
    }

    private String generated(String document) throws IOException {
        String whole = Files.readString(root.resolve(document));
        List<QuotedRun> runs = runs();
        for (Figures figures : FIGURES) {
            Block block = figures.block();
            Optional<QuotedRun> newest =
                    runs.stream().filter(run -> run.peers() == figures.peers()).reduce((older, newer) -> newer);
            if (block.document().equals(document) && newest.isPresent()) {
                String link = block.link(RUNS, newest.get().fileName());
                whole = block.in(whole, figures.text().apply(newest.get(), link));
            }
        }
        for (Compared kind : Compared.values()) {
            List<QuotedComparison> comparisons = comparisons(kind);
            if (kind.document().equals(document) && !comparisons.isEmpty()) {
                QuotedComparison newest = comparisons.get(comparisons.size() - 1);
                String link = block(kind).link(directory(kind), newest.fileName());
                whole = block(kind).in(whole, ComparisonFigures.of(newest, link));
            }
        }
        return whole;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private static final List<Block> BLOCKS = List.of(
            new Block("README.md", "figures", false, CallFigures::of),
            new Block("docs/internals/performance.md", "targets", false, TargetFigures::of),
            new Block("docs/internals/performance.md", "targets beside peers", true, TargetFigures::of));

    private final Path root;

    /** @param text of a run, and of where its file is */
    private record Block(String document, String name, boolean peers, BiFunction<QuotedRun, String, String> text) {

        String begin() {
            return "<!-- " + name + " -->\n";
        }

        String end() {
            return "<!-- /" + name + " -->";
        }

        /** The document with this block as the run has it. */
        String in(String whole, QuotedRun run) throws IOException {
            int begin = whole.indexOf(begin());
            int end = whole.indexOf(end());
            if (begin < 0 || end < begin) {
                throw new IOException(document + " has no block between " + begin().strip() + " and " + end());
            }
            String file = (document.contains("/") ? "../" : "docs/") + "reports/bench/" + run.fileName();
            return whole.substring(0, begin + begin().length()) + text.apply(run, file) + whole.substring(end);
        }
    }

    /** @param root of the repository */
    QuotedDocuments(Path root) {
        this.root = root;
    }

    /** All committed runs, the oldest first. */
    List<QuotedRun> runs() throws IOException {
        Path directory = root.resolve(RUNS);
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<QuotedRun> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                QuotedRun run = QuotedRun.read(file);
                check(run, file.getFileName().toString());
                runs.add(run);
            }
        }
        runs.sort(Comparator.comparing(QuotedRun::date));
        return runs;
    }

    private static void check(QuotedRun run, String name) throws IOException {
        if (!name.equals(run.fileName())) {
            throw new IOException(RUNS + "/" + name + " holds " + run.fileName());
        }
        checkQuotable(run);
    }

    private static void checkQuotable(QuotedRun run) throws IOException {
        if (!run.whole()) {
            throw new IOException(run.command() + " of " + run.date()
                    + " is no whole run, of all systems, without --quick, --trial or a smaller --pairs");
        }
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
        return BLOCKS.stream().map(Block::document).distinct().toList();
    }

    private String generated(String document) throws IOException {
        String whole = Files.readString(root.resolve(document));
        List<QuotedRun> runs = runs();
        for (Block block : BLOCKS) {
            Optional<QuotedRun> newest =
                    runs.stream().filter(run -> run.peers() == block.peers()).reduce((older, newer) -> newer);
            if (block.document().equals(document) && newest.isPresent()) {
                whole = block.in(whole, newest.get());
            }
        }
        return whole;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation. */
record Page(Path file, String text) {

    /** The tests run in the directory of their module. */
    static final Path REPOSITORY = Path.of("..");

    private static final Pattern FENCED = Pattern.compile("```(\\w*)\n(.*?)```\n?", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)|(?m:^\\[[^\\]]+]: (\\S+)$)");

    static Page of(String path) {
        return of(REPOSITORY.resolve(path));
    }

    /** The README and the guide: the pages that a user reads. */
    static List<Page> forUsers() {
        List<Page> pages = new ArrayList<>(List.of(of("README.md")));
        pages.addAll(in("docs/guide"));
        return pages;
    }

    /** All pages of a directory and of those below it. */
    static List<Page> in(String directory) {
        try (Stream<Path> files = Files.walk(REPOSITORY.resolve(directory))) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .map(Page::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Page of(Path file) {
        try {
            return new Page(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its fenced blocks in that language. */
    List<String> blocks(String language) {
        return FENCED.matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** Paragraphs, items of lists and cells of tables, with each code span as one word. */
    List<String> passages() {
        List<String> passages = new ArrayList<>();
        String prose = FENCED.matcher(text)
                .replaceAll("")
                .replaceAll("(?s)<!--.*?-->", "")
                .replaceAll("(?m)^\\[[^\\]]+]: \\S+$", "")
                .replaceAll("`[^`]*`", "code")
                .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1");
        for (String block : prose.split("\n\\s*\n")) {
            StringBuilder passage = new StringBuilder();
            for (String line : block.split("\n")) {
                boolean row = line.startsWith("|");
                if (row || line.matches("\\s*([-*]|\\d+\\.|#+) .*")) {
                    passages.add(passage.toString());
                    passage.setLength(0);
                }
                if (row) {
                    passages.addAll(List.of(line.split("\\|")));
                } else {
                    passage.append(line.strip()).append(' ');
                }
            }
            passages.add(passage.toString());
        }
        return passages;
    }

    /** The targets of its links to other files of the repository, and to its own headings. */
    List<String> links() {
        return LINK.matcher(text)
                .results()
                .map(Page::target)
                .filter(target -> !target.contains(":"))
                .toList();
    }

    private static String target(MatchResult link) {
        return link.group(1) != null ? link.group(1) : link.group(2);
    }

    /** Whether a link of this page leads to a file, and to a heading if it names one. */
    boolean leadsSomewhere(String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? file : file.resolveSibling(path);
        return Files.exists(target) && (hash < 0 || of(target).anchors().contains(link.substring(hash + 1)));
    }

    /** By which a link names a heading. */
    private List<String> anchors() {
        return text.lines()
                .filter(line -> line.matches("#+ .*"))
                .map(line -> line.replaceFirst("#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}

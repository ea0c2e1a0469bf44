// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.languagetool.JLanguageTool;
import org.languagetool.Languages;
import org.languagetool.rules.Rule;
import org.languagetool.rules.RuleMatch;

/**
 * What LanguageTool finds in the README, in the pages of docs and in the Javadoc of the public packages: a report for whoever
 * writes, and no gate. Launched by {@code mvn -Pfull verify}.
 */
public final class LanguageReport {

    private static final List<String> PUBLIC_PACKAGES = List.of(
            "rpc-core/src/main/java/io/nearcall",
            "rpc-core/src/main/java/io/nearcall/rmi",
            "rpc-core/src/main/java/io/nearcall/spi",
            "ipc-native/src/main/java/io/nearcall/ipc/classic",
            "ipc-native/src/main/java/io/nearcall/ipc/shared",
            "ipc-native/src/main/java/io/nearcall/ipc/os");

    /** They judge spelling and typography, of which technical text has its own. */
    private static final List<String> SILENT_CATEGORIES = List.of("TYPOS", "TYPOGRAPHY", "CASING");

    private static final Pattern JAVADOC = Pattern.compile("/\\*\\*(.*?)\\*/", Pattern.DOTALL);

    private final JLanguageTool tool = new JLanguageTool(Languages.getLanguageForShortCode("en-US"));
    private final Map<String, Integer> findings = new TreeMap<>();
    private final StringBuilder text = new StringBuilder();

    private LanguageReport() {
        for (Rule rule : tool.getAllActiveRules()) {
            if (SILENT_CATEGORIES.contains(rule.getCategory().getId().toString())) {
                tool.disableRule(rule.getId());
            }
        }
    }

    /** Arguments: the repository, and the file to write. */
    public static void main(String[] args) throws IOException {
        Path repository = Path.of(args[0]);
        LanguageReport report = new LanguageReport();
        report.addPages(repository);
        report.addJavadoc(repository);
        Path file = Path.of(args[1]);
        Files.writeString(file, report.text.toString());
        System.out.println("LanguageTool found " + report.findings + "; see " + file);
    }

    private void addPages(Path repository) throws IOException {
        List<Path> pages = new ArrayList<>(List.of(repository.resolve("README.md")));
        pages.addAll(files(repository.resolve("docs"), Integer.MAX_VALUE, ".md"));
        for (Path page : pages) {
            String prose = Files.readString(page)
                    .replaceAll("(?s)```.*?```", "")
                    .replaceAll("(?s)<!--.*?-->", "")
                    .replaceAll("(?m)^\\|.*$", "")
                    .replaceAll("(?m)^#+ (.*)$", "$1.\n")
                    .replaceAll("(?m)^\\s*([-*]|\\d+\\.) ", "")
                    .replaceAll("`\\W*(\\w*)[^`]*`", "$1")
                    .replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1")
                    .replaceAll("[*_]{1,2}", "");
            check(repository.relativize(page), prose);
        }
    }

    private void addJavadoc(Path repository) throws IOException {
        for (String directory : PUBLIC_PACKAGES) {
            for (Path source : files(repository.resolve(directory), 1, ".java")) {
                StringBuilder prose = new StringBuilder();
                JAVADOC.matcher(Files.readString(source)).results().forEach(comment -> prose.append(comment.group(1)
                                .replaceAll("(?m)^\\s*\\* ?", "")
                                .replaceAll("(?s)<pre>.*?</pre>", "")
                                .replaceAll("(?s)\\{@\\w+\\W*(\\w*)[^}]*}", "$1")
                                .replaceAll("@(param|throws) \\S+|@\\w+", "\n\n")
                                .replaceAll("<[^>]*>", "\n\n"))
                        .append("\n\n"));
                check(repository.relativize(source), prose.toString());
            }
        }
    }

    private static List<Path> files(Path directory, int depth, String ending) throws IOException {
        try (Stream<Path> found = Files.walk(directory, depth)) {
            return found.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private void check(Path file, String prose) throws IOException {
        for (String paragraph : prose.split("\n\\s*\n")) {
            String line = paragraph.replaceAll("\\s+", " ").strip();
            for (RuleMatch match : tool.check(line)) {
                findings.merge(match.getRule().getCategory().getId().toString(), 1, Integer::sum);
                text.append(file)
                        .append(": ")
                        .append(match.getMessage().replaceAll("</?suggestion>", "\""))
                        .append("\n    ")
                        .append(line, Math.max(0, match.getFromPos() - 40), match.getFromPos())
                        .append("[[")
                        .append(line, match.getFromPos(), match.getToPos())
                        .append("]]")
                        .append(line, match.getToPos(), Math.min(line.length(), match.getToPos() + 40))
                        .append('\n');
            }
        }
    }
}

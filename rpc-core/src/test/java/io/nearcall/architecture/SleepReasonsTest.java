// SPDX-License-Identifier: Apache-2.0
package io.nearcall.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks that each sleep in the tests of all modules has a reason. For a sleep in a loop, the loop condition is the
 * reason.
 */
class SleepReasonsTest {

    private static final Path REPOSITORY = Path.of("..");

    /** Its length has a number in it, and not only names. */
    private static final Pattern SLEEP = Pattern.compile("\\b(Thread|TimeUnit\\.\\w+)\\.sleep\\(.*\\b\\d");

    private static final Pattern LOOP = Pattern.compile("(\\w+: )?(while|for|do)\\b");

    /** In two parts, because this file is looked at, too. */
    private static final String FIVE_MS = "Thread." + "sleep(5);";

    @Test
    void shouldSayWhyTheySleepThatLong() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path directory : testSources()) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    withoutReason(Files.readAllLines(file)).forEach(line -> found.add(file + ":" + line));
                }
            }
        }
        assertThat(found)
                .as("sleeps outside of loops without a comment beside or above them")
                .isEmpty();
    }

    @Test
    void shouldTakeACommentOrALoopForAReason() {
        assertThat(found("void run() {", "    " + FIVE_MS)).containsExactly(2);
        assertThat(found("while (!done) {", "    if (late) {", "        " + FIVE_MS))
                .containsExactly(3);
        assertThat(found("while (!done) {", "    look();", "    " + FIVE_MS)).isEmpty();
        assertThat(found("void run() {", "    " + FIVE_MS + " // until it is killed"))
                .isEmpty();
        assertThat(found("void run() {", "    // Until it is killed.", "    " + FIVE_MS))
                .isEmpty();
    }

    private static List<Integer> found(String... lines) {
        return withoutReason(List.of(lines));
    }

    /** Of the modules in the repository's directory, and of those one directory further down. */
    private static List<Path> testSources() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path module : directoriesIn(REPOSITORY)) {
            found.add(module.resolve("src/test/java"));
            directoriesIn(module).forEach(inner -> found.add(inner.resolve("src/test/java")));
        }
        found.removeIf(Files::notExists);
        assertThat(found).hasSizeGreaterThan(5);
        return found;
    }

    private static List<Path> directoriesIn(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    /** The numbers of those lines. */
    private static List<Integer> withoutReason(List<String> lines) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (SLEEP.matcher(lines.get(i)).find() && !hasComment(lines, i) && !isInLoop(lines, i)) {
                found.add(i + 1);
            }
        }
        return found;
    }

    private static boolean hasComment(List<String> lines, int index) {
        String above = index == 0 ? "" : lines.get(index - 1).strip();
        return above.startsWith("//") || lines.get(index).contains("//");
    }

    /** By the line above that is indented less: the sources are formatted by a machine. */
    private static boolean isInLoop(List<String> lines, int index) {
        int indentation = indentation(lines.get(index));
        int above = index;
        while (above > 0 && (lines.get(above).isBlank() || indentation(lines.get(above)) >= indentation)) {
            above--;
        }
        return LOOP.matcher(lines.get(above).strip()).lookingAt();
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the tests and the rows exist that the documents name beside their promises. */
class NamedTestsTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern METHOD = Pattern.compile("void (\\w+)\\(");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern ITALIC = Pattern.compile("(?<![*\\w])\\*([A-Za-z][^*\\n]*)\\*(?!\\*)");
    private static final String LAST_COLUMN = "shown by";

    /** By their look: sentences of Java and of C, classes of tests with or without a method. */
    private static final Pattern NAME_OF_A_TEST = Pattern.compile(
            "should[A-Z]\\w*|[A-Z]\\w*(Test|IT)(\\.should\\w+)?|CancelAgainst\\w+|[a-z]+(_[a-z0-9]+){3,}");

    private static final Set<String> NO_ROWS = Set.of("permitted peer", "monitor", "italics", "per connection");

    /** Of methods, of classes, and of methods behind their class and a dot. */
    private static Set<String> tests() throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(NamedTestsTest::isOfTests).toList()) {
                String type = file.getFileName().toString().replaceFirst("\\.\\w+$", "");
                names.add(type);
                METHOD.matcher(Files.readString(file))
                        .results()
                        .map(found -> found.group(1))
                        .forEach(method -> {
                            names.add(method);
                            names.add(type + "." + method);
                        });
            }
        }
        return names;
    }

    private static boolean isOfTests(Path file) {
        String path = file.toString();
        return path.matches(".*/src/(test|jcstress)/.*\\.(java|c)");
    }

    private static List<String> named(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static String page(String name) throws IOException {
        return Files.readString(ROOT.resolve("docs").resolve(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"SECURITY.md", "guide/limits.md"})
    void shouldExist(String page) throws IOException {
        List<String> named = named(CODE, page(page)).stream()
                .filter(name -> NAME_OF_A_TEST.matcher(name).matches())
                .toList();
        assertThat(named).isNotEmpty();
        assertThat(tests()).containsAll(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SECURITY.md", "guide/limits.md"})
    void shouldBeRowsWhereTheyAreInItalics(String page) throws IOException {
        List<String> named = new ArrayList<>(named(ITALIC, page(page)));
        named.removeAll(NO_ROWS);
        assertThat(named).isNotEmpty();
        assertThat(Rows.all().stream().map(Row::name)).containsAll(named);
    }

    @Test
    void shouldStandBesideEachResourceThatAPeerCanTake() throws IOException {
        boolean inTable = false;
        for (String line : page("guide/limits.md").lines().toList()) {
            inTable = line.startsWith("|") && (inTable || line.endsWith("| " + LAST_COLUMN + " |"));
            if (inTable && !line.startsWith("| ---")) {
                assertThat(line).doesNotMatch(".*\\|\\s*\\|");
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Starts from archives, as a user makes and uses them. */
@Timeout(200)
class FasterStartSampleIT {

    /** JVMs end late that make archives: an AOT cache takes a JVM of its own. */
    private static final int ALL_RUNS_S = 180;

    private static final Pattern FLAG = Pattern.compile("-XX:\\+?(\\w*(?:Archive|AOTCache)\\w*)");

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource("waysOfThisJdk")
    void shouldTakeItsClassesFromTheArchive(String way, String flags) throws Exception {
        SampleRun run = new SampleRun(directory, "faster-start", way);
        assertThat(run.await(ALL_RUNS_S)).as(run.errors()).isZero();
        assertThat(run.output().split("\\[client\\] Hello, world, [0-9]+ ms after the start", -1))
                .hasSize(3);
        assertThat(run.errors()).contains("[run] A second run, with " + flags + "FILE ...");
        for (String side : List.of("server", "client")) {
            assertThat(run.errors())
                    .containsPattern("\\[run\\] " + side + ": [0-9]{3,} classes of Nearcall come from its archive");
        }
        run.assertNothingIsLeft();
    }

    /** First the one that is chosen where none is named. */
    static Stream<Arguments> waysOfThisJdk() {
        int jdk = Runtime.version().feature();
        String auto = "-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=";
        if (jdk >= 25) {
            return Stream.of(Arguments.of("", "-XX:AOTCache="), Arguments.of("auto", auto));
        }
        return Stream.of(Arguments.of("", jdk >= 19 ? auto : "-XX:SharedArchiveFile="));
    }

    @Test
    void shouldNameTheWaysWhenAskedForAnother() throws Exception {
        SampleRun run = new SampleRun(directory, "faster-start", "pigeon");
        assertThat(run.await()).isEqualTo(2);
        assertThat(run.errors()).contains("\"pigeon\" makes no archive: say exit, auto ");
        run.assertNothingIsLeft();
    }

    @Test
    void shouldDocumentTheOptionsThatHaveBeenTried() throws Exception {
        List<String> tried = flags("run");
        assertThat(tried).contains("ArchiveClassesAtExit", "AutoCreateSharedArchive", "AOTCacheOutput");
        assertThat(flags("../docs/guide/faster-start.md")).isEqualTo(tried);
        assertThat(flags("src/main/java/io/nearcall/samples/fasterstart/README.md"))
                .isEqualTo(tried);
    }

    /** The options about archives that a file names. */
    private static List<String> flags(String file) throws Exception {
        return FLAG.matcher(Files.readString(Path.of(file)))
                .results()
                .map(found -> found.group(1))
                .distinct()
                .sorted()
                .toList();
    }
}

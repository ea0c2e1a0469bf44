// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.chaos.process.JvmDraw;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The campaign: runs every row once, each in a directory of its own, and writes the table at the end. */
class ReliabilityIT {

    private static final Campaign CAMPAIGN = Campaign.fromProperties(Path.of(""));
    private static final Part PART = Part.of(System.getProperty("chaos.part", ""));
    private static final Pattern WANTED = Pattern.compile(System.getProperty("chaos.rows", ".*"));
    private static final boolean ON_WINDOWS = Campaign.killsOnWindows() > 0;
    private static final Turn TURN = Turn.of(System.getProperty("chaos.turn", ""));
    private static final Pattern FIRST = Pattern.compile(System.getProperty("chaos.first", ""));
    private static final Revision REVISIONS = new Revision(Path.of("").toAbsolutePath());
    private static final String REVISION = REVISIONS.current(); // now, and not hours later
    private static final List<Row> DONE = new ArrayList<>();
    private static final List<Tally> TALLIES = new ArrayList<>();
    private static final long START_NS = System.nanoTime();

    @TempDir
    private static Path scratch;

    @TestFactory
    Stream<DynamicTest> shouldSurvive() {
        List<Row> wanted = PART.of(Rows.all()).stream()
                .filter(row -> row.isOnWindows() == ON_WINDOWS)
                .filter(row -> WANTED.matcher(row.name()).matches())
                .toList();
        return TURN.of(wanted, row -> FIRST.matcher(row.name()).matches()).stream()
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> run(row)));
    }

    private static void run(Row row) throws Exception {
        Path own = Files.createDirectory(scratch.resolve("row-" + DONE.size()));
        Tally tally = new Tally(row.name());
        DONE.add(row);
        TALLIES.add(tally);
        System.setProperty("io.nearcall.dir", own.resolve("run").toString());
        JvmDraw.begin(CAMPAIGN.random(row).split(), CAMPAIGN.isLong());
        try {
            Surroundings before = Surroundings.now();
            RowWatchdog.run(row, CAMPAIGN.in(own), tally);
            before.compare(tally, own);
        } catch (Exception | Error e) {
            // Else the report would show fewer episodes without a fault.
            tally.wrong("the row was broken off: " + e + (e.getCause() == null ? "" : ", because " + e.getCause()));
            Surroundings.countCrashes(tally, own); // which may be why
            throw e;
        } finally {
            System.clearProperty("io.nearcall.dir");
            tellJvms(tally);
            tally.ended();
            System.out.println(Tally.header());
            System.out.println(tally);
            report(); // after each row: a campaign of hours may be broken off
        }
        assertThat(tally.faults()).isEmpty();
        assertThat(tally.episodes()).as("episodes").isPositive();
    }

    private static void tellJvms(Tally tally) {
        String jvms = JvmDraw.told();
        if (!jvms.isEmpty()) {
            tally.note(jvms);
        }
    }

    @AfterAll
    static void print() {
        System.out.println();
        System.out.println(Tally.header());
        TALLIES.forEach(System.out::println);
    }

    private static void report() throws IOException {
        String file = System.getProperty("chaos.report", "");
        if (!file.isEmpty()) {
            Report report = new Report(
                    CAMPAIGN,
                    PART,
                    REVISION,
                    REVISIONS::sources,
                    ON_WINDOWS ? " (Wine)" : Report.ofThisJvm(),
                    DONE,
                    TALLIES,
                    System.nanoTime() - START_NS);
            report.write(Path.of(file));
        }
    }
}

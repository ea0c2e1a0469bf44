// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import io.nearcall.bench.Launch;
import io.nearcall.bench.quoted.QuotedComparison.Cost;
import io.nearcall.bench.quoted.QuotedComparison.Look;
import io.nearcall.bench.quoted.QuotedComparison.Table;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Where a comparison ends: a file for {@code bench/run --publish}, and tables on standard output.
 *
 * @param machine as it was before the run
 * @param option of {@code bench/run}, with its dashes
 * @param trial whether the run was too short to mean anything
 * @param plan the line of the head that says how long the run took
 */
public record ComparisonReport(
        Launch launch, List<String> machine, String option, boolean trial, int pairs, String plan) {

    /**
     * Writes the report.
     *
     * @param leftOut what could not be measured here, and why
     */
    public void write(List<String> leftOut, List<Cost> costs, List<Look> looks) throws IOException {
        write(leftOut, costs, looks, null);
    }

    /** Writes the report of a run that has only tables. */
    public void write(List<Table> tables) throws IOException {
        write(List.of(), List.of(), List.of(), tables);
    }

    private void write(List<String> leftOut, List<Cost> costs, List<Look> looks, List<Table> tables)
            throws IOException {
        String arguments = " " + option + (trial ? " --trial" : "");
        List<String> about = launch.head(machine, arguments);
        about.add(plan);
        QuotedComparison found = new QuotedComparison(
                ZonedDateTime.now(ZoneOffset.UTC)
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                launch.commit(),
                launch.isDirty(),
                "bench/run" + arguments,
                !trial,
                Machine.host(),
                pairs,
                leftOut,
                costs,
                looks,
                tables);
        Path json = launch.report().resolve(Compared.of(found).option() + ".json");
        found.writeJson(json);
        System.out.println();
        about.forEach(System.out::println);
        System.out.println();
        ComparisonFigures.lines(found).forEach(System.out::println);
        System.out.println();
        System.out.println("written   " + json);
    }
}

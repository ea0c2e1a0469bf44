// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.ResultRow;
import io.nearcall.bench.report.Series;
import io.nearcall.bench.report.Verdict;
import io.nearcall.bench.report.VerdictGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of {@code bench/run}, as {@code run.json} holds it: all that a document may quote.
 *
 * @param date when it ended, in UTC, as ISO 8601 has it
 * @param dirty whether the working tree differed from the commit
 * @param whole whether it is long enough, and of all systems, to be quoted
 * @param peers whether other libraries were measured
 * @param pairs how many pairs of JVMs there were
 * @param faults of the bench: a run that has any is not quoted
 */
public record QuotedRun(
        String date,
        String commit,
        boolean dirty,
        String command,
        boolean whole,
        boolean peers,
        Machine.Host host,
        int pairs,
        List<String> faults,
        List<ResultRow> results,
        List<Target> targets,
        Series series) {

    private static final Gson GSON = new GsonBuilder().serializeNulls().create();
    private static final int DATE_LENGTH = "2026-11-23".length();

    /**
     * A verdict.
     *
     * @param value null where it was not judged
     */
    public record Target(
            VerdictGroup group,
            String what,
            Double value,
            String outcome,
            List<Double> ofEachPair,
            List<Double> leftOut,
            String leftOutBecause) {

        public static Target of(Verdict from) {
            return new Target(
                    from.group(),
                    from.what(),
                    from.isJudged() ? from.value() : null,
                    from.outcome(),
                    from.ofEachPair(),
                    from.leftOut(),
                    from.leftOutBecause());
        }

        Verdict verdict() {
            return new Verdict(
                    group, what, value == null ? Double.NaN : value, outcome, ofEachPair, leftOut, leftOutBecause);
        }
    }

    static QuotedRun read(Path file) throws IOException {
        return GSON.fromJson(Files.readString(file), QuotedRun.class);
    }

    public void writeJson(Path file) throws IOException {
        Files.writeString(file, GSON.toJson(this) + "\n");
    }

    String day() {
        return date.substring(0, DATE_LENGTH);
    }

    /** Under which it is committed. */
    String fileName() {
        return day() + "-" + commit + (peers ? "-peers" : "") + ".json";
    }

    public List<Verdict> verdicts() {
        return targets.stream().map(Target::verdict).toList();
    }

    /** @param file where it is, as a document links it */
    String origin(String file) {
        return "`" + command + "` on " + host.cpus() + " CPUs of " + host.cpu() + ", " + host.kernel() + ", "
                + host.jdk()
                + ", " + day() + ", commit " + commit + (dirty ? " with changes" : "") + ": "
                + "[the run](" + file + ").";
    }
}

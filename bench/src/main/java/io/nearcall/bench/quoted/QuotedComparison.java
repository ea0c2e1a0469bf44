// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.nearcall.bench.measure.Median;
import io.nearcall.bench.measure.Range;
import io.nearcall.bench.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A run of {@code bench/run} that compares what calls take in several settings, as its file in JSON holds it.
 *
 * @param date when it ended, in UTC, as ISO 8601 has it
 * @param dirty whether the working tree differed from the commit
 * @param whole whether it is long enough to be quoted, and lacks nothing that this host can do
 * @param pairs how many pairs of JVMs there were of each kind
 * @param tables what was found, if it is not what calls take; otherwise null
 * @param leftOut what could not be measured here, and why
 */
public record QuotedComparison(
        String date,
        String commit,
        boolean dirty,
        String command,
        boolean whole,
        Machine.Host host,
        int pairs,
        List<String> leftOut,
        List<Cost> costs,
        List<Look> looks,
        List<Table> tables) {

    private static final Gson GSON = new GsonBuilder().serializeNulls().create();
    private static final int DATE_LENGTH = "2026-11-23".length();

    /** A median over the pairs of JVMs, and between what all of them lie. */
    public record Spread(double median, Range range) {

        /** Of what each pair found; there is one at least. */
        public static Spread of(List<Double> values) {
            return new Spread(Median.of(values), Range.of(values));
        }
    }

    /**
     * What a call takes in one setting.
     *
     * @param what the setting, in words
     * @param work which call
     * @param ns its time
     * @param ratio to its time in the same turn in the setting that is compared with
     * @param moreNs how much longer it takes than then
     * @param target what it is to cost at most, in words; empty if nothing is said
     */
    public record Cost(String what, String work, Spread ns, Spread ratio, Spread moreNs, String target) {}

    /**
     * Another figure.
     *
     * @param value in the unit
     * @param target as above
     */
    public record Look(String what, String unit, Spread value, String target) {}

    /**
     * Figures in words.
     *
     * @param title a sentence
     */
    public record Table(String title, List<String> heads, List<List<String>> rows) {}

    static QuotedComparison read(Path file) throws IOException {
        return GSON.fromJson(Files.readString(file), QuotedComparison.class);
    }

    public void writeJson(Path file) throws IOException {
        Files.writeString(file, GSON.toJson(this) + "\n");
    }

    /** Under which it is committed. */
    String fileName() {
        return date.substring(0, DATE_LENGTH) + "-" + commit + ".json";
    }

    /** @param file where it is, as a document links it */
    String origin(String file) {
        return "`" + command + "` on " + host.cpus() + " CPUs of " + host.cpu() + ", " + host.kernel() + ", "
                + host.jdk()
                + ", " + date.substring(0, DATE_LENGTH) + ", commit " + commit + (dirty ? " with changes" : "") + ": "
                + "[the run](" + file + ").";
    }
}

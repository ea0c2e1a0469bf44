// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.measure.Median;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whether a target is met, and the numbers that show it.
 *
 * @param group calls, unless {@link #in} sets another
 * @param what the target in words
 * @param outcome held, not held, or why it was not judged
 * @param ofEachPair the value of each pair, in the order in which the pairs ran
 * @param leftOut the values of the pairs that are shown but do not count
 * @param leftOutBecause the reason in a word or two; empty if none is left out
 */
public record Verdict(
        VerdictGroup group,
        String what,
        double value,
        String outcome,
        List<Double> ofEachPair,
        List<Double> leftOut,
        String leftOutBecause) {

    private static final String HELD = "held";
    private static final String NOT_HELD = "not held";
    private static final String NOT_JUDGED = "not judged";

    public static Verdict atMost(String what, double limit, List<Double> ofEachPair) {
        double value = Median.of(ofEachPair);
        return of(what, value, value <= limit, ofEachPair);
    }

    public static Verdict atLeast(String what, double limit, List<Double> ofEachPair) {
        double value = Median.lower(ofEachPair);
        return of(what, value, value >= limit, ofEachPair);
    }

    private static Verdict of(String what, double value, boolean held, List<Double> ofEachPair) {
        return ofEachPair.isEmpty()
                ? notJudged(what, "not measured")
                : new Verdict(VerdictGroup.CALLS, what, value, held ? HELD : NOT_HELD, ofEachPair, List.of(), "");
    }

    public static Verdict notJudged(String what, String reason) {
        return new Verdict(
                VerdictGroup.CALLS, what, Double.NaN, NOT_JUDGED + " (" + reason + ")", List.of(), List.of(), "");
    }

    /** Returns the same verdict in another group. */
    public Verdict in(VerdictGroup other) {
        return new Verdict(other, what, value, outcome, ofEachPair, leftOut, leftOutBecause);
    }

    /** Returns the same verdict. It also shows the pairs that do not count, and why they do not. */
    Verdict beside(List<Double> others, String because) {
        return new Verdict(group, what, value, outcome, ofEachPair, others, others.isEmpty() ? "" : because);
    }

    public boolean isHeld() {
        return outcome.equals(HELD);
    }

    public boolean isJudged() {
        return isHeld() || outcome.equals(NOT_HELD);
    }

    public String valueText() {
        return number(value);
    }

    /** Returns one line, with the outcome first. */
    public String text() {
        if (!isJudged()) {
            String reason = outcome.substring(NOT_JUDGED.length() + 1);
            return String.format(Locale.ROOT, "%-10s %8s  %s %s%s", NOT_JUDGED, "-", what, reason, leftOutText());
        }
        boolean several = ofEachPair.size() + leftOut.size() > 1;
        String pairs = several ? " (pairs: " + numbers(ofEachPair) + leftOutText() + ")" : "";
        return String.format(Locale.ROOT, "%-10s %8s  %s%s", outcome, number(value), what, pairs);
    }

    /** Returns the value, if there is one, the outcome, and what was left out. */
    public String resultText() {
        return (isJudged() ? valueText() + ", " + outcome : outcome) + leftOutText();
    }

    private String leftOutText() {
        return leftOut.isEmpty() ? "" : "; " + leftOutBecause + ": " + numbers(leftOut);
    }

    private static String numbers(List<Double> values) {
        return values.stream().map(Verdict::number).collect(Collectors.joining(" "));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 20 ? "%.0f" : "%.2f", value);
    }
}

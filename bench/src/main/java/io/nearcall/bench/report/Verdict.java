// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import io.nearcall.bench.measure.Median;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Whether a target is held, and by which numbers.
 *
 * @param what is judged, with its target, in words
 * @param outcome held, not held, or why it was not judged
 * @param ofEachPair what each pair found, in the order in which they ran
 */
public record Verdict(String what, double value, String outcome, List<Double> ofEachPair) {

    static final String HELD = "held";
    static final String NOT_HELD = "not held";

    public static Verdict atMost(String what, double limit, List<Double> ofEachPair) {
        double value = Median.of(ofEachPair);
        return new Verdict(what, value, outcome(ofEachPair, value <= limit), ofEachPair);
    }

    public static Verdict atLeast(String what, double limit, List<Double> ofEachPair) {
        double value = Median.of(ofEachPair);
        return new Verdict(what, value, outcome(ofEachPair, value >= limit), ofEachPair);
    }

    public static Verdict notJudged(String what, String reason) {
        return new Verdict(what, Double.NaN, "not judged (" + reason + ")", List.of());
    }

    private static String outcome(List<Double> ofEachPair, boolean held) {
        if (ofEachPair.isEmpty()) {
            return "not judged (not measured)";
        }
        return held ? HELD : NOT_HELD;
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

    /** One line. */
    public String text() {
        if (Double.isNaN(value)) {
            return String.format(Locale.ROOT, "%-64s %8s  %s", what, "-", outcome);
        }
        String pairs = ofEachPair.stream().map(Verdict::number).collect(Collectors.joining(" "));
        return String.format(Locale.ROOT, "%-64s %8s  %-8s  (pairs: %s)", what, number(value), outcome, pairs);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 20 ? "%.0f" : "%.2f", value);
    }
}

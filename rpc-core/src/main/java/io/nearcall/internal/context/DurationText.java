// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import io.nearcall.Deadline;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** Reads and writes durations in the format of {@link Deadline}: a number and one of ns, us, ms, s and m, or NONE. */
public final class DurationText {

    /** The value of {@code "NONE"}: no limit. */
    public static final long NONE_NS = Long.MAX_VALUE;

    private static final int MOST_DIGITS = 18;
    private static final int MOST_DECIMALS = 9;
    private static final List<String> UNITS = List.of("m", "s", "ms", "us", "ns");

    private DurationText() {}

    /**
     * Parses a duration.
     *
     * @return the duration in nanoseconds, at least 1; {@link #NONE_NS} for {@code "NONE"}
     * @throws IllegalArgumentException if {@code text} has another format, or is zero, below a nanosecond or above 292
     *     years
     */
    public static long parseNs(String text) {
        String trimmed = text.trim();
        if (trimmed.equals("NONE")) {
            return NONE_NS;
        }
        int whole = digitsFrom(trimmed, 0);
        int end = whole;
        if (trimmed.startsWith(".", whole)) {
            end = digitsFrom(trimmed, whole + 1);
        }
        int fraction = end == whole ? 1 : end - whole - 1;
        String unit = trimmed.substring(end).strip();
        if (whole < 1 || whole > MOST_DIGITS || fraction < 1 || fraction > MOST_DECIMALS || !UNITS.contains(unit)) {
            throw fault(text, "is not a duration");
        }
        BigDecimal ns = new BigDecimal(trimmed.substring(0, end)).multiply(BigDecimal.valueOf(unitNs(unit)));
        if (ns.compareTo(BigDecimal.ONE) < 0) {
            throw fault(text, "is shorter than a nanosecond");
        }
        if (ns.compareTo(BigDecimal.valueOf(NONE_NS)) >= 0) {
            throw fault(text, "is longer than 292 years");
        }
        return ns.longValue();
    }

    /**
     * Formats a duration in the largest unit of which it has at least one, with up to three decimals; {@link #NONE_NS}
     * as {@code "NONE"}.
     */
    public static String format(long durationNs) {
        if (durationNs == NONE_NS) {
            return "NONE";
        }
        String unit = "ns";
        for (String candidate : UNITS) {
            if (durationNs >= unitNs(candidate)) {
                unit = candidate;
                break;
            }
        }
        BigDecimal count =
                BigDecimal.valueOf(durationNs).divide(BigDecimal.valueOf(unitNs(unit)), 3, RoundingMode.HALF_UP);
        return count.stripTrailingZeros().toPlainString() + unit;
    }

    /**
     * Returns the end of the run of digits that begins at {@code start}. It uses no regular expression, because that
     * class is slow to load.
     */
    private static int digitsFrom(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private static long unitNs(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            default -> 60_000_000_000L;
        };
    }

    private static IllegalArgumentException fault(String text, String what) {
        return new IllegalArgumentException(
                "Duration \"" + text + "\" " + what + "; write for example 250us, 20ms, 1.5s, 2m, or NONE");
    }
}

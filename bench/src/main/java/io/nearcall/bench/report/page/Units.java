// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import java.util.Locale;

/** Formats numbers for people. */
public final class Units {

    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private Units() {}

    /** Formats a duration for an axis of powers of ten. */
    public static String duration(double ns) {
        if (ns < 1e3) {
            return plain(ns) + " ns";
        }
        if (ns < 1e6) {
            return plain(ns / 1e3) + " us";
        }
        return ns < 1e9 ? plain(ns / 1e6) + " ms" : plain(ns / 1e9) + " s";
    }

    /** Formats a duration with three significant figures. */
    static String roughly(double ns) {
        if (ns < 1e3) {
            return figures(ns) + " ns";
        }
        if (ns < 1e6) {
            return figures(ns / 1e3) + " us";
        }
        return ns < 1e9 ? figures(ns / 1e6) + " ms" : figures(ns / 1e9) + " s";
    }

    private static String figures(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    public static String length(int bytes) {
        if (bytes >= MIB && bytes % MIB == 0) {
            return bytes / MIB + " MiB";
        }
        return bytes >= KIB && bytes % KIB == 0 ? bytes / KIB + " KiB" : bytes + " B";
    }

    /** Formats a length for an axis of powers of ten. */
    public static String decimalLength(double bytes) {
        if (bytes < 1e3) {
            return plain(bytes) + " B";
        }
        if (bytes < 1e6) {
            return plain(bytes / 1e3) + " kB";
        }
        return bytes < 1e9 ? plain(bytes / 1e6) + " MB" : plain(bytes / 1e9) + " GB";
    }

    public static String count(double value) {
        if (value >= 1e6) {
            return plain(value / 1e6) + " M";
        }
        return value >= 1e3 ? plain(value / 1e3) + " k" : plain(value);
    }

    public static String micros(double ns) {
        return String.format(Locale.ROOT, "%.3f", ns / 1e3);
    }

    public static String millis(double ms) {
        return String.format(Locale.ROOT, "%.1f", ms);
    }

    public static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String plain(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("0+$", "").replaceAll("\\.$", "");
    }
}

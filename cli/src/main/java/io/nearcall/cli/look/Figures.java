// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.statistics.PageView;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Formats numbers for people. */
final class Figures {

    /** Parts of the calls, for quantiles of their durations. */
    static final double HALF = 0.5;

    static final double NEARLY_ALL = 0.99;

    private static final long HUNDRED = 100;

    private Figures() {}

    /** Returns up to four digits and a unit, such as {@code 84.2k}. */
    static String count(double number) {
        double left = number;
        String unit = "";
        for (String next : new String[] {"k", "M", "G"}) {
            if (left < 9999.5) {
                break;
            }
            left /= 1000;
            unit = next;
        }
        boolean whole = left >= 99.95 || unit.isEmpty() && left == Math.rint(left);
        return decimal(left, whole) + unit;
    }

    /** Returns one decimal, or none. Written by hand, because the JVM loads dozens of classes for its first format. */
    private static String decimal(double number, boolean whole) {
        if (whole) {
            return Long.toString(Math.round(number));
        }
        long tenths = Math.round(number * 10);
        return tenths / 10 + "." + Math.abs(tenths % 10);
    }

    /**
     * Returns a method with its service, and with the place of a service of other hosts. If there is no service, the
     * interface stands in parentheses.
     */
    static String method(PageView.Method method) {
        return owner(method) + '.' + method.name() + (method.target().isEmpty() ? "" : " at " + method.target());
    }

    /** Returns the service. For an object that travelled as a reference, only its interface is known. */
    static String owner(PageView.Method method) {
        return owner(method.service(), method.type());
    }

    /** Like the method above. */
    static String owner(String service, String type) {
        return service.isEmpty() ? '(' + type.substring(type.lastIndexOf('.') + 1) + ')' : service;
    }

    /** Returns the side of its calls on which an endpoint is. */
    static String side(boolean served) {
        return served ? "service" : "caller";
    }

    /** Returns for how many of a hundred calls nobody slept, and for how many somebody slept, such as {@code 97:3}. */
    static String spinToSleep(PageView.Waits waits, long calls) {
        long all = Math.max(calls, waits.spun() + waits.yielded() + waits.slept());
        if (all <= 0) {
            return "-";
        }
        long slept = Math.min(HUNDRED, Math.max(0, Math.round(HUNDRED * (double) waits.slept() / all)));
        return HUNDRED - slept + ":" + slept;
    }

    /** Returns the time in this time zone, with milliseconds. */
    static String time(long ms) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(ms), ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS"));
    }

    /** Returns up to three digits and a unit, such as {@code 0.3us}; a dash if no call was timed. */
    static String duration(long ns, long timed) {
        if (timed == 0) {
            return "-";
        }
        double left = ns / 1000.0;
        String unit = "us";
        for (String next : new String[] {"ms", "s"}) {
            if (left < 999.5) {
                break;
            }
            left /= 1000;
            unit = next;
        }
        return decimal(left, left >= 9.95) + unit;
    }

    /** Returns the two largest units, such as {@code 2h13m}. */
    static String age(long ms) {
        Duration age = Duration.ofMillis(Math.max(0, ms));
        if (age.toDays() > 0) {
            return age.toDays() + "d" + age.toHoursPart() + "h";
        }
        if (age.toHours() > 0) {
            return age.toHours() + "h" + age.toMinutesPart() + "m";
        }
        return age.toMinutes() > 0 ? age.toMinutes() + "m" + age.toSecondsPart() + "s" : age.toSeconds() + "s";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.statistics.PageView;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers for people. */
final class Figures {

    private Figures() {}

    /** Three digits, such as {@code 84.2k}. */
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
        return String.format(Locale.ROOT, whole ? "%.0f" : "%.1f", left) + unit;
    }

    /** A method with its service, or if it has none its interface in parentheses. */
    static String method(PageView.Method method) {
        return owner(method) + '.' + method.name();
    }

    /** The service; of an object that went as a reference there is its interface only. */
    static String owner(PageView.Method method) {
        return owner(method.service(), method.type());
    }

    /** As above. */
    static String owner(String service, String type) {
        return service.isEmpty() ? '(' + type.substring(type.lastIndexOf('.') + 1) + ')' : service;
    }

    /** In this time zone, to milliseconds. */
    static String time(long ms) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(ms), ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS"));
    }

    /** Three digits, such as {@code 0.3us}; a dash if no call was timed. */
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
        return String.format(Locale.ROOT, left < 9.95 ? "%.1f" : "%.0f", left) + unit;
    }

    /** The two largest units, such as {@code 2h13m}. */
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

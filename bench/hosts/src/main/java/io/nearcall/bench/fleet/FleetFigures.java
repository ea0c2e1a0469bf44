// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.fleet;

import io.nearcall.bench.quoted.QuotedComparison.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What simulations have found, as documents show it. */
final class FleetFigures {

    private static final double PERCENT = 100;
    private static final double NS_PER_MS = 1_000_000;
    private static final double LOW = 5;
    private static final double HIGH = 95;

    private final List<List<String>> steady = new ArrayList<>();
    private final List<List<String>> events = new ArrayList<>();
    private final List<List<String>> slow = new ArrayList<>();

    /** @param sessions of a client, at most */
    void add(int sessions, FleetTrial.Steady found) {
        Distribution calls = found.calls();
        steady.add(List.of(
                whole(sessions),
                spread(found.sessions(), 0, PERCENT),
                spread(calls, 0, PERCENT),
                whole(calls.percentile(LOW)) + "-" + whole(calls.percentile(HIGH)),
                number(PERCENT * calls.variation()) + " %",
                whole(found.failed())));
    }

    void add(String event, FleetTrial.After found) {
        events.add(List.of(
                event,
                whole(found.failed()) + " of " + whole(found.made()),
                Double.isNaN(found.evenS()) ? "not while watched" : number(found.evenS()) + " s",
                ms(found.p99BeforeNs()) + ", " + ms(found.worstP99Ns()),
                whole(found.mostOpenings()),
                number(found.vainAttempts()),
                spread(found.sessions(), 0, PERCENT)));
    }

    void add(FleetTrial.Slow found) {
        found.shares().forEach((second, share) -> slow.add(List.of(second + " s", whole(PERCENT * share) + " %")));
        slow.add(List.of(
                "99.9 % of all calls take at most, before and in the end",
                ms(found.p999BeforeNs()) + ", " + ms(found.p999Ns())));
    }

    List<Table> tables() {
        return List.of(
                new Table(
                        "Nothing happens. The values are those of the servers: median (least-most).",
                        List.of(
                                "sessions of a client",
                                "sessions of a server",
                                "calls a second of a server",
                                "of nine in ten servers",
                                "coefficient of variation",
                                "failed calls"),
                        steady),
                new Table(
                        "Something happens to some of the servers.",
                        List.of(
                                "event",
                                "failed calls",
                                "calls are even again after",
                                "99 % of calls take at most, before and in the worst second",
                                "new sessions that a server is asked for in 0.1 s, at most",
                                "vain attempts of a client to reach a server",
                                "sessions of a server in the end"),
                        events),
                new Table(
                        "One server in a hundred takes ten times as long for a call from some moment on.",
                        List.of("time since then", "calls of a slow server, compared with another one"),
                        slow));
    }

    private static String spread(Distribution values, double low, double high) {
        return whole(values.percentile(PERCENT / 2)) + " (" + whole(values.percentile(low)) + "-"
                + whole(values.percentile(high)) + ")";
    }

    private static String ms(double ns) {
        return whole(ns / NS_PER_MS) + " ms";
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

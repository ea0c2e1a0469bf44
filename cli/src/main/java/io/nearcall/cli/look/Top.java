// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.JsonLine;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows how often methods are called. */
@Command(
        name = "top",
        description = "Shows how often methods are called, the busiest first, again and again. Asks no service.",
        mixinStandardHelpOptions = true)
public final class Top implements Runnable {

    private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";
    private static final int LEAST_INTERVAL_MS = 10;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SERVICE", description = "Shows the methods of this service only.")
    private String service;

    @Option(names = "--once", description = "Ends after one interval.")
    private boolean once;

    @Option(
            names = "--interval",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "Between two looks, in milliseconds. Default: ${DEFAULT-VALUE}.")
    private int intervalMs;

    @Option(names = "--json", description = "One JSON object for each method.")
    private boolean json;

    /** A method of an endpoint, and how often it was called between two looks. */
    private record Row(
            PageView page,
            PageView.Method method,
            String state,
            Durations durations,
            String spinToSleep,
            double callsPerS,
            double failuresPerS,
            double bytesInPerS,
            double bytesOutPerS) {}

    @Override
    public void run() {
        if (intervalMs < LEAST_INTERVAL_MS) {
            throw new ParameterException(
                    spec.commandLine(), "--interval is at least " + LEAST_INTERVAL_MS + " milliseconds.");
        }
        PrintWriter out = spec.commandLine().getOut();
        Surroundings surroundings = new Surroundings();
        Map<String, PageView> before = byEndpoint(surroundings.counts());
        long beforeNs = System.nanoTime();
        try {
            do {
                Thread.sleep(intervalMs);
                List<PageView> pages = surroundings.counts();
                long nowNs = System.nanoTime();
                print(rows(surroundings, pages, before, (nowNs - beforeNs) / 1e9), out);
                before = byEndpoint(pages);
                beforeNs = nowNs;
            } while (!once && !out.checkError());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, PageView> byEndpoint(List<PageView> pages) {
        Map<String, PageView> byEndpoint = new HashMap<>();
        for (PageView page : pages) {
            byEndpoint.put(key(page), page);
        }
        return byEndpoint;
    }

    private static String key(PageView page) {
        return page.path() + ' ' + page.openedMs();
    }

    private List<Row> rows(
            Surroundings surroundings, List<PageView> pages, Map<String, PageView> before, double seconds) {
        List<Row> rows = new ArrayList<>();
        for (PageView page : pages) {
            addRows(rows, page, before.get(key(page)), surroundings, seconds);
        }
        rows.sort(Comparator.comparingDouble(Row::callsPerS)
                .thenComparingLong(row -> row.method().calls())
                .reversed());
        return rows;
    }

    private void addRows(List<Row> rows, PageView page, PageView pageThen, Surroundings surroundings, double seconds) {
        String state = null; // asked for only if the endpoint serves
        List<PageView.Method> methods = page.methods();
        for (int i = 0; i < methods.size(); i++) {
            PageView.Method method = methods.get(i);
            if (method.served() && (service == null || service.equals(method.service()))) {
                state = state == null ? surroundings.state(page) : state;
                PageView.Method then = pageThen == null ? null : then(method, i, pageThen.methods());
                rows.add(then == null ? row(page, method, state, seconds) : row(page, method, then, state, seconds));
            }
        }
    }

    /** Returns the method at the last look; null if it was not there. Its index is still the same, for the most part. */
    private static PageView.Method then(PageView.Method method, int index, List<PageView.Method> methods) {
        if (index < methods.size() && isSame(method, methods.get(index))) {
            return methods.get(index);
        }
        for (PageView.Method each : methods) {
            if (isSame(method, each)) {
                return each;
            }
        }
        return null;
    }

    private static boolean isSame(PageView.Method one, PageView.Method other) {
        return one.served() == other.served()
                && one.signature().equals(other.signature())
                && one.service().equals(other.service())
                && one.type().equals(other.type());
    }

    /** Makes the row of a method that was not there at the last look. */
    private static Row row(PageView page, PageView.Method method, String state, double seconds) {
        return new Row(
                page,
                method,
                state,
                method.durations(),
                Figures.spinToSleep(method.waits(), method.calls()),
                method.calls() / seconds,
                method.failures() / seconds,
                method.bytesIn() / seconds,
                method.bytesOut() / seconds);
    }

    private static Row row(PageView page, PageView.Method method, PageView.Method then, String state, double seconds) {
        long calls = method.calls() - then.calls();
        Durations timed = method.durations().since(then.durations());
        return new Row(
                page,
                method,
                state,
                timed.count() == 0 ? method.durations() : timed,
                calls <= 0
                        ? Figures.spinToSleep(method.waits(), method.calls())
                        : Figures.spinToSleep(method.waits().since(then.waits()), calls),
                Math.max(0, calls) / seconds,
                Math.max(0, method.failures() - then.failures()) / seconds,
                Math.max(0, method.bytesIn() - then.bytesIn()) / seconds,
                Math.max(0, method.bytesOut() - then.bytesOut()) / seconds);
    }

    private void print(List<Row> rows, PrintWriter out) {
        if (json) {
            rows.forEach(row -> out.println(json(row)));
            out.flush();
            return;
        }
        if (!once && System.console() != null) {
            out.print(CLEAR_SCREEN);
        }
        Table table = new Table(
                "SERVICE",
                "METHOD",
                "PID",
                "CALLS/S",
                "CALLS",
                "IN FLIGHT",
                "FAILED/S",
                "FAILED",
                "P50",
                "P99",
                "MAX",
                "SPIN:SLEEP",
                "BYTES/S IN/OUT",
                "STATE");
        for (Row row : rows) {
            PageView.Method method = row.method();
            Durations durations = row.durations();
            table.add(
                    Figures.owner(method),
                    method.name(),
                    row.page().pid(),
                    Figures.count(row.callsPerS()),
                    Figures.count(method.calls()),
                    Figures.count(method.inFlight()),
                    Figures.count(row.failuresPerS()),
                    Figures.count(method.failures()),
                    Figures.duration(durations.quantileNs(Figures.HALF), durations.count()),
                    Figures.duration(durations.quantileNs(Figures.NEARLY_ALL), durations.count()),
                    Figures.duration(durations.longestNs(), durations.count()),
                    row.spinToSleep(),
                    Figures.count(row.bytesInPerS()) + "/" + Figures.count(row.bytesOutPerS()),
                    row.state());
        }
        table.print(out);
    }

    private static JsonLine json(Row row) {
        PageView.Method method = row.method();
        return new JsonLine()
                .put("service", method.service())
                .put("type", method.type())
                .put("method", method.name())
                .put("signature", method.signature())
                .put("pid", row.page().pid())
                .put("state", row.state())
                .put("callsPerSecond", row.callsPerS())
                .put("calls", method.calls())
                .put("failuresPerSecond", row.failuresPerS())
                .put("failures", method.failures())
                .put("timed", row.durations().count())
                .put("p50Ns", row.durations().quantileNs(Figures.HALF))
                .put("p99Ns", row.durations().quantileNs(Figures.NEARLY_ALL))
                .put("maxNs", row.durations().longestNs())
                .put("inFlight", method.inFlight())
                .put("bytesInPerSecond", row.bytesInPerS())
                .put("bytesOutPerSecond", row.bytesOutPerS())
                .put("bytesIn", method.bytesIn())
                .put("bytesOut", method.bytesOut())
                .put("waitsSpun", method.waits().spun())
                .put("waitsYielded", method.waits().yielded())
                .put("waitsSlept", method.waits().slept());
    }
}

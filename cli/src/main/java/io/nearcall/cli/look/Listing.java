// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.JsonLine;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Services and their clients, as {@code ls} prints them. */
public final class Listing {

    /* Most of the time of `ls` is the start of the JVM. So this class and the classes that it uses avoid picocli, Gson,
     * streams, lambdas and formats. LookIT has an upper bound for the number of loaded classes. */

    private static final String NOTHING = "-";

    private final Pattern pattern;
    private final boolean clients;
    private final boolean json;

    /**
     * @param pattern selects the names that are listed
     * @param clients whether the callers are listed instead of the services
     * @throws PatternSyntaxException if the pattern is not a regular expression
     */
    Listing(String pattern, boolean clients, boolean json) {
        this.pattern = pattern.isEmpty() ? null : Pattern.compile(pattern);
        this.clients = clients;
        this.json = json;
    }

    /** Returns the listing for plain arguments; null if the arguments need a parser, or are wrong. */
    public static Listing of(String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals("ls")) {
            return null;
        }
        String pattern = "";
        boolean clients = false;
        boolean json = false;
        for (int i = 1; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--clients" -> clients = true;
                case "--json" -> json = true;
                default -> {
                    if (!pattern.isEmpty() || arguments[i].startsWith("-")) {
                        return null;
                    }
                    pattern = arguments[i];
                }
            }
        }
        return new Listing(pattern, clients, json);
    }

    /** @param err receives an explanation if the table is empty */
    public void print(PrintWriter out, PrintWriter err) {
        Surroundings surroundings = new Surroundings();
        boolean any = clients ? printClients(surroundings, out) : printServices(surroundings, out);
        out.flush();
        if (!any && !json) {
            new NothingFound(surroundings.directory(), pattern, clients).print(err);
        }
    }

    private boolean printServices(Surroundings surroundings, PrintWriter out) {
        List<ServiceRow> rows = new ArrayList<>();
        for (ServiceRow row : ServiceRow.all(surroundings)) {
            if (matches(row.service())) {
                rows.add(row);
            }
        }
        if (json) {
            for (ServiceRow row : rows) {
                out.println(json(row));
            }
        } else if (!rows.isEmpty()) {
            table(rows).print(out);
        }
        return !rows.isEmpty();
    }

    private boolean matches(String service) {
        return pattern == null || pattern.matcher(service).find();
    }

    private static Table table(List<ServiceRow> rows) {
        Table table =
                new Table("SERVICE", "PID", "UP", "CHANNELS", "CLIENTS", "CALLS", "FAILED", "P50", "P99", "STATE");
        for (ServiceRow row : rows) {
            PageView page = row.page();
            Durations durations = page == null ? Durations.NONE : row.durations();
            boolean dead = row.state().equals("dead");
            table.add(
                    row.service(),
                    row.pid() == 0 ? NOTHING : row.pid(),
                    page == null || dead ? NOTHING : Figures.age(System.currentTimeMillis() - page.openedMs()),
                    page == null || row.channels().isEmpty() ? NOTHING : String.join(",", row.channels()),
                    page == null ? NOTHING : row.clients(),
                    page == null ? NOTHING : Figures.count(row.calls()),
                    page == null ? NOTHING : Figures.count(row.failures()),
                    Figures.duration(durations.quantileNs(Figures.HALF), durations.count()),
                    Figures.duration(durations.quantileNs(Figures.NEARLY_ALL), durations.count()),
                    row.state());
        }
        return table;
    }

    private static JsonLine json(ServiceRow row) {
        JsonLine line = new JsonLine()
                .put("service", row.service())
                .put("pid", row.pid())
                .put("state", row.state());
        PageView page = row.page();
        if (page != null) {
            line.put("endpoint", page.name())
                    .put("openedAt", instant(page.openedMs()))
                    .put("java", page.javaVersion())
                    .put("channels", row.channels())
                    .put("clients", row.clients())
                    .put("calls", row.calls())
                    .put("failures", row.failures())
                    .put("timed", row.durations().count())
                    .put("p50Ns", row.durations().quantileNs(Figures.HALF))
                    .put("p99Ns", row.durations().quantileNs(Figures.NEARLY_ALL))
                    .put("maxNs", row.durations().longestNs())
                    .put("complete", page.whole() && page.uncounted() == 0)
                    .put("page", page.path());
        }
        return line;
    }

    private static String instant(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }

    private boolean printClients(Surroundings surroundings, PrintWriter out) {
        Table table = new Table("CLIENT", "PID", "SERVICE", "CALLS", "FAILED", "STATE");
        boolean any = false;
        for (PageView page : surroundings.counts()) {
            String state = surroundings.state(page);
            for (Map.Entry<String, long[]> each : calledBy(page).entrySet()) {
                any = true;
                long[] sum = each.getValue();
                if (json) {
                    out.println(new JsonLine()
                            .put("client", page.name())
                            .put("pid", page.pid())
                            .put("service", each.getKey())
                            .put("calls", sum[0])
                            .put("failures", sum[1])
                            .put("state", state)
                            .put("page", page.path()));
                } else {
                    String calls = Figures.count(sum[0]);
                    table.add(page.name(), page.pid(), each.getKey(), calls, Figures.count(sum[1]), state);
                }
            }
        }
        if (any && !json) {
            table.print(out);
        }
        return any;
    }

    /** Returns the services that an endpoint has called, with the numbers of calls and failures. */
    private TreeMap<String, long[]> calledBy(PageView page) {
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (PageView.Method method : page.methods()) {
            if (!method.served() && !method.service().isEmpty() && matches(method.service())) {
                long[] sum = sums.get(method.service());
                if (sum == null) {
                    sum = new long[2];
                    sums.put(method.service(), sum);
                }
                sum[0] += method.calls();
                sum[1] += method.failures();
            }
        }
        return sums;
    }
}

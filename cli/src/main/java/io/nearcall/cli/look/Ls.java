// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.JsonLine;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists services, and who calls them. */
@Command(
        name = "ls",
        description = "Lists the services of this user, those of stopped and dead processes too. Asks no service.",
        mixinStandardHelpOptions = true)
public final class Ls implements Runnable {

    private static final String NOTHING = "-";

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "Lists services only whose name has a match of this regular expression.")
    private String pattern = "";

    @Option(names = "--clients", description = "Lists the endpoints that call services, one line for each service.")
    private boolean clients;

    @Option(names = "--json", description = "One JSON object for each line.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Surroundings surroundings = new Surroundings();
        if (clients) {
            listClients(surroundings, out);
            return;
        }
        List<ServiceRow> rows = ServiceRow.all(surroundings).stream()
                .filter(row -> matches(row.service()))
                .toList();
        if (json) {
            rows.forEach(row -> out.println(json(row)));
            out.flush();
        } else {
            table(rows).print(out);
        }
    }

    private boolean matches(String service) {
        try {
            return Pattern.compile(pattern).matcher(service).find();
        } catch (PatternSyntaxException e) {
            throw new ParameterException(
                    spec.commandLine(), "PATTERN is no regular expression: " + e.getDescription() + ".");
        }
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

    private void listClients(Surroundings surroundings, PrintWriter out) {
        Table table = new Table("CLIENT", "PID", "SERVICE", "CALLS", "FAILED", "STATE");
        for (PageView page : surroundings.pages()) {
            TreeMap<String, long[]> sums = new TreeMap<>();
            for (PageView.Method method : page.methods()) {
                if (!method.served() && !method.service().isEmpty() && matches(method.service())) {
                    long[] sum = sums.computeIfAbsent(method.service(), service -> new long[2]);
                    sum[0] += method.calls();
                    sum[1] += method.failures();
                }
            }
            String state = surroundings.state(page);
            sums.forEach((service, sum) -> {
                if (json) {
                    out.println(new JsonLine()
                            .put("client", page.name())
                            .put("pid", page.pid())
                            .put("service", service)
                            .put("calls", sum[0])
                            .put("failures", sum[1])
                            .put("state", state)
                            .put("page", page.path()));
                } else {
                    table.add(page.name(), page.pid(), service, Figures.count(sum[0]), Figures.count(sum[1]), state);
                }
            });
        }
        if (json) {
            out.flush();
        } else {
            table.print(out);
        }
    }
}

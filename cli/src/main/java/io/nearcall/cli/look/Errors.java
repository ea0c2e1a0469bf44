// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.JsonLine;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists the failures of calls. */
@Command(
        name = "errors",
        description =
                "Lists the exceptions that calls have failed with, on both sides, the latest last. Asks no service.",
        mixinStandardHelpOptions = true)
public final class Errors implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "SERVICE", description = "Lists failures of this service's methods only.")
    private String service;

    @Option(names = "--stack", description = "Shows the message and the stack of the first of each kind.")
    private boolean stack;

    @Option(names = "--json", description = "One JSON object for each line.")
    private boolean json;

    /** A kind of failure, and the page that has it. */
    private record Row(PageView page, PageView.Failure failure, String state) {}

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Surroundings surroundings = new Surroundings();
        List<Row> rows = new ArrayList<>();
        for (PageView page : surroundings.pages()) {
            for (PageView.Failure failure : page.failures()) {
                if (service == null || service.equals(failure.method().service())) {
                    rows.add(new Row(page, failure, surroundings.state(page)));
                }
            }
        }
        rows.sort(Comparator.comparingLong(row -> row.failure().lastMs()));
        if (json) {
            rows.forEach(row -> out.println(json(row)));
            out.flush();
        } else if (stack) {
            rows.forEach(row -> print(row.failure(), out));
            out.flush();
        } else {
            table(rows).print(out);
        }
    }

    private static Table table(List<Row> rows) {
        Table table = new Table("METHOD", "SIDE", "PID", "COUNT", "FIRST", "LAST", "EXCEPTION", "STATE");
        for (Row row : rows) {
            PageView.Failure failure = row.failure();
            table.add(
                    Figures.method(failure.method()),
                    Figures.side(failure.method().served()),
                    row.page().pid(),
                    Figures.count(failure.count()),
                    Figures.time(failure.firstMs()),
                    Figures.time(failure.lastMs()),
                    failure.type(),
                    row.state());
        }
        return table;
    }

    /** Prints a few lines about one kind of failure. */
    static void print(PageView.Failure failure, PrintWriter out) {
        out.println(Figures.count(failure.count()) + " x " + Figures.method(failure.method()) + ", "
                + Figures.side(failure.method().served()) + ", from " + Figures.time(failure.firstMs()) + " to "
                + Figures.time(failure.lastMs()));
        out.println("  " + failure.type() + (failure.message().isEmpty() ? "" : ": " + failure.message()));
        for (String frame : failure.stack().split(" < ")) {
            out.println("    at " + frame);
        }
    }

    private static JsonLine json(Row row) {
        PageView.Failure failure = row.failure();
        JsonLine line = new JsonLine()
                .put("service", failure.method().service())
                .put("type", failure.method().type())
                .put("method", failure.method().name())
                .put("side", Figures.side(failure.method().served()));
        if (!failure.method().target().isEmpty()) {
            line.put("target", failure.method().target());
        }
        return line.put("pid", row.page().pid())
                .put("state", row.state())
                .put("count", failure.count())
                .put("first", Instant.ofEpochMilli(failure.firstMs()).toString())
                .put("last", Instant.ofEpochMilli(failure.lastMs()).toString())
                .put("exception", failure.type())
                .put("message", failure.message())
                .put("stack", List.of(failure.stack().split(" < ")));
    }
}

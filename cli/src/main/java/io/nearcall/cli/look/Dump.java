// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageReader;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows all that is known of a process. */
@Command(
        name = "dump",
        description = "Shows all that a process has left: what was called, what failed, and what happened last.",
        mixinStandardHelpOptions = true)
public final class Dump implements Runnable {

    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "PID|FILE", description = "A process, dead or not, or the file of a statistics page.")
    private String what;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Surroundings surroundings = new Surroundings();
        List<PageView> pages = pages(surroundings);
        for (PageView page : pages) {
            print(page, surroundings.state(page), out);
        }
        out.flush();
    }

    private List<PageView> pages(Surroundings surroundings) {
        if (!what.matches("[0-9]+")) {
            PageView page = PageReader.read(what);
            if (page == null) {
                throw new Refusal(what + " is not a statistics page that this version can read.");
            }
            return List.of(page);
        }
        List<PageView> pages = surroundings.pages().stream()
                .filter(page -> Integer.toString(page.pid()).equals(what))
                .toList();
        if (pages.isEmpty()) {
            throw new Refusal("Nothing is kept of process " + what
                    + ". Pages are removed when an endpoint is closed, and an hour after a process was found dead;"
                    + " without a tmpfs there are none.");
        }
        return pages;
    }

    private static void print(PageView page, String state, PrintWriter out) {
        out.println("endpoint \"" + page.name() + "\" of process " + page.pid() + ", " + state);
        out.println("  opened " + Figures.time(page.openedMs()) + ", Java " + page.javaVersion() + ", directory "
                + page.runtimeDirectory());
        out.println("  page " + page.path() + (page.whole() ? "" : ", damaged")
                + (page.uncounted() == 0 ? "" : ", full: some calls are not counted"));
        out.println();
        printMethods(page, out);
        out.println();
        out.println("connections:" + (page.connections().isEmpty() ? " none" : ""));
        for (PageView.Connection connection : page.connections()) {
            out.println("  " + (connection.initiator() ? "to" : "from") + " process " + connection.peerPid() + " over "
                    + connection.channel() + " since " + Figures.time(connection.openedMs()));
        }
        out.println();
        out.println("failures:" + (page.failures().isEmpty() ? " none" : ""));
        page.failures().forEach(failure -> Errors.print(failure, out));
        out.println();
        out.println("last events:" + (page.events().isEmpty() ? " none" : ""));
        for (PageView.Event event : page.events()) {
            out.println("  " + Figures.time(event.timeMs()) + "  " + text(event));
        }
    }

    private static void printMethods(PageView page, PrintWriter out) {
        Table table = new Table("METHOD", "SIDE", "CALLS", "FAILED", "P50", "P99", "MAX");
        for (PageView.Method method : page.methods()) {
            Durations durations = method.durations();
            table.add(
                    Figures.method(method),
                    method.served() ? "service" : "caller",
                    Figures.count(method.calls()),
                    Figures.count(method.failures()),
                    Figures.duration(durations.quantileNs(HALF), durations.count()),
                    Figures.duration(durations.quantileNs(NEARLY_ALL), durations.count()),
                    Figures.duration(durations.longestNs(), durations.count()));
        }
        table.print(out);
    }

    private static String text(PageView.Event event) {
        String method = event.method() == null ? "?" : Figures.method(event.method());
        String peer = "process " + event.peerPid();
        return switch (event.kind()) {
            case FAILED -> method + " failed, with " + peer;
            case SLOW ->
                "the caller of " + method + " has slept for " + Figures.duration(event.ns(), 1) + ", with " + peer;
            case OPENED -> "connected with " + peer;
            case ENDED -> "disconnected from " + peer;
            case DIED -> peer + " has died";
            case REFUSED ->
                (event.refusal() == null ? "?" : event.refusal().reason()) + ": refused, with " + peer;
        };
    }
}

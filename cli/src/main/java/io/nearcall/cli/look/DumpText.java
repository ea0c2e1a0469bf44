// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.internal.statistics.Durations;
import io.nearcall.internal.statistics.PageView;
import java.io.PrintWriter;
import java.util.List;

/** Everything that is known about an endpoint, for people. */
final class DumpText {

    private final PrintWriter out;

    DumpText(PrintWriter out) {
        this.out = out;
    }

    void print(PageView page, String state, List<CallsInFlight> inFlight) {
        out.println("endpoint \"" + page.name() + "\" of process " + page.pid() + ", " + state);
        out.println("  opened " + Figures.time(page.openedMs()) + ", Java " + page.javaVersion() + ", directory "
                + page.runtimeDirectory());
        out.println("  page " + page.path() + (page.whole() ? "" : ", damaged")
                + (page.uncounted() == 0 ? "" : ", full: some calls are not counted"));
        begin("calls in flight", inFlight);
        inFlight.forEach(calls -> out.println("  " + calls.describe()));
        out.println();
        print(page.methods());
        begin("connections", page.connections());
        page.connections().forEach(this::print);
        begin("refusals", page.refusals());
        page.refusals().forEach(this::print);
        begin("failures", page.failures());
        page.failures().forEach(failure -> Errors.print(failure, out));
        begin("last events", page.events());
        for (PageView.Event event : page.events()) {
            out.println("  " + Figures.time(event.timeMs()) + "  " + text(event));
        }
    }

    private void begin(String heading, List<?> content) {
        out.println();
        out.println(heading + ":" + (content.isEmpty() ? " none" : ""));
    }

    private void print(List<PageView.Method> methods) {
        Table table = new Table("METHOD", "SIDE", "CALLS", "FAILED", "P50", "P99", "MAX", "SPIN:SLEEP", "BYTES IN/OUT");
        for (PageView.Method method : methods) {
            Durations durations = method.durations();
            table.add(
                    Figures.method(method),
                    Figures.side(method.served()),
                    Figures.count(method.calls()),
                    Figures.count(method.failures()),
                    Figures.duration(durations.quantileNs(Figures.HALF), durations.count()),
                    Figures.duration(durations.quantileNs(Figures.NEARLY_ALL), durations.count()),
                    Figures.duration(durations.longestNs(), durations.count()),
                    Figures.spinToSleep(method.waits(), method.calls()),
                    Figures.count(method.bytesIn()) + "/" + Figures.count(method.bytesOut()));
        }
        table.print(out);
    }

    private void print(PageView.Connection connection) {
        String references = connection.exported() + connection.imported() == 0
                ? ""
                : ", objects referred to: " + connection.exported() + " here, " + connection.imported() + " there";
        String streams = connection.streams() == 0 ? "" : ", " + connection.streams() + " open streams";
        out.println("  " + (connection.initiator() ? "to" : "from") + " process " + connection.peerPid() + " over "
                + connection.channel() + " since " + Figures.time(connection.openedMs()) + references + streams);
    }

    private void print(PageView.Refusals refusals) {
        out.println("  " + Figures.count(refusals.count()) + " x " + refusals.reason() + ", "
                + Figures.side(refusals.byServer()) + ", from " + Figures.time(refusals.firstMs()) + " to "
                + Figures.time(refusals.lastMs()));
    }

    /** Describes an event in words. */
    static String text(PageView.Event event) {
        String method = event.method() == null ? "?" : Figures.method(event.method());
        String peer = "process " + event.peerPid();
        return switch (event.kind()) {
            case FAILED -> method + " failed, with " + peer;
            case SLOW ->
                "the caller of " + method + " has slept for " + Figures.duration(event.ns(), 1) + ", with " + peer;
            case OPENED -> "connected with " + peer;
            case ENDED -> "disconnected from " + peer;
            case DIED -> peer + " has died";
            case REFUSED -> (event.refusal() == null ? "?" : event.refusal().reason()) + ": refused, with " + peer;
        };
    }
}

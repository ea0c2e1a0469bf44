// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import io.nearcall.Endpoint;
import io.nearcall.cli.JsonLine;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.context.DurationText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what happens to a service, or joins the flight recordings of several JVMs. */
@Command(
        name = "trace",
        description =
                "Shows failed and slow calls, refusals and connections of a running service or process while they happen."
                        + " Or joins flight recordings (JFR) of several JVMs: lists slow and failed calls, with what both sides"
                        + " say of them, and refused connections. Asks no service.",
        mixinStandardHelpOptions = true)
public final class Trace implements Runnable {

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "SERVICE|PID|FILE",
            description =
                    "A service or a process; or the recordings of callers and of services, whose names have a slash,"
                            + " end with .jfr, or are those of files that are there.")
    private List<String> what = new ArrayList<>();

    @Option(
            names = "--slow",
            paramLabel = "TIME",
            description =
                    "Leaves out calls that took less on both sides and have not failed, as in --slow 5ms. Of a running"
                            + " service, callers are shown that have slept for 100ms or longer.")
    private String slow;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description =
                    "Ends after that time, as in --for 10s; otherwise with Ctrl-C, or with the process that was named.")
    private String time;

    @Option(names = "--settings", description = "Prints settings for a recording that has Nearcall's events only.")
    private boolean settings;

    @Option(names = "--json", description = "One JSON object for each line.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        if (settings) {
            out.print(settings());
            out.flush();
            return;
        }
        if (what.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Name a service, a process, or the files of recordings.");
        }
        long leastNs = slow == null ? 0 : ns(slow);
        if (what.size() == 1 && !isFile(what.get(0))) {
            long longestNs = time == null ? DurationText.NONE_NS : ns(time);
            follow(new LiveTrace(what.get(0), leastNs, json, out), longestNs);
            return;
        }
        if (time != null) {
            throw new ParameterException(
                    spec.commandLine(), "--for is for one service or process, not for recordings.");
        }
        List<Traced> rows = joined().stream()
                .filter(row -> row.hasFailed() || row.longestNs() >= leastNs)
                .toList();
        if (json) {
            rows.forEach(row -> out.println(json(row)));
            out.flush();
        } else {
            table(rows).print(out);
        }
    }

    private static boolean isFile(String name) {
        return name.indexOf('/') >= 0 || name.endsWith(".jfr") || Files.isRegularFile(Path.of(name));
    }

    private static void follow(LiveTrace live, long longestNs) {
        try {
            live.run(longestNs);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long ns(String duration) {
        try {
            return DurationText.parseNs(duration);
        } catch (IllegalArgumentException e) {
            throw new Refusal("\"" + duration + "\" is not a duration: " + e.getMessage(), e);
        }
    }

    private List<Traced> joined() {
        Joining joining = new Joining();
        try {
            what.forEach(file -> RecordingEvents.read(file, joining));
        } catch (NoClassDefFoundError e) {
            throw new Refusal(
                    "This Java has no module jdk.jfr, which reads recordings. Set JAVA_HOME to one that has.", e);
        }
        return joining.joined();
    }

    private static String settings() {
        try (InputStream in = Endpoint.class.getResourceAsStream("/META-INF/nearcall.jfc")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Table table(List<Traced> rows) {
        Table table =
                new Table("TIME", "METHOD", "CALLER", "SERVICE", "AT CALLER", "AT SERVICE", "OUTCOME", "EXCEPTION");
        for (Traced row : rows) {
            boolean call = row.kind().equals("call");
            table.add(
                    Figures.time(row.start().toEpochMilli()),
                    call
                            ? Figures.owner(row.service(), row.type()) + '.' + row.method()
                            : "connection to " + (row.service().isEmpty() ? "?" : row.service()),
                    pid(row.callerPid()),
                    pid(row.servicePid()),
                    Figures.duration(row.callerNs(), row.callerNs()),
                    Figures.duration(row.serviceNs(), row.serviceNs()),
                    row.hasFailed() ? row.outcome() : "-",
                    call ? row.hasFailed() ? row.error() : "-" : "refused: " + row.error());
        }
        return table;
    }

    private static Object pid(int pid) {
        return pid > 0 ? pid : "-";
    }

    private static JsonLine json(Traced row) {
        return new JsonLine()
                .put("kind", row.kind())
                .put("time", row.start().toString())
                .put("service", row.service())
                .put("type", row.type())
                .put("method", row.method())
                .put("callerPid", Math.max(0, row.callerPid()))
                .put("servicePid", Math.max(0, row.servicePid()))
                .put("callerNs", row.callerNs())
                .put("serviceNs", row.serviceNs())
                .put("outcome", row.outcome())
                .put("error", row.error())
                .put("connection", row.connection())
                .put("lane", row.lane())
                .put("call", row.callId());
    }
}

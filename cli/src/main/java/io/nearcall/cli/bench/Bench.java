// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.bench;

import io.nearcall.cli.JsonLine;
import io.nearcall.cli.UsedDirectory;
import io.nearcall.cli.model.Refusal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures this host. */
@Command(
        name = "bench",
        description =
                "Measures calls between two JVMs of this host for about five seconds: one caller, without a pause.",
        mixinStandardHelpOptions = true)
public final class Bench implements Runnable {

    private static final String ROW = "%-20s %12s %9s %9s %9s";
    private static final double US = 1000;
    private static final int SECONDS_TO_END = 5;
    private static final int KINDS = 3;

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "One JSON object for each kind of call.")
    private boolean json;

    @Override
    public void run() {
        UsedDirectory.open(); // without the directory, each JVM would fail with a stack trace
        String service = "nearcall-bench-" + ProcessHandle.current().pid();
        Process server = fork(BenchServer.class, service);
        try {
            String line = lines(server).readLine();
            if (!"ready".equals(line)) {
                throw new Refusal("The JVM of the service did not start.");
            }
            print(fork(BenchClient.class, service));
        } catch (IOException e) {
            throw new UncheckedIOException("The JVMs of the measurement cannot be read: " + e, e);
        } finally {
            end(server);
        }
    }

    private static void end(Process process) {
        try {
            process.getOutputStream().close();
            if (process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException e) {
            // the process has ended by itself
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    /** Starts a JVM with both compilers, as programs have them. The command itself runs without the second compiler. */
    private static Process fork(Class<?> main, String service) {
        List<String> command = List.of(
                System.getProperty("java.home") + "/bin/java",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                service);
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("A JVM cannot be started: " + e, e);
        }
    }

    private static BufferedReader lines(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private void print(Process client) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int rows = 0;
        try (BufferedReader lines = lines(client)) {
            if (!json) {
                out.println(String.format(ROW, "CALL", "CALLS/S", "P50 us", "P99 us", "MAX us"));
            }
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.println(json ? json(line.split("\t")) : text(line.split("\t")));
                rows++;
            }
        } finally {
            end(client);
        }
        if (rows < KINDS) {
            throw new Refusal("The JVM that calls has ended after " + rows + " of " + KINDS + " kinds of calls.");
        }
        if (!json) {
            out.println("processors: " + Runtime.getRuntime().availableProcessors()
                    + ". Two busy processes need one each. bench/run of the sources measures at length.");
        }
    }

    private static String text(String... cells) {
        return String.format(ROW, cells[0], cells[1], us(cells[2]), us(cells[3]), us(cells[4]));
    }

    private static String us(String ns) {
        return String.format(Locale.ROOT, "%.2f", Long.parseLong(ns) / US);
    }

    private static String json(String... cells) {
        return new JsonLine()
                .put("call", cells[0])
                .put("callsPerSecond", Long.parseLong(cells[1]))
                .put("p50Ns", Long.parseLong(cells[2]))
                .put("p99Ns", Long.parseLong(cells[3]))
                .put("maxNs", Long.parseLong(cells[4]))
                .toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The machine on which the numbers were measured. */
public final class Machine {

    /** The host of a run, as its file describes it. */
    public record Host(String cpu, int cpus, String kernel, String jdk) {}

    private static final int TIMER_READS = 1_000_000;

    private Machine() {}

    public static Host host() throws IOException {
        return new Host(
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    }

    /** Returns lines for the head of the report. */
    public static List<String> lines() throws IOException {
        Host host = host();
        return List.of(
                "machine   " + host.cpu() + ", " + host.cpus() + " CPUs",
                "kernel    " + host.kernel(),
                "JDK       " + host.jdk(),
                "load      " + load()
                        + " over the minute before, the build included; other work on the CPUs disturbs all that follows",
                "timer     one System.nanoTime() takes " + timerNs() + " ns; single calls (p99, p99.9) include it");
    }

    /** Returns the first CPU that this process may use. */
    public static String firstCpu() throws IOException {
        return cpus().get(0);
    }

    /** Returns the CPUs that this process may use, in the format of taskset. */
    public static List<String> cpus() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("Cpus_allowed_list:")) {
                return cpus(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        return List.of("0");
    }

    /** @param list such as 0-2,5 */
    static List<String> cpus(String list) {
        List<String> cpus = new ArrayList<>();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
                cpus.add(Integer.toString(cpu));
            }
        }
        return cpus;
    }

    private static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
    }

    private static String cpuModel() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of("/proc/cpuinfo")));
        lines.removeIf(line -> !line.startsWith("model name"));
        return lines.isEmpty()
                ? System.getProperty("os.arch")
                : lines.get(0).substring(lines.get(0).indexOf(':') + 1).strip();
    }

    private static long timerNs() {
        long firstNs = System.nanoTime();
        long lastNs = firstNs;
        for (int i = 0; i < TIMER_READS; i++) {
            lastNs = System.nanoTime();
        }
        return (lastNs - firstNs) / TIMER_READS;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Limits and settings of the host. */
final class HostChecks {

    private static final long FEWEST_FILES = 1024;
    private static final long FEWEST_PIPE_PAGES = 4096;
    private static final long SMALLEST_QUEUE_BYTES = 16_384;

    private final HostFiles files;
    private final int processors;

    /** @param processors that this process may use */
    HostChecks(HostFiles files, int processors) {
        this.files = files;
        this.processors = processors;
    }

    List<Finding> all() {
        return List.of(openFiles(), processors(), clock(), pipes(), queues());
    }

    Finding openFiles() {
        OptionalLong limit = files.openFiles();
        if (limit.isPresent() && limit.getAsLong() < FEWEST_FILES) {
            return Finding.warn(
                    "D05",
                    "open files: " + limit.getAsLong() + " at most. A connection takes about five",
                    "Raise the limit: ulimit -n 4096, or LimitNOFILE of a systemd unit.");
        }
        return Finding.ok("D05", "open files: " + (limit.isPresent() ? limit.getAsLong() + " at most" : "no limit"));
    }

    /** With a quota, the JVM counts the processors that it stands for. */
    Finding processors() {
        String quota = files.text("sys/fs/cgroup/cpu.max")
                .filter(text -> !text.startsWith("max"))
                .map(text -> ", cpu.max " + text)
                .orElse("");
        return processors > 1
                ? Finding.ok("D06", "processors: " + processors + quota)
                : Finding.warn(
                        "D06",
                        "processors: 1" + quota + ". Each call waits until the other process gets its turn",
                        "Give the processes two processors: the container's CPU quota, taskset, or"
                                + " -XX:ActiveProcessorCount.");
    }

    Finding clock() {
        Optional<String> source = files.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
        boolean slow = source.isPresent()
                && List.of("hpet", "acpi_pm", "jiffies", "refined-jiffies").contains(source.get());
        return slow
                ? Finding.warn(
                        "D07",
                        "clock: " + source.get() + ". Reading it takes about a microsecond, and waiting reads it",
                        "See what dmesg says of tsc; boot with clocksource=tsc if the host allows it.")
                : Finding.ok("D07", "clock: " + source.orElse("unknown"));
    }

    Finding pipes() {
        OptionalLong pages = files.number("proc/sys/fs/pipe-user-pages-soft");
        boolean few = pages.isPresent() && pages.getAsLong() != 0 && pages.getAsLong() < FEWEST_PIPE_PAGES;
        return few
                ? Finding.warn(
                        "D08",
                        "pipes: " + pages.getAsLong() + " pages for one user. Beyond that, FIFOs shrink to one page",
                        "sysctl fs.pipe-user-pages-soft=16384, or use another channel than fifo.")
                : Finding.ok("D08", "pipes: " + (pages.isPresent() ? pages.getAsLong() + " pages" : "no limit known"));
    }

    Finding queues() {
        OptionalLong bytes = files.number("proc/sys/kernel/msgmnb");
        return bytes.isPresent() && bytes.getAsLong() < SMALLEST_QUEUE_BYTES
                ? Finding.warn(
                        "D09",
                        "message queues: " + bytes.getAsLong() + " bytes each, which makes the channel sysvmq slow",
                        "sysctl kernel.msgmnb=16384, or use another channel than sysvmq.")
                : Finding.ok("D09", "message queues: " + (bytes.isPresent() ? bytes.getAsLong() + " bytes" : "none"));
    }
}

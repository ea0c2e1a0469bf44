// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Checks limits and settings of the host, as its files show them. */
final class HostChecks {

    private static final long FEWEST_FILES = 1024;
    private static final long FEWEST_PIPE_PAGES = 4096;
    private static final long SMALLEST_QUEUE_BYTES = 16_384;
    private static final long LONGEST_MESSAGE_BYTES = 4096;
    private static final String PAGE_SIZE = "KernelPageSize:";
    private static final long FEWEST_OBJECTS_LEFT = 65;

    private final HostFiles files;
    private final int processors;

    /** @param processors the number that this process may use */
    HostChecks(HostFiles files, int processors) {
        this.files = files;
        this.processors = processors;
    }

    List<Finding> all() {
        return List.of(openFiles(), processors(), clock(), pipes(), queues(), systemV(), tracing(), cores(), pages());
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

    /** Counts processors. If there is a quota, the JVM counts the processors that the quota is worth. */
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

    /** Compares how many objects may exist with how many do. A batch of lanes takes up to 65 of a kind. */
    Finding systemV() {
        Objects memory = objects("shared memory segments", "shm", files.number("proc/sys/kernel/shmmni"));
        Objects queues = objects("message queues", "msg", files.number("proc/sys/kernel/msgmni"));
        Objects semaphores = objects("semaphore sets", "sem", files.lastNumber("proc/sys/kernel/sem"));
        String all = "System V objects: " + memory + ", " + queues + ", " + semaphores;
        if (memory.areScarce() || queues.areScarce() || semaphores.areScarce()) {
            return Finding.warn(
                    "D11",
                    all + ". New ones soon fail, and with them the channels sysvshm and sysvmq",
                    "ipcs -u shows them; nearcall clean removes those of dead processes. Limits: sysctl"
                            + " kernel.shmmni=4096, kernel.msgmni=32000, kernel.sem=\"32000 1024000000 500 32000\".");
        }
        OptionalLong longest = files.number("proc/sys/kernel/msgmax");
        return longest.isPresent() && longest.getAsLong() < LONGEST_MESSAGE_BYTES
                ? Finding.warn(
                        "D11",
                        all + ". A message has " + longest.getAsLong() + " bytes at most, so that frames go in pieces",
                        "sysctl kernel.msgmax=8192, or use another channel than sysvmq.")
                : Finding.ok("D11", all);
    }

    /** The objects of one kind: how many exist, and how many may exist. */
    private record Objects(String what, long used, OptionalLong most) {

        boolean areScarce() {
            return most.isPresent() && most.getAsLong() - used < FEWEST_OBJECTS_LEFT;
        }

        @Override
        public String toString() {
            return used + (most.isPresent() ? " of " + most.getAsLong() : "") + " " + what;
        }
    }

    private Objects objects(String what, String kind, OptionalLong most) {
        long lines = files.text("proc/sysvipc/" + kind)
                .map(text -> text.lines().count())
                .orElse(1L);
        return new Objects(what, Math.max(0, lines - 1), most); // the first line is the heading
    }

    /** Nearcall traces no process. Tracing matters to whoever wants to find out why a process hangs. */
    Finding tracing() {
        OptionalLong scope = files.number("proc/sys/kernel/yama/ptrace_scope");
        boolean closed = scope.isPresent() && scope.getAsLong() > 1;
        return closed
                ? Finding.warn(
                        "D14",
                        "tracing: kernel.yama.ptrace_scope is " + scope.getAsLong()
                                + ", which keeps strace and gdb from a" + " hanging process. Calls do not need them",
                        "jstack works all the same. To use strace: sysctl kernel.yama.ptrace_scope=1, as root.")
                : Finding.ok(
                        "D14",
                        "tracing: kernel.yama.ptrace_scope is "
                                + (scope.isPresent() ? scope.getAsLong() : "not there, which is as 0"));
    }

    /** Two processes that wait for each other on one core must take turns. */
    Finding cores() {
        boolean threads =
                files.text("sys/devices/system/cpu/smt/active").orElse("").equals("1");
        if (!threads) {
            return Finding.ok("D15", "cores: each processor is a core of its own, as far as the kernel knows");
        }
        BitSet allowed = files.allowedProcessors();
        int first = Math.max(0, allowed.nextSetBit(0));
        String siblings = files.text("sys/devices/system/cpu/cpu" + first + "/topology/thread_siblings_list")
                .orElse("?");
        BitSet others = (BitSet) allowed.clone();
        others.andNot(HostFiles.numbers(siblings));
        return allowed.cardinality() > 1 && others.isEmpty()
                ? Finding.warn(
                        "D15",
                        "cores: all " + allowed.cardinality() + " processors share one core (SMT; " + siblings
                                + "). A process that spins slows the other one down",
                        "Give the processes two cores: taskset, or the machine's size.")
                : Finding.ok("D15", "cores: SMT is on, processors " + siblings + " share the first core");
    }

    Finding pages() {
        Optional<String> size = files.text("proc/self/smaps")
                .flatMap(text ->
                        text.lines().filter(line -> line.startsWith(PAGE_SIZE)).findFirst())
                .map(line -> line.substring(PAGE_SIZE.length()).strip());
        return size.isPresent() && !size.get().equals("4 kB")
                ? Finding.warn(
                        "D17",
                        "pages: " + size.get()
                                + ". Nearcall is tested with 4 kB; each connection takes more memory here",
                        "Where memory is short, use a kernel with pages of 4 kB.")
                : Finding.ok("D17", "pages: " + size.orElse("size unknown"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import io.nearcall.internal.statistics.PageLayout;
import io.nearcall.internal.waits.WaitsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a process holds of the system that Nearcall may have taken. Other pipes and files are not its. */
public record Resources(int sockets, int otherDescriptors, int mappings) {

    private static final long PAUSE_NS = 500_000;

    /** What this process holds. */
    public static Resources now() {
        return of(ProcessHandle.current().pid());
    }

    public static Resources of(long pid) {
        int sockets = 0;
        int others = 0;
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (target.startsWith("socket:")) {
                    sockets++;
                } else if (target.startsWith("/memfd:")
                        || target.startsWith("anon_inode:")
                        || target.contains("/.fifo-")
                        || target.contains(".lock")) {
                    others++;
                }
            }
            try (Stream<String> maps = Files.lines(Path.of("/proc/" + pid + "/maps"))) {
                return new Resources(sockets, others, (int)
                        maps.filter(line -> line.contains("/memfd:nearcall")).count());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With so many descriptors more that are not sockets. */
    public Resources plusDescriptors(int more) {
        return new Resources(sockets, otherDescriptors + more, mappings);
    }

    public Resources plusSockets(int more) {
        return new Resources(sockets + more, otherDescriptors, mappings);
    }

    /** The names in a runtime directory, except those of pages and waits. On a tmpfs these are kept there for the dead. */
    public static Set<String> namesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(PageLayout.SUFFIX) && !name.contains(WaitsFiles.SUFFIX))
                    .collect(Collectors.toSet());
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** A line of {@code /proc/pid/status} without its label, such as {@code Threads:}. */
    public static String status(long pid, String label) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith(label))
                    .map(line -> line.substring(label.length()).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    /** Resident memory in KiB. */
    public static long residentKb(long pid) throws IOException {
        return Long.parseLong(status(pid, "VmRSS:").replace(" kB", ""));
    }

    /** Threads of Nearcall in this process. */
    public static int threads() {
        Thread[] all = new Thread[Thread.activeCount() + 100];
        int count = Thread.enumerate(all);
        int nearcall = 0;
        for (int i = 0; i < count; i++) {
            nearcall += all[i].getName().startsWith("nearcall-") ? 1 : 0;
        }
        return nearcall;
    }

    public boolean isWithin(Resources bound) {
        return sockets <= bound.sockets && otherDescriptors <= bound.otherDescriptors && mappings <= bound.mappings;
    }

    /** Waits until no more is held than {@code bound}; returns how long that took, -1 if it did not come in time. */
    public static long awaitWithin(Resources bound, long timeoutNs) {
        return awaitWithin(ProcessHandle.current().pid(), bound, timeoutNs);
    }

    public static long awaitWithin(long pid, Resources bound, long timeoutNs) {
        long startNs = System.nanoTime();
        while (!of(pid).isWithin(bound)) {
            if (System.nanoTime() - startNs > timeoutNs) {
                return -1;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        return System.nanoTime() - startNs;
    }
}

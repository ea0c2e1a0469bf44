// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A cgroup with little memory. If its processes need more, the kernel's OOM killer kills one of them. */
final class MemoryGroup implements AutoCloseable {

    /** The files of the two versions of cgroups: the limits of memory alone and with swap, and the one that counts kills. */
    private record Version(String limit, String limitOfSwap, long swapBytes, String counts) {}

    private final Path path;
    private final String counts;

    private MemoryGroup(Path path, String counts) {
        this.path = path;
        this.counts = counts;
    }

    /** Makes a group within the one of this process. Skips the test where that cannot be done. */
    static MemoryGroup of(long bytes) throws IOException {
        List<String> own = Files.readAllLines(Path.of("/proc/self/cgroup"));
        for (String line : own) {
            String[] parts = line.split(":", 3);
            if (parts[1].equals("memory")) {
                Version version = new Version(
                        "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", bytes, "memory.oom_control");
                return in(Path.of("/sys/fs/cgroup/memory" + parts[2]), version, bytes);
            }
        }
        String unified = own.get(own.size() - 1).replaceFirst("^0::", "");
        return in(
                Path.of("/sys/fs/cgroup" + unified),
                new Version("memory.max", "memory.swap.max", 0, "memory.events"),
                bytes);
    }

    private static MemoryGroup in(Path parent, Version version, long bytes) throws IOException {
        Path path = parent.resolve("nearcall-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(path);
        } catch (IOException e) {
            return abort("the host forbids cgroups: " + e);
        }
        MemoryGroup group = new MemoryGroup(path, version.counts);
        try {
            assumeTrue(Files.exists(path.resolve(version.limit)), "cgroups below " + parent + " limit no memory");
            Files.writeString(path.resolve(version.limit), Long.toString(bytes));
            if (Files.exists(path.resolve(version.limitOfSwap))) {
                Files.writeString(path.resolve(version.limitOfSwap), Long.toString(version.swapBytes));
            }
        } catch (IOException | RuntimeException e) {
            group.close();
            throw e;
        }
        return group;
    }

    /** The words before a command that make it run in the group. */
    List<String> prefix() {
        return List.of(
                "sh",
                "-c",
                "echo $$ >\"$0\" && exec \"$@\"",
                path.resolve("cgroup.procs").toString());
    }

    /** How many processes of the group the kernel has killed for want of memory. */
    int kills() throws IOException {
        return Files.readAllLines(path.resolve(counts)).stream()
                .filter(line -> line.startsWith("oom_kill "))
                .mapToInt(line -> Integer.parseInt(line.split(" ")[1]))
                .sum();
    }

    /** Removes the group. Its processes must have ended. */
    @Override
    public void close() throws IOException {
        Files.delete(path);
    }
}

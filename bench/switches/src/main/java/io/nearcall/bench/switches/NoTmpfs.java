// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/**
 * How a JVM is started for which there is no tmpfs: in a mount namespace of its own that has a directory of a disk in place of
 * {@code /dev/shm}. There is no option for that, and no other way to be without a statistics page on a host that has channels.
 */
final class NoTmpfs {

    private static final String BIND = "mount --bind \"$0\" /dev/shm && exec \"$@\"";

    private NoTmpfs() {}

    /** The command that goes in front of the JVM's. */
    static List<String> prefix(Path scratch, List<String> behind) throws IOException {
        Path disk = Files.createDirectories(scratch.resolve("no-shm"));
        List<String> command = new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--mount"));
        command.addAll(List.of("sh", "-c", BIND, disk.toString()));
        command.addAll(behind);
        return command;
    }

    /** Why this cannot be done here; null if it can. */
    static String obstacle(Path scratch) throws IOException, InterruptedException {
        String type = Files.getFileStore(scratch).type();
        if (type.equals("tmpfs")) {
            return scratch + " is on a tmpfs";
        }
        Process probe = new ProcessBuilder(prefix(scratch, List.of("true")))
                .redirectErrorStream(true)
                .start();
        String said = new String(probe.getInputStream().readAllBytes()).strip();
        return probe.waitFor() == 0 ? null : "this host allows no mounts in a user namespace: " + said;
    }

    /** Of both JVMs. On no tmpfs either. */
    static Path runtimeDirectory(Path scratch) {
        Path directory = scratch.resolve("no-shm-runtime");
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectory(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

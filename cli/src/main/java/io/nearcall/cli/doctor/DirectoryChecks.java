// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.NearcallException;
import io.nearcall.internal.discovery.Leftovers;
import io.nearcall.internal.discovery.OtherDirectories;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.statistics.PageOwner;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Checks the runtime directory, its files, and others beside it. Removes nothing, unlike the calls made later. */
final class DirectoryChecks {

    private static final long LEAST_SPACE_BYTES = 64 << 10;

    private final RuntimeDirectory directory;

    DirectoryChecks(RuntimeDirectory directory) {
        this.directory = directory;
    }

    /** The directory; null if it cannot be opened, and then the finding says why. */
    record Opened(RuntimeDirectory directory, Finding finding) {}

    static Opened open() {
        try {
            RuntimeDirectory directory = RuntimeDirectory.open();
            return new Opened(directory, place(directory.path()));
        } catch (NearcallException | OsException e) {
            return new Opened(
                    null,
                    Finding.fail(
                            "D01",
                            "runtime directory: " + e.getMessage(),
                            "Give it the mode 0700 and its owner, or name another one by NEARCALL_DIR or"
                                    + " -Dio.nearcall.dir."));
        }
    }

    List<Finding> all() {
        return List.of(names(), channels(), statistics(), elsewhere());
    }

    private static Finding place(String path) {
        String what = "runtime directory " + path;
        try {
            FileStore store = Files.getFileStore(Path.of(path));
            String where = what + ", on " + store.type();
            boolean counted = store.getTotalSpace() > 0; // some file systems, such as ramfs, do not count
            if (counted && store.getUsableSpace() < LEAST_SPACE_BYTES) {
                return Finding.fail("D01", where + ": the file system is full", "Remove files there: df " + path);
            }
            Files.delete(Files.createTempFile(Path.of(path), ".doctor-", ""));
            return Finding.ok("D01", where);
        } catch (IOException e) {
            return Finding.fail(
                    "D01",
                    what + ": no file can be made there: " + e.getMessage(),
                    "See whether its file system has inodes left and can be written to: df -i " + path + "; findmnt -T "
                            + path);
        }
    }

    private Finding names() {
        List<String> dead = Leftovers.names(directory);
        return dead.isEmpty()
                ? Finding.ok("D02", "no names of dead processes")
                : Finding.warn(
                        "D02",
                        "dead processes have left names of services: " + String.join(", ", dead)
                                + ". They harm nobody; the next process of that name takes them over",
                        "nearcall clean");
    }

    private Finding channels() {
        List<String> dead = Leftovers.channels(directory);
        return dead.isEmpty()
                ? Finding.ok("D10", "no FIFOs, sockets or System V objects of dead processes")
                : Finding.warn(
                        "D10",
                        "dead processes have left FIFOs, sockets or System V objects, as these names say: "
                                + String.join(", ", dead),
                        "nearcall clean");
    }

    /** Checks the place of the statistics pages that {@code ls} and {@code top} read. */
    private Finding statistics() {
        PageOwner page = StatisticsDirectory.owner(directory, "nearcall-doctor", System.currentTimeMillis());
        return page != null
                ? Finding.ok("D18", "statistics: pages lie in " + page.directory())
                : Finding.warn(
                        "D18",
                        "statistics: there is no place for pages, so that ls shows names only. They need the native"
                                + " library, and a tmpfs: neither " + directory.path()
                                + " nor /dev/shm is one that this"
                                + " user can write to",
                        "Mount a tmpfs there, or name a directory on one by NEARCALL_DIR, for all programs that meet.");
    }

    private Finding elsewhere() {
        List<String> others = new ArrayList<>();
        for (Map.Entry<String, Collection<String>> each :
                OtherDirectories.services(directory).entrySet()) {
            others.add(String.join(", ", each.getValue()) + " in " + each.getKey());
        }
        return others.isEmpty()
                ? Finding.ok("D19", "no services of this user listen in other directories")
                : Finding.warn(
                        "D19",
                        "services of this user listen in other directories: " + String.join("; ", others)
                                + ". Programs that use " + directory.path() + " do not find them",
                        "Start all programs with the same NEARCALL_DIR or -Dio.nearcall.dir. To look there: NEARCALL_DIR="
                                + "DIRECTORY nearcall ls.");
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.doctor;

import io.nearcall.NearcallException;
import io.nearcall.internal.discovery.Leftovers;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.ipc.os.NativeLibrary;
import io.nearcall.ipc.os.NativeLibraryException;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The runtime directory, what lies in it, and the native library. */
final class ProcessChecks {

    private static final long LEAST_SPACE_BYTES = 64 << 10;

    private ProcessChecks() {}

    /** The directory, or null with what stands in the way. */
    record Opened(RuntimeDirectory directory, Finding finding) {}

    static Opened directory() {
        try {
            RuntimeDirectory directory = RuntimeDirectory.open();
            return new Opened(directory, place(directory));
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

    private static Finding place(RuntimeDirectory directory) {
        try {
            FileStore store = Files.getFileStore(Path.of(directory.path()));
            String where = "runtime directory " + directory.path() + ", on " + store.type();
            return store.getUsableSpace() < LEAST_SPACE_BYTES
                    ? Finding.fail(
                            "D01", where + ": the file system is full", "Remove files there: df " + directory.path())
                    : Finding.ok("D01", where);
        } catch (IOException e) {
            return Finding.fail("D01", "runtime directory " + directory.path() + ": " + e, "Look at it with ls -ld.");
        }
    }

    /** Only looked at: nothing is removed. */
    static Finding leftovers(RuntimeDirectory directory) {
        List<String> dead = Leftovers.names(directory);
        return dead.isEmpty()
                ? Finding.ok("D02", "no names of dead processes")
                : Finding.warn(
                        "D02",
                        "dead processes have left names of services: " + String.join(", ", dead)
                                + ". They harm nobody; the next process of that name takes them over",
                        "nearcall clean");
    }

    static Finding library() {
        try {
            NativeLibrary.load();
            return Finding.ok("D03", "native library: loaded on Java " + Runtime.version());
        } catch (NativeLibraryException e) {
            return Finding.fail(
                    "D03",
                    "native library: " + e.getMessage(),
                    "Calls go over sockets, some 30 times slower, until it can be loaded. On Java 22 or newer,"
                            + " nearcall-ipc-ffm on the class path of a program replaces it.");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.ProcessDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of FIFOs: {@code .fifo-PID-NONCE}, which is a batch's address, and {@code -LANE} behind it. */
final class FifoNames {

    private static final Pattern BATCH = Pattern.compile("\\.fifo-([1-9][0-9]{0,9})-[0-9a-f]{16}");
    private static final Pattern LANE = Pattern.compile(BATCH + "-(?:0|[1-9][0-9]{0,3})");
    private static final SecureRandom RANDOM = new SecureRandom();

    private FifoNames() {}

    /** A name that no batch had before. */
    static String newBatch() {
        return ".fifo-" + CurrentProcess.pid() + "-" + HexFormat.of().toHexDigits(RANDOM.nextLong());
    }

    /** Whether it is a batch's name, which keeps what is made of it in the directory. */
    static boolean isBatch(String name) {
        return BATCH.matcher(name).matches();
    }

    static String path(Path directory, String batch, int lane) {
        return directory.resolve(batch + "-" + lane).toString();
    }

    /** Removes what processes that have died left in the directory; how many FIFOs that were. */
    static int sweep(Path directory) {
        int removed = 0;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, ".fifo-*")) {
            for (Path entry : entries) {
                Matcher name = LANE.matcher(entry.getFileName().toString());
                if (name.matches() && isDead(Long.parseLong(name.group(1))) && isOwnFifo(entry)) {
                    removed += FileSystem.unlink(entry.toString()) ? 1 : 0;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list " + directory + ": " + e.getMessage(), e);
        }
        return removed;
    }

    private static boolean isOwnFifo(Path entry) {
        FileStatus status = FileSystem.lstat(entry.toString());
        return status != null && status.isFifo() && status.uid() == CurrentProcess.uid();
    }

    private static boolean isDead(long pid) {
        if (pid > Integer.MAX_VALUE) {
            return true;
        }
        int process = ProcessDescriptor.open((int) pid);
        if (process < 0) {
            return process == -Errno.ESRCH; // else unknown: better left than taken
        }
        try {
            return !ProcessDescriptor.isAlive(process);
        } finally {
            Descriptors.close(process);
        }
    }
}

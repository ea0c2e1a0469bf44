// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.stream.BatchNames;
import java.nio.file.Path;

/** Names of FIFOs: a batch's, which is its address, with the lane's number behind. */
final class FifoNames {

    private static final BatchNames NAMES = new BatchNames("fifo");

    private FifoNames() {}

    /** A name that no batch had before. */
    static String newBatch() {
        return NAMES.next();
    }

    /** Whether it is a batch's name, which keeps what is made of it in the directory. */
    static boolean isBatch(String name) {
        return NAMES.matches(name);
    }

    static String path(Path directory, String batch, int lane) {
        return directory.resolve(batch + "-" + lane).toString();
    }

    /** Removes what processes that have died left in the directory; how many FIFOs that were. */
    static int sweep(Path directory) {
        return NAMES.sweep(directory, FifoNames::isDead, FifoNames::removeOwn);
    }

    private static boolean removeOwn(Path entry) {
        FileStatus status = FileSystem.lstat(entry.toString());
        boolean own = status != null && status.isFifo() && status.uid() == CurrentProcess.uid();
        return own && FileSystem.unlink(entry.toString());
    }

    private static boolean isDead(long pid) {
        return pid > Integer.MAX_VALUE || ProcessDescriptor.isDead((int) pid);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.stream.BatchNames;
import java.nio.file.Path;

/** Names of FIFOs: the name of the batch, which is its address, and the number of the lane behind it. */
final class FifoNames {

    private static final BatchNames NAMES = new BatchNames("fifo");

    private FifoNames() {}

    /** Returns a name that no batch had before. */
    static String newBatch() {
        return NAMES.next();
    }

    /** Whether it is the name of a batch. A path that is made of such a name stays in the directory. */
    static boolean isBatch(String name) {
        return NAMES.matches(name);
    }

    static String path(Path directory, String batch, int lane) {
        return directory.resolve(batch + "-" + lane).toString();
    }

    /** Removes the FIFOs that dead processes have left in the directory. Returns how many that were. */
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

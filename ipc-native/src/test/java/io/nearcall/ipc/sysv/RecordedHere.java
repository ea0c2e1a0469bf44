// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.InDirectory;
import io.nearcall.ipc.os.CurrentProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** System V lanes for two JVMs of a test, with their records in the directory. */
abstract class RecordedHere extends InDirectory {

    RecordedHere(SysVChannelProvider provider) {
        super(provider);
    }

    /** What killed peers have left is swept; nothing else may be there. */
    static void deleteSwept(Path directory) throws IOException {
        SysVChannelProvider.sweep(directory);
        Files.delete(directory);
    }

    /** {@code sysvmq}. */
    public static final class Queues extends RecordedHere {

        public Queues() {
            this(directory());
        }

        Queues(Path directory) {
            super(SysVChannelProvider.ofQueues(directory, CurrentProcess.uid()));
        }
    }

    /** {@code sysvshm}. */
    public static final class SharedMemory extends RecordedHere {

        public SharedMemory() {
            this(directory());
        }

        SharedMemory(Path directory) {
            super(SysVChannelProvider.ofMemory(directory, CurrentProcess.uid()));
        }
    }
}

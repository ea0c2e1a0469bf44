// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.InDirectory;
import io.nearcall.ipc.os.CurrentProcess;
import java.nio.file.Path;

/** FIFOs for two JVMs of a test. */
public final class FifosOfTest extends InDirectory {

    public FifosOfTest() {
        this(directory());
    }

    FifosOfTest(Path directory) {
        super(new FifoChannelProvider(directory, CurrentProcess.uid()));
    }
}

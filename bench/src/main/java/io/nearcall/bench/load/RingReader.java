// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Memory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The reading side of the bare ring, in the server JVM. Between slices it sleeps in a read. */
final class RingReader {

    /** The content of a slice's last message. All other messages are smaller. */
    static final long LAST = Long.MAX_VALUE;

    private static final int AT_ONCE = 100;

    private final int descriptor = Memory.memfd("nearcall-bare-ring", BareRing.LENGTH_BYTES);
    private final BareRing ring =
            new BareRing(Memory.buffer(Memory.map(descriptor, 0, BareRing.LENGTH_BYTES, true), BareRing.LENGTH_BYTES));
    private long messages;
    private boolean over;

    /** Returns the path at which the other JVM finds the memory, as long as this JVM lives. */
    String path() {
        return "/proc/" + CurrentProcess.pid() + "/fd/" + descriptor;
    }

    /** Reads a slice for each byte that arrives, and answers with the number of messages in it. */
    void serve(DataInputStream commands, DataOutputStream answers) throws IOException {
        while (commands.read() >= 0) {
            messages = 0;
            over = false;
            while (!over) {
                readSome();
            }
            answers.writeLong(messages);
            answers.flush();
        }
    }

    /** Entered often, like the writer's loop. A loop that is entered once is compiled while it runs, and is slower. */
    private void readSome() {
        for (int i = 0; i < AT_ONCE; i++) {
            if (ring.take() == LAST) {
                over = true;
                return;
            }
            messages++;
        }
    }
}

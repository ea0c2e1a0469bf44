// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Memory;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** The reading side of the bare ring, in the server JVM. Asleep in a read between slices. */
final class RingReader {

    /** What the last message of a slice carries; others are smaller. */
    static final long LAST = Long.MAX_VALUE;

    private static final int AT_ONCE = 100;

    private final int descriptor = Memory.memfd("nearcall-bare-ring", BareRing.LENGTH_BYTES);
    private final BareRing ring =
            new BareRing(Memory.buffer(Memory.map(descriptor, 0, BareRing.LENGTH_BYTES, true), BareRing.LENGTH_BYTES));
    private long messages;
    private boolean over;

    /** Where the other JVM finds the memory as long as this one lives. */
    String path() {
        return "/proc/" + CurrentProcess.pid() + "/fd/" + descriptor;
    }

    /** Reads a slice for each byte that comes, and answers with the number of its messages. */
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

    /** Entered often, as the loop of the writer: a loop that is entered once is compiled while it runs, and worse. */
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

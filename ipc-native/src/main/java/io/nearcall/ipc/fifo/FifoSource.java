// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.stream.LaneSource;
import java.nio.ByteBuffer;

/** The reading end of a FIFO. */
record FifoSource(int descriptor) implements LaneSource {

    @Override
    public int read(ByteBuffer destination, int offset, int length) {
        int got = Fifo.read(descriptor, destination, offset, length);
        if (got < 0 && got != -Errno.EAGAIN) {
            throw new OsException("read", -got, "fd=" + descriptor);
        }
        return Math.max(got, 0);
    }
}

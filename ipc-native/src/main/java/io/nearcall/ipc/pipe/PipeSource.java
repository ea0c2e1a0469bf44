// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.pipe;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.stream.LaneSource;
import java.nio.ByteBuffer;

/** The reading end of a pipe. */
final class PipeSource implements LaneSource {

    private final Host host;
    private final int pipe;
    private final int[] noDescriptors = new int[1];
    private volatile boolean gone;

    PipeSource(Host host, int pipe) {
        this.host = host;
        this.pipe = pipe;
    }

    /** Whether no more bytes will come. Any thread. */
    boolean isGone() {
        return gone;
    }

    @Override
    public int read(ByteBuffer destination, int offset, int length) {
        int got = host.receive(pipe, destination, offset, length, noDescriptors);
        gone |= got <= 0 && got != -Errno.EAGAIN;
        return Math.max(got, 0);
    }
}

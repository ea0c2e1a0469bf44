// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.ByteSource;
import io.nearcall.ipc.classic.NamedPipe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/** The reading end of a pipe of Linux, with its name. */
final class LinuxPipeSource implements ReadableByteChannel {

    private final LinuxPipe pipe;
    private final NamedPipe fifo;
    private final ByteSource source;
    private final AtomicBoolean closed = new AtomicBoolean();

    LinuxPipeSource(LinuxPipe pipe, NamedPipe fifo, ByteSource source) {
        this.pipe = pipe;
        this.fifo = fifo;
        this.source = source;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        return source.read(destination);
    }

    @Override
    public boolean isOpen() {
        return source.isOpen();
    }

    @Override
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            try (fifo) {
                source.close();
            } finally {
                pipe.forgetReader();
            }
        }
    }
}

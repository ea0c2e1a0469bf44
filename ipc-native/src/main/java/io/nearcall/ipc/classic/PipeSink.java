// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/**
 * The writing end of a named pipe. The kernel takes the bytes of direct buffers from where they are; those of others by way of
 * one that is made once. Any number of threads, of which one writes at a time. An interrupt ends a write with an
 * {@link java.io.InterruptedIOException} and nothing else: the pipe stays open, and the buffer's position tells what was written.
 */
public final class PipeSink extends PipeEnd implements WritableByteChannel {

    PipeSink(Path path, int fd) {
        super(path, fd, false);
    }

    /**
     * Writes all that remains, waiting for room.
     *
     * @throws IOException if nobody has the other end open any more (EPIPE)
     */
    @Override
    public int write(ByteBuffer source) throws IOException {
        enter();
        try {
            int begin = source.position();
            while (source.hasRemaining()) {
                if (writeNow(source) == 0) {
                    await();
                }
            }
            return source.position() - begin;
        } finally {
            leave();
        }
    }

    /**
     * Writes what there is room for now.
     *
     * @return how many bytes; 0 if there is none
     * @throws IOException as {@link #write}
     */
    public int tryWrite(ByteBuffer source) throws IOException {
        enter();
        try {
            return source.hasRemaining() ? writeNow(source) : 0;
        } finally {
            leave();
        }
    }

    private int writeNow(ByteBuffer source) throws IOException {
        int position = source.position();
        int written;
        if (source.isDirect()) {
            written = write(source, position, source.remaining());
        } else {
            ByteBuffer staging = staging();
            int length = Math.min(staging.capacity(), source.remaining());
            staging.put(0, source, position, length);
            written = write(staging, 0, length);
        }
        source.position(position + written);
        return written;
    }

    private int write(ByteBuffer memory, int offset, int length) throws IOException {
        int written = Fifo.write(fd, memory, offset, length);
        if (written >= 0 || written == -Errno.EAGAIN) {
            return Math.max(0, written);
        }
        throw new IOException(new OsException("write", -written, path.toString()));
    }
}

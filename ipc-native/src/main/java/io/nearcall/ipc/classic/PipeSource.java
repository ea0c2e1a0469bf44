// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;

/**
 * The reading end of a named pipe. Direct buffers are filled by the kernel itself; others by way of one that is made once.
 * Any number of threads, of which one reads at a time. An interrupt ends a read with an {@link java.io.InterruptedIOException}
 * and nothing else: the pipe stays open.
 */
public final class PipeSource extends PipeEnd implements ReadableByteChannel {

    PipeSource(Path path, int fd) {
        super(path, fd, true);
    }

    /**
     * Reads what there is, waiting for the first byte, and before anybody writes for the first one who does.
     *
     * @return how many bytes; -1 if all who wrote have closed their ends, and everything has been read
     */
    @Override
    public int read(ByteBuffer destination) throws IOException {
        enter();
        try {
            int got = readNow(destination);
            while (got == 0 && destination.hasRemaining()) {
                if (await()) {
                    return -1;
                }
                got = readNow(destination);
            }
            return got;
        } finally {
            leave();
        }
    }

    /**
     * Reads what there is now.
     *
     * @return how many bytes; 0 if there are none
     */
    public int tryRead(ByteBuffer destination) throws IOException {
        enter();
        try {
            return readNow(destination);
        } finally {
            leave();
        }
    }

    private int readNow(ByteBuffer destination) throws IOException {
        if (!destination.hasRemaining()) {
            return 0;
        }
        if (destination.isDirect()) {
            int got = read(destination, destination.position(), destination.remaining());
            destination.position(destination.position() + got);
            return got;
        }
        ByteBuffer staging = staging();
        int got = read(staging, 0, Math.min(staging.capacity(), destination.remaining()));
        destination.put(destination.position(), staging, 0, got).position(destination.position() + got);
        return got;
    }

    private int read(ByteBuffer memory, int offset, int length) throws IOException {
        int got = Fifo.read(fd, memory, offset, length);
        if (got >= 0 || got == -Errno.EAGAIN) {
            return Math.max(0, got);
        }
        throw new IOException(new OsException("read", -got, path.toString()));
    }
}

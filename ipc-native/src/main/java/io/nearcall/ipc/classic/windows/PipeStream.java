// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Pipes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.time.Duration;

/**
 * One end of a named pipe of Windows: a stream of bytes in one direction or in both. One thread may read while another
 * one writes. A thread that waits sleeps in the kernel, and checks every 10 ms whether it has been interrupted. An
 * interrupt closes the pipe, as it closes the channels of the JDK: Windows does not tell how much of an interrupted
 * write has arrived.
 */
public final class PipeStream implements ByteChannel {

    private static final long PAUSE_MS = 1;

    private final PipeHandle pipe;
    private final boolean server;

    PipeStream(PipeHandle pipe, boolean server) {
        this.pipe = pipe;
        this.server = server;
    }

    /**
     * Opens a pipe whose server has made it, for reading and writing. Waits within that time until the server is there
     * and has an end that is free.
     *
     * @param name such as {@code \\.\pipe\orders}
     * @return null if the time limit has passed
     * @throws OsException EACCES if the pipe is another user's
     */
    public static PipeStream connect(String name, Duration limit) throws InterruptedException {
        return connect(name, Pipes.READ | Pipes.WRITE, limit);
    }

    /** Opens a pipe as above, for writing only. */
    public static PipeStream connectSink(String name, Duration limit) throws InterruptedException {
        return connect(name, Pipes.WRITE, limit);
    }

    private static PipeStream connect(String name, int directions, Duration limit) throws InterruptedException {
        long startNs = System.nanoTime();
        long limitNs = HandleOwner.limitNs(limit);
        while (true) {
            long handle = Pipes.open(name, directions);
            PipeStream stream =
                    handle < 0 ? null : ofThisUser(new PipeStream(PipeHandle.of(name, handle, directions), false));
            if (stream != null) {
                return stream;
            }
            if (handle < 0 && handle != -ErrorCodes.FILE_NOT_FOUND && handle != -ErrorCodes.PIPE_BUSY) {
                throw new WindowsException("CreateFile", (int) -handle, name);
            }
            if (System.nanoTime() - startNs >= limitNs) {
                return null;
            }
            Thread.sleep(PAUSE_MS);
        }
    }

    /**
     * Whoever was first has the name: the process at the other end must be this user's. Returns null if it has died
     * meanwhile.
     */
    private static PipeStream ofThisUser(PipeStream stream) {
        boolean own = false;
        try (PeerHandle peer = PeerHandle.open(stream.peerPid())) {
            own = peer.isOfThisUser();
        } catch (WindowsException e) {
            if (e.code() != ErrorCodes.INVALID_PARAMETER) {
                throw e;
            }
            return null;
        } finally {
            if (!own) {
                stream.close();
            }
        }
        if (!own) {
            throw new WindowsException("CreateFile", ErrorCodes.INVALID_OWNER, stream + " is another user's");
        }
        return stream;
    }

    /** Returns the id of the process at the other end, which may be dead by now. See {@link PeerHandle}. */
    public int peerPid() {
        long handle = pipe.enter();
        try {
            return Pipes.peer(handle, server);
        } finally {
            pipe.leave();
        }
    }

    /**
     * Reads what there is, and waits for the first byte.
     *
     * @return the number of bytes; 0 only if {@code destination} has no room; -1 when the other end was closed, or its
     *     process has died, and everything has been read
     * @throws ClosedByInterruptException if the thread is interrupted, before or meanwhile; the pipe is closed then
     * @throws AsynchronousCloseException if another thread closes this end meanwhile
     */
    @Override
    public int read(ByteBuffer destination) throws IOException {
        PipeDirection reading = pipe.reading;
        if (reading == null) {
            throw new NonReadableChannelException();
        }
        if (destination.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        synchronized (reading) {
            long handle = entered();
            try {
                if (!destination.hasRemaining()) {
                    return 0;
                }
                int moved;
                do {
                    moved = reading.read(pipe, handle, destination);
                } while (moved == 0); // somebody has written nothing
                return got(moved);
            } finally {
                pipe.leave();
            }
        }
    }

    private int got(int moved) throws IOException {
        switch (-moved) {
            case ErrorCodes.BROKEN_PIPE, ErrorCodes.PIPE_NOT_CONNECTED:
                return -1;
            default:
                return moved > 0 ? moved : failed("ReadFile", moved);
        }
    }

    /**
     * Writes all that remains, in pieces, and waits for room.
     *
     * @return the number of bytes
     * @throws IOException if the other end was closed (EPIPE), or its process has died. Otherwise as {@link #read}
     */
    @Override
    public int write(ByteBuffer source) throws IOException {
        PipeDirection writing = pipe.writing;
        if (writing == null) {
            throw new NonWritableChannelException();
        }
        synchronized (writing) {
            long handle = entered();
            try {
                int begin = source.position();
                while (source.hasRemaining()) {
                    int moved = writing.write(pipe, handle, source);
                    if (moved < 0) {
                        failed("WriteFile", moved);
                    }
                }
                return source.position() - begin;
            } finally {
                pipe.leave();
            }
        }
    }

    private long entered() throws ClosedChannelException {
        try {
            return pipe.enter();
        } catch (IllegalStateException e) {
            throw new ClosedChannelException();
        }
    }

    /** Throws what a negative result means. */
    private int failed(String call, int result) throws IOException {
        if (result == -ErrorCodes.OPERATION_ABORTED) {
            boolean interrupted = Thread.currentThread().isInterrupted();
            close();
            throw interrupted ? new ClosedByInterruptException() : new AsynchronousCloseException();
        }
        WindowsException cause = new WindowsException(call, -result, pipe.name());
        throw new IOException(cause.getMessage(), cause);
    }

    @Override
    public boolean isOpen() {
        return !pipe.isClosed();
    }

    /**
     * Closes this end. The other end reads what was written, and then the end of the stream. Threads that read or write
     * get an AsynchronousCloseException soon. Idempotent.
     */
    @Override
    public void close() {
        pipe.close();
    }

    @Override
    public String toString() {
        return "PipeStream[" + pipe.name() + "]";
    }
}

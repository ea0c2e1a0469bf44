// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.windows.PipeServer;
import io.nearcall.ipc.classic.windows.PipeStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/** The reading end of a pipe of Windows: its first read waits for the writer. */
final class WindowsPipeSource implements ReadableByteChannel {

    private final ReentrantLock arrival = new ReentrantLock();
    private final PipeServer server;
    private volatile PipeStream stream;
    private volatile boolean closed;

    WindowsPipeSource(PipeServer server) {
        this.server = server;
    }

    @Override
    public int read(ByteBuffer destination) throws IOException {
        if (!destination.hasRemaining()) {
            return 0;
        }
        PipeStream current = stream;
        return (current == null ? arrived() : current).read(destination);
    }

    private PipeStream arrived() throws IOException {
        if (closed) {
            throw new ClosedChannelException();
        }
        arrival.lock();
        try {
            if (stream == null) {
                PipeStream accepted = server.accept();
                stream = accepted;
                if (closed) { // and whoever has closed this end may not have seen the stream
                    accepted.close();
                }
            }
            return stream;
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        } catch (IllegalStateException e) {
            throw new AsynchronousCloseException();
        } finally {
            arrival.unlock();
        }
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        server.close();
        PipeStream current = stream;
        if (current != null) {
            current.close();
        }
    }
}

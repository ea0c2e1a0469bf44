// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connected socket, Unix-domain or other, as a blocking channel. Unlike the JDK's channel, it is not closed by an
 * interrupt. One thread may read while another writes.
 */
public final class SocketStream implements ByteChannel {

    private final SocketChannel channel;
    private final AtomicInteger openEnds = new AtomicInteger(2);
    private final ByteSource source;
    private final ByteSink sink;

    private SocketStream(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        SocketEnd reading = new SocketEnd(channel, true, this::ended);
        boolean complete = false;
        try {
            this.sink = new ByteSink(new SocketEnd(channel, false, this::ended));
            complete = true;
        } finally {
            if (!complete) {
                reading.end();
            }
        }
        this.source = new ByteSource(reading);
    }

    /**
     * Takes over a connected socket, such as {@code SocketChannel.open(UnixDomainSocketAddress.of(path))} makes. Nobody
     * else may use the socket from now on.
     *
     * @throws IllegalArgumentException if the socket is not connected
     * @throws IOException if the process can open no more descriptors: the socket is of no use then, and must be closed
     */
    public static SocketStream of(SocketChannel connected) throws IOException {
        if (!connected.isConnected()) {
            throw new IllegalArgumentException("connected=" + connected + " is not connected");
        }
        return new SocketStream(connected);
    }

    /** Returns the end that reads what the other side writes. Closing it tells the other side of a Unix socket. */
    public ByteSource source() {
        return source;
    }

    /** Returns the end that writes what the other side reads. Closing it ends that stream, and nothing else. */
    public ByteSink sink() {
        return sink;
    }

    /** Reads as {@link ByteSource#read} does. */
    @Override
    public int read(ByteBuffer destination) throws IOException {
        return source.read(destination);
    }

    /** Writes as {@link ByteSink#write} does. */
    @Override
    public int write(ByteBuffer source) throws IOException {
        return sink.write(source);
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Closes both ends, and the socket with them. Idempotent. */
    @Override
    public void close() throws IOException {
        try (source) {
            sink.close();
        }
    }

    private void ended() throws IOException {
        if (openEnds.decrementAndGet() == 0) {
            channel.close();
        }
    }
}

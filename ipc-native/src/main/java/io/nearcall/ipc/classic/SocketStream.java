// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connected socket, Unix-domain or other, as a channel that blocks and that an interrupt does not close, unlike that of the JDK.
 * One thread reads while another writes.
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
     * Takes over a socket that is connected, such as {@code SocketChannel.open(UnixDomainSocketAddress.of(path))} makes, and that
     * nobody else uses from now on.
     *
     * @throws IOException if the process can open no more descriptors: the socket is then no use and is to be closed
     */
    public static SocketStream of(SocketChannel connected) throws IOException {
        if (!connected.isConnected()) {
            throw new IllegalArgumentException("connected=" + connected + " is not");
        }
        return new SocketStream(connected);
    }

    /** What the other side writes. Closing it lets the other side know, if it is a Unix socket. */
    public ByteSource source() {
        return source;
    }

    /** What the other side reads. Closing it ends that stream, and nothing else. */
    public ByteSink sink() {
        return sink;
    }

    /** As {@link ByteSource#read}. */
    @Override
    public int read(ByteBuffer destination) throws IOException {
        return source.read(destination);
    }

    /** As {@link ByteSink#write}. */
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

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** One direction of a connected socket. */
final class SocketEnd implements Carrier {

    private static final long SLICE_MS = SLICE_NS / 1_000_000;

    private final SocketChannel channel;
    private final boolean readable;
    private final Closeable ended;
    private final Selector selector;
    private final Staging staging;

    /**
     * @param channel connected and non-blocking, because an interrupt closes a channel that blocks
     * @param ended closed when this direction has ended
     */
    SocketEnd(SocketChannel channel, boolean readable, Closeable ended) throws IOException {
        this.channel = channel;
        this.readable = readable;
        this.ended = ended;
        this.staging = new Staging(readable ? channel::read : channel::write);
        this.selector = Selector.open();
        channel.register(selector, readable ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
    }

    @Override
    public int moveNow(ByteBuffer buffer) throws IOException {
        return readable ? staging.read(buffer) : staging.write(buffer);
    }

    @Override
    public PeerProcess await(int slice) throws IOException {
        selector.select(key -> {}, SLICE_MS);
        return null;
    }

    @Override
    public PeerProcess deadPeer() {
        return null;
    }

    @Override
    public void wake() {
        selector.wakeup();
    }

    @Override
    public void end() throws IOException {
        try (ended;
                selector) {
            if (channel.isOpen()) {
                shutDown();
            }
        }
    }

    private void shutDown() throws IOException {
        if (readable) {
            channel.shutdownInput();
        } else {
            channel.shutdownOutput();
        }
    }

    @Override
    public String toString() {
        return "socket " + channel;
    }
}

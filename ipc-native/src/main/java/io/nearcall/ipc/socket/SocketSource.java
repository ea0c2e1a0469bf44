// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.stream.LaneSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The reading end of a socket. If this side has connected the socket, the other side's answer comes first. */
final class SocketSource implements LaneSource {

    private final SocketChannel socket;
    private final Secrets secrets;
    private final ByteBuffer answer = ByteBuffer.allocate(Secrets.LENGTH);
    private ByteBuffer last;
    private ByteBuffer view;
    private volatile boolean proven;
    private volatile boolean gone;

    /** @param secrets of which the answer is awaited; null if the other side has already proved who it is */
    SocketSource(SocketChannel socket, Secrets secrets) {
        this.socket = socket;
        this.secrets = secrets;
        this.proven = secrets == null;
    }

    /** Whether no more bytes will come. Any thread. */
    boolean isGone() {
        return gone;
    }

    /**
     * Whether the other side has proved that it is the peer. Until then nothing that it sends is a frame, and nothing
     * is sent to it. Any thread.
     *
     * @throws PeerFault if it is somebody else
     */
    boolean isProven() {
        return proven || readAnswer();
    }

    private synchronized boolean readAnswer() {
        if (!proven && !gone) {
            receive(answer);
            if (!answer.hasRemaining()) {
                if (!secrets.isAnswer(answer)) {
                    gone = true;
                    throw new PeerFault("the answer on a socket did not come from the peer");
                }
                proven = true;
            }
        }
        return proven;
    }

    @Override
    public int read(ByteBuffer destination, int offset, int length) {
        if (!isProven()) {
            return 0;
        }
        if (last != destination) {
            last = destination;
            view = destination.duplicate();
        }
        view.limit(offset + length).position(offset);
        return receive(view);
    }

    private int receive(ByteBuffer into) {
        if (gone) {
            return 0;
        }
        try {
            int got = socket.read(into);
            gone = got < 0;
            return Math.max(got, 0);
        } catch (IOException e) { // reset
            gone = true;
            return 0;
        }
    }
}

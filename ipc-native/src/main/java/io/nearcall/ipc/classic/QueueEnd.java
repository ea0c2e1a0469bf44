// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A stream on a message queue, seen from one of its ends. */
final class QueueEnd implements Carrier {

    /* A piece of the stream is a message, which is made once. The kernel wants the type of a message just in front of
     * its text, so bytes are copied between the message and any buffer. A piece takes half of the queue's capacity at
     * most, so one is read while the next is written. The end of the stream is a message without text. There is always
     * room for it, unless the queue holds as many messages as bytes: see finish. */

    private static final int PIECE_LENGTH_MAX = 1 << 16;
    private static final int PIECES_IN_QUEUE = 2;
    private static final Duration ENDING = Duration.ofSeconds(1);

    /** Pauses between looks at the other end, which cost as much as looks for a message. */
    private static final int PAUSES = 8;

    private final MessageQueue queue;
    private final long type;
    private final boolean reader;
    private final Message piece;
    private final QueuePeer peer;
    private final Patience patience = Patience.forever();
    private boolean full;
    private boolean ended;

    QueueEnd(MessageQueue queue, long type, boolean reader) {
        if (type <= 0 || type > QueuePeer.TYPE_MAX) {
            throw new IllegalArgumentException("type=" + type + " is not 1 to " + QueuePeer.TYPE_MAX);
        }
        this.queue = queue;
        this.type = type;
        this.reader = reader;
        long share = reader ? PIECE_LENGTH_MAX : queue.status().capacityBytes() / PIECES_IN_QUEUE;
        int longest = Math.min(MessageQueue.maxTextLength(), PIECE_LENGTH_MAX);
        this.piece = Message.allocate((int) Math.max(1, Math.min(share, longest)));
        piece.type(type).text().limit(0);
        this.peer = new QueuePeer(queue, type, reader);
    }

    @Override
    public int moveNow(ByteBuffer buffer) throws IOException {
        try {
            return reader ? read(buffer) : write(buffer);
        } catch (OsException | IllegalArgumentException | IllegalStateException e) {
            throw Carrier.failed(e);
        }
    }

    private int read(ByteBuffer destination) {
        ByteBuffer text = piece.text();
        if (!text.hasRemaining() && !ended) {
            boolean received = queue.tryReceive(piece, type);
            peer.announce(); // there is room now if there was none: this receiver has made it, or another one
            if (!received) {
                return 0;
            }
            ended = !text.hasRemaining();
            if (ended) {
                peer.retract(); // now, because later messages belong to the next stream
            }
        }
        if (ended) {
            return -1;
        }
        int length = Math.min(text.remaining(), destination.remaining());
        destination
                .put(destination.position(), text, text.position(), length)
                .position(destination.position() + length);
        text.position(text.position() + length);
        return length;
    }

    private int write(ByteBuffer source) {
        if (!peer.announce() || (full && !peer.isKnown())) {
            return 0;
        }
        int length = Math.min(piece.text().capacity(), source.remaining());
        piece.text().clear().put(0, source, source.position(), length).limit(length);
        full = !queue.trySend(piece);
        if (full) {
            return 0;
        }
        source.position(source.position() + length);
        return length;
    }

    @Override
    public PeerProcess await(int slice) throws IOException {
        if (slice == 0) {
            patience.restart();
        }
        pause(patience);
        return Math.floorMod(slice, PAUSES) == PAUSES - 1 ? deadPeer() : null;
    }

    private static boolean pause(Patience patience) {
        try {
            return patience.pause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public PeerProcess deadPeer() throws IOException {
        boolean gone;
        PeerProcess dead;
        try {
            gone = peer.gone();
            dead = peer.dead();
        } catch (OsException | IllegalStateException e) {
            throw Carrier.failed(e);
        }
        if (gone && !reader) {
            throw Carrier.failed(new OsException("msgsnd", Errno.EPIPE, toString()));
        }
        return dead;
    }

    /** Does nothing: a wait here ends by time only. */
    @Override
    public void wake() {}

    @Override
    public void end() throws IOException {
        try (peer) {
            if (!reader) {
                finish();
            } else if (!ended) {
                peer.leave();
                if (discard()) {
                    peer.retract();
                }
            }
        } catch (OsException e) {
            if (e.errno() != Errno.EIDRM) { // otherwise there is nobody left to tell
                throw Carrier.failed(e);
            }
        } catch (IllegalStateException e) {
            throw Carrier.failed(e);
        }
    }

    /** Sends the end of the stream. An interrupt does not stop this, because nobody else could end the stream. */
    private void finish() throws IOException {
        piece.text().limit(0);
        Patience ending = Patience.of(ENDING);
        boolean interrupted = Thread.interrupted();
        boolean waiting = true;
        try {
            while (!isFinished()) {
                if (!waiting) {
                    throw new IOException(
                            this + " is full of messages of a byte each: there was no room for the stream's end");
                }
                try {
                    waiting = ending.pause();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Sends the end of the stream, if there is room, to a reader that may still be there. */
    private boolean isFinished() {
        if (peer.gone()) {
            peer.retract();
            return true;
        }
        return queue.trySend(piece) || peer.dead() != null;
    }

    /** Discards what was sent so far and nobody will read. Returns whether the end of the stream was in it. */
    private boolean discard() {
        for (long left = queue.status().messages(); left > 0 && queue.tryReceive(piece, type); left--) {
            if (!piece.text().hasRemaining()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return queue + ", type " + type;
    }
}

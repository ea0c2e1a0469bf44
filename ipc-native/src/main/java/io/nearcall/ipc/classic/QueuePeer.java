// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

/** How one end of a stream on a message queue learns of the other: by notices, messages with types of their own. */
final class QueuePeer implements AutoCloseable {

    /* Types of messages, for a stream of type t, which is below 2^61:
     *
     *     t           a piece of the stream; without text: its end
     *     t + 2^61    a notice of the writer: its token (PeerProcess)
     *     t + 2^62    a notice of the reader: its token; without text: it has closed
     *
     * Each end leaves its token when it is opened, or as soon as there is room. It looks for the other's token only
     * when it has to wait. The writer sends nothing before its token. If it finds the queue full, it waits for the
     * reader's token first, and only then for room. Otherwise it would take the room that the reader makes, and would
     * never learn who has died. A token that an end finds when it is opened was left by others, unless that process
     * lives. A crash leaves a token. */

    /** Highest type of a stream. */
    static final long TYPE_MAX = (1L << 61) - 1;

    private static final long WRITER = 1L << 61;
    private static final long READER = 1L << 62;

    private final MessageQueue queue;
    private final long ownType;
    private final long peerType;
    private final Message notice = Message.allocate(Long.BYTES);
    private PeerProcess process;
    private boolean announced;
    private boolean gone;

    QueuePeer(MessageQueue queue, long type, boolean reader) {
        this.queue = queue;
        this.ownType = type | (reader ? READER : WRITER);
        this.peerType = type | (reader ? WRITER : READER);
        if (gone() || dead() != null) {
            forget();
        }
        announce();
    }

    /** Tells the other end of this one, unless that has been done. Returns false if there is no room. */
    boolean announce() {
        if (!announced) {
            notice.type(ownType).text().clear().putLong(0, PeerProcess.currentToken());
            announced = queue.trySend(notice);
        }
        return announced;
    }

    /** Tells the other end that this one has closed, if there is room. */
    void leave() {
        notice.type(ownType).text().limit(0);
        queue.trySend(notice);
    }

    /** Removes the notices that are left of both ends when the stream has ended. The next stream's look the same. */
    void retract() {
        gone();
        while (queue.tryReceive(notice, ownType)) {
            // its token, and that it has closed
        }
    }

    /** Whether the other end has closed. */
    boolean gone() {
        while (queue.tryReceive(notice, peerType)) {
            forget();
            gone = notice.text().remaining() < Long.BYTES;
            process = gone ? null : new PeerProcess(notice.text().getLong(0));
        }
        return gone;
    }

    /** Whether the other end has announced itself. */
    boolean isKnown() {
        if (process == null) {
            gone();
        }
        return process != null || gone;
    }

    /** Returns the process of the other end if it is dead, otherwise null. */
    PeerProcess dead() {
        gone();
        return process != null && process.isDead() ? process : null;
    }

    private void forget() {
        close();
        process = null;
        gone = false;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}

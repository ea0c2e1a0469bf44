// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import java.time.Duration;

/**
 * A System V message queue: messages of any number of senders, each whole, which any number of receivers take by their type,
 * the oldest first. It belongs to the host, not to a process: it stays until somebody removes it, with what is in it. The
 * object that has created it removes it when it is closed, and nobody if the JVM is killed.
 *
 * <p>Safe for use by any number of threads, each with messages of its own. Whoever waits looks again and again, for the kernel
 * knows no time limit here, and no interrupt: at first at once, in the end every 2 ms. A thread that is interrupted has sent
 * or received nothing.
 */
public final class MessageQueue extends SysVObject {

    /** In place of a type: any message. */
    public static final long ANY = 0;

    private static final String KIND = "message queue";

    private MessageQueue(int id, boolean created) {
        super(KIND, id, created);
    }

    /**
     * Makes a queue for this user.
     *
     * @throws OsException EEXIST if there is one of that key, ENOSPC if the host has as many as it may
     */
    public static MessageQueue create(IpcKey key) {
        return new MessageQueue(
                create("msgget", KIND, key, "kernel.msgmni", flags -> SysVMessages.open(key.value(), flags)), true);
    }

    /**
     * Opens the queue of that key.
     *
     * @throws OsException ENOENT if there is none, EACCES if it is another user's
     */
    public static MessageQueue open(IpcKey key) {
        return new MessageQueue(
                open("msgget", KIND, key, false, flags -> SysVMessages.open(key.value(), flags)), false);
    }

    /**
     * Opens the queue of that id, which another process has told.
     *
     * @throws OsException EIDRM if there is none, EACCES if it is another user's
     */
    public static MessageQueue ofId(int id) {
        MessageQueue queue = new MessageQueue(id, false);
        queue.status();
        return queue;
    }

    /** Longest text of a message, in bytes, of any queue of the host ({@code kernel.msgmax}). */
    public static int maxTextLength() {
        return SysVMessages.maxLength();
    }

    /**
     * Sends if there is room.
     *
     * @return false if there is none
     * @throws IllegalArgumentException if the text is longer than {@link #maxTextLength()}, or than the whole queue
     * @throws OsException EIDRM if the queue has been removed, EACCES
     */
    public boolean trySend(Message message) {
        checkOpen();
        int length = message.text().remaining();
        int result = message.send(id());
        if (result == 0) {
            return true;
        }
        if (result == -Errno.EAGAIN || result == -Errno.EINTR) {
            checkCapacity(length);
            return false;
        }
        if (result == -Errno.EINVAL && length > maxTextLength()) {
            throw new IllegalArgumentException("message has " + length + " bytes, more than the host's queues take: "
                    + maxTextLength() + " (sysctl kernel.msgmax)");
        }
        throw gone("msgsnd", result);
    }

    /** Of a message for which there is no room: there will never be any if it is longer than the queue. */
    private void checkCapacity(int length) {
        long capacity = status().capacityBytes();
        if (length > capacity) {
            throw new IllegalArgumentException("message has " + length + " bytes, more than this queue takes: "
                    + capacity + " (setCapacity; sysctl kernel.msgmnb)");
        }
    }

    /** As {@link #trySend}, waiting for room. */
    public void send(Message message) throws InterruptedException {
        send(message, Patience.forever());
    }

    /** As {@link #trySend}, waiting so long for room; false if there was none. */
    public boolean send(Message message, Duration limit) throws InterruptedException {
        return send(message, Patience.of(limit));
    }

    private boolean send(Message message, Patience patience) throws InterruptedException {
        while (!trySend(message)) {
            if (!patience.pause()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes a message if there is one.
     *
     * @param type of the wanted message; {@link #ANY}; if negative, the message of the lowest type there is, up to its
     *     absolute value
     * @return false if there is none
     * @throws OsException E2BIG if its text is longer than {@code into} has room for, and then it stays; EIDRM if the queue
     *     has been removed, EACCES
     */
    public boolean tryReceive(Message into, long type) {
        return tryReceive(into, type, false);
    }

    /**
     * As above, the next of any type but one.
     *
     * @param unwantedType positive
     */
    public boolean tryReceiveOther(Message into, long unwantedType) {
        if (unwantedType <= 0) {
            throw new IllegalArgumentException("unwantedType=" + unwantedType + " is not positive");
        }
        return tryReceive(into, unwantedType, true);
    }

    private boolean tryReceive(Message into, long type, boolean except) {
        checkOpen();
        int result = into.receive(id(), type, except);
        if (result >= 0) {
            return true;
        }
        if (result == -Errno.ENOMSG || result == -Errno.EAGAIN || result == -Errno.EINTR) {
            return false;
        }
        if (result == -Errno.E2BIG) {
            throw failed(
                    "msgrcv",
                    result,
                    "the next message has more than " + into.text().capacity() + " bytes");
        }
        throw gone("msgrcv", result);
    }

    /** As {@link #tryReceive(Message, long)}, waiting for a message. */
    public void receive(Message into, long type) throws InterruptedException {
        receive(into, type, Patience.forever());
    }

    /** As {@link #tryReceive(Message, long)}, waiting so long for a message; false if none came. */
    public boolean receive(Message into, long type, Duration limit) throws InterruptedException {
        return receive(into, type, Patience.of(limit));
    }

    private boolean receive(Message into, long type, Patience patience) throws InterruptedException {
        while (!tryReceive(into, type)) {
            if (!patience.pause()) {
                return false;
            }
        }
        return true;
    }

    /** @throws OsException EIDRM if the queue has been removed, EACCES */
    public SysVMessages.Status status() {
        return asked(() -> SysVMessages.status(id()));
    }

    /**
     * Changes how many bytes of text it takes.
     *
     * @param bytes positive
     * @throws OsException EPERM if that is more than the user may have ({@code kernel.msgmnb})
     */
    public void setCapacity(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("bytes=" + bytes + " is not positive");
        }
        asked(() -> {
            SysVMessages.resize(id(), bytes);
            return null;
        });
    }

    /**
     * Opens the reading end of a stream of bytes, which is sent in messages of that type and ends when its writer is closed.
     * Nobody else may receive such messages meanwhile, nor {@link #ANY}. Closing it discards what of the stream has arrived.
     *
     * @param type 1 to 2^61 - 1. For each stream, two more types above that are used
     * @throws OsException EIDRM if the queue has been removed, EACCES
     */
    public ByteSource openSource(long type) {
        return new ByteSource(new QueueEnd(this, type, true));
    }

    /**
     * Opens the writing end. Does not wait for somebody who reads. Closing it waits for a second at most, if there is no room
     * for any further message. Otherwise as {@link #openSource}.
     */
    public ByteSink openSink(long type) {
        return new ByteSink(new QueueEnd(this, type, false));
    }

    /** Removes it from the host, at once: whoever waits on it, in whatever process, gets EIDRM. False if it was gone. */
    @Override
    public boolean remove() {
        return SysVMessages.remove(id());
    }

    @Override
    public String toString() {
        return "MessageQueue[id " + id() + "]";
    }
}

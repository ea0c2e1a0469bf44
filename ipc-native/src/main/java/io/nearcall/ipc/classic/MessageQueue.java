// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMessages;
import java.time.Duration;

/**
 * A System V message queue. Any number of senders put whole messages into it, and any number of receivers take them by
 * type, the oldest first. The queue belongs to the host, not to a process: it stays until somebody removes it, with the
 * messages in it. The object that has created the queue removes it when it is closed. If the JVM is killed, nobody
 * removes it.
 *
 * <p>Safe for use by any number of threads, each with messages of its own. A thread that waits polls, because the
 * kernel knows no time limit here and no interrupt: at first without a pause, in the end every 2 ms. A thread that is
 * interrupted has sent or received nothing.
 */
public final class MessageQueue extends SysVObject {

    /** Stands for messages of any type. */
    public static final long ANY = 0;

    private static final String KIND = "message queue";

    private MessageQueue(int id, boolean created) {
        super(KIND, id, created);
    }

    /**
     * Creates a queue for this user.
     *
     * @throws OsException EEXIST if there is a queue of that key, ENOSPC if the host has as many queues as it may
     */
    public static MessageQueue create(IpcKey key) {
        return new MessageQueue(
                create("msgget", KIND, key, "kernel.msgmni", flags -> SysVMessages.open(key.value(), flags)), true);
    }

    /**
     * Opens the queue of that key.
     *
     * @throws IllegalArgumentException if the key is {@link IpcKey#PRIVATE}
     * @throws OsException ENOENT if there is none, EACCES if it belongs to another user
     */
    public static MessageQueue open(IpcKey key) {
        return new MessageQueue(
                open("msgget", KIND, key, false, flags -> SysVMessages.open(key.value(), flags)), false);
    }

    /**
     * Opens the queue of that id, which another process has told.
     *
     * @throws OsException EIDRM if there is none, EACCES if it belongs to another user
     */
    public static MessageQueue ofId(int id) {
        MessageQueue queue = new MessageQueue(id, false);
        queue.status();
        return queue;
    }

    /**
     * Returns the length of the longest text of a message in bytes, for any queue of the host ({@code kernel.msgmax}).
     */
    public static int maxTextLength() {
        return SysVMessages.maxLength();
    }

    /**
     * Sends a message if there is room.
     *
     * @return false if there is no room
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

    /** Checks a message for which there is no room: there will never be any if the message is longer than the queue. */
    private void checkCapacity(int length) {
        long capacity = status().capacityBytes();
        if (length > capacity) {
            throw new IllegalArgumentException("message has " + length + " bytes, more than this queue takes: "
                    + capacity + " (setCapacity; sysctl kernel.msgmnb)");
        }
    }

    /** Sends a message as {@link #trySend} does, and waits for room. */
    public void send(Message message) throws InterruptedException {
        send(message, Patience.forever());
    }

    /**
     * Sends a message as {@link #trySend} does, and waits for room for that time at most. Returns false if there was
     * none.
     */
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
     * Receives a message if there is one.
     *
     * @param type the type of the wanted message; {@link #ANY} for any; if negative, the message of the lowest type
     *     there is, up to its absolute value
     * @return false if there is none
     * @throws OsException E2BIG if the text is longer than {@code into} has room for, and the message stays in the
     *     queue; EIDRM if the queue has been removed, EACCES
     */
    public boolean tryReceive(Message into, long type) {
        return tryReceive(into, type, false);
    }

    /**
     * Receives the next message of any type except one, as above.
     *
     * @param unwantedType the excepted type, positive
     * @throws IllegalArgumentException if {@code unwantedType} is not positive
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

    /** Receives a message as {@link #tryReceive(Message, long)} does, and waits for one. */
    public void receive(Message into, long type) throws InterruptedException {
        receive(into, type, Patience.forever());
    }

    /**
     * Receives a message as {@link #tryReceive(Message, long)} does, and waits for one for that time at most. Returns
     * false if none came.
     */
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

    /**
     * Returns the state of the queue.
     *
     * @throws OsException EIDRM if the queue has been removed, EACCES
     */
    public SysVMessages.Status status() {
        return asked(() -> SysVMessages.status(id()));
    }

    /**
     * Sets how many bytes of text the queue takes.
     *
     * @param bytes positive
     * @throws IllegalArgumentException if {@code bytes} is not positive
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
     * Opens the reading end of a stream of bytes. The stream is sent in messages of that type, and ends when its writer
     * is closed. Nobody else may receive such messages meanwhile, nor {@link #ANY}. Closing the end discards what of
     * the stream has arrived.
     *
     * @param type 1 to 2^61 - 1. Each stream also uses the types {@code type} + 2^61 and {@code type} + 2^62
     * @throws IllegalArgumentException if {@code type} is not 1 to 2^61 - 1
     * @throws OsException EIDRM if the queue has been removed, EACCES
     */
    public ByteSource openSource(long type) {
        return new ByteSource(new QueueEnd(this, type, true));
    }

    /**
     * Opens the writing end, and does not wait for a reader. If there is no room for any further message, closing this
     * end waits for a second at most. If there is still none then, closing throws an IOException. Otherwise the same as
     * {@link #openSource}.
     */
    public ByteSink openSink(long type) {
        return new ByteSink(new QueueEnd(this, type, false));
    }

    /**
     * Removes the queue from the host, at once. Threads of all processes that wait on it get EIDRM. Returns false if it
     * was gone.
     */
    @Override
    public boolean remove() {
        return SysVMessages.remove(id());
    }

    @Override
    public String toString() {
        return "MessageQueue[id " + id() + "]";
    }
}

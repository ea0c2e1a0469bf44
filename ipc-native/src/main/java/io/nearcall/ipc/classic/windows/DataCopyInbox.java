// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Messages;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * The receiver of data copy: a window without a picture that takes the message {@code WM_COPYDATA}. Windows gives such
 * messages to one thread, so an inbox is confined to the thread that has opened it, a platform thread. A sender waits
 * while this thread does not receive. Any process of the desktop can send to it: what is received is not to be trusted.
 * Up to 16 MiB wait here until they are received, each message with 16 bytes more than its data. What exceeds that is
 * refused, as are long messages.
 */
public final class DataCopyInbox implements AutoCloseable {

    private final String name;
    private final Thread owner = Thread.currentThread();
    private final ByteBuffer message;
    private final long inbox;
    private boolean closed;

    private DataCopyInbox(String name, int longestBytes) {
        this.name = name;
        this.message = ByteBuffer.allocateDirect(longestBytes);
        this.inbox = Messages.create(name, longestBytes);
    }

    /**
     * Opens an inbox. Several of one name are possible; a sender finds any of them.
     *
     * @param longestBytes the length of the longest message that it takes, positive
     * @throws IllegalArgumentException if {@code longestBytes} is not positive
     * @throws OsException if Windows has no window left, or this process has no desktop
     */
    public static DataCopyInbox open(String name, int longestBytes) {
        if (longestBytes <= 0) {
            throw new IllegalArgumentException("longestBytes=" + longestBytes + " is not positive");
        }
        return new DataCopyInbox(name, longestBytes);
    }

    /**
     * Waits for a message within that time, and returns it. Returns null if the time limit has passed. Checks every 10 ms
     * whether the thread has been interrupted.
     *
     * @throws IllegalStateException if the inbox is closed, or another thread's
     */
    public byte[] receive(Duration limit) throws InterruptedException {
        checkOwner();
        long startNs = System.nanoTime();
        long limitNs = HandleOwner.limitNs(limit);
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long leftNs = limitNs - (System.nanoTime() - startNs);
            int length = Messages.receive(inbox, message, 0, message.capacity(), HandleOwner.sliceMs(leftNs));
            if (length >= 0) {
                byte[] received = new byte[length];
                message.get(0, received);
                return received;
            }
            if (leftNs <= 0) {
                return null;
            }
        }
    }

    private void checkOwner() {
        if (closed || Thread.currentThread() != owner) {
            throw new IllegalStateException(this + (closed ? " is closed" : " belongs to " + owner));
        }
    }

    /**
     * Closes the inbox; what was not received is lost. Idempotent.
     *
     * @throws IllegalStateException on another thread than the one that has opened it
     */
    @Override
    public void close() {
        if (!closed) {
            checkOwner();
            closed = true;
            Messages.close(inbox);
        }
    }

    @Override
    public String toString() {
        return "DataCopyInbox[" + name + "]";
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Mailslots;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * A mailslot of Windows: messages from any number of processes of this user to the one that has made it. What nobody has
 * received is lost when it is closed. Safe for use by any number of threads, of which one at a time receives. A thread
 * that waits checks every 10 ms whether it has been interrupted.
 */
public final class Mailslot extends HandleOwner {

    private final ByteBuffer message;

    private Mailslot(String name, long handle, int longestBytes) {
        super(name, handle);
        this.message = ByteBuffer.allocateDirect(longestBytes);
    }

    /**
     * Makes a mailslot for this user.
     *
     * @param name such as {@code \\.\mailslot\orders}
     * @param longestBytes the length of the longest message that it takes, positive
     * @throws IllegalArgumentException if {@code longestBytes} is not positive
     * @throws OsException EEXIST if there is one of that name
     */
    public static Mailslot create(String name, int longestBytes) {
        if (longestBytes <= 0) {
            throw new IllegalArgumentException("longestBytes=" + longestBytes + " is not positive");
        }
        return new Mailslot(name, Mailslots.create(name, longestBytes), longestBytes);
    }

    /** Waits for a message, and returns it. Throws as below. */
    public byte[] receive() throws InterruptedException {
        byte[] received;
        do {
            received = receive(Duration.ofNanos(forever()));
        } while (received == null);
        return received;
    }

    /**
     * Waits for a message within that time, and returns it. Returns null if the time limit has passed.
     *
     * @throws IllegalStateException if the mailslot is closed, before or meanwhile
     * @throws OsException EMSGSIZE if the next message is longer than {@code longestBytes}. Windows lets nobody send it,
     *     but Wine does
     */
    public byte[] receive(Duration limit) throws InterruptedException {
        long startNs = System.nanoTime();
        long limitNs = limitNs(limit);
        synchronized (message) {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                long leftNs = limitNs - (System.nanoTime() - startNs);
                int length = receivedNow(sliceMs(leftNs));
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
    }

    private int receivedNow(int timeoutMs) {
        long handle = enter();
        try {
            int length = Mailslots.receive(handle, message, 0, message.capacity(), timeoutMs);
            if (length < 0 && length != -ErrorCodes.SEM_TIMEOUT) {
                throw new WindowsException("ReadFile", -length, name());
            }
            return length;
        } finally {
            leave();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;
import java.nio.ByteBuffer;

/** Mailslots of Windows: messages to the process that has made the slot. Thread-safe. */
public final class Mailslots {

    private Mailslots() {}

    /**
     * Makes a mailslot for this user.
     *
     * @param name such as {@code \\.\mailslot\orders}
     * @throws WindowsException EEXIST
     */
    public static long create(String name, int longestBytes) {
        Library.load();
        return ErrorCodes.check(create0(name, longestBytes), "CreateMailslot", name);
    }

    /** @throws WindowsException ENOENT if there is none of that name, EACCES if it refuses this user */
    public static long open(String name) {
        Library.load();
        return ErrorCodes.check(open0(name), "CreateFile", name);
    }

    /**
     * Takes the next message. Blocks for that time at most, and does not notice an interrupt.
     *
     * @return its length; the negative code SEM_TIMEOUT if there is none, INSUFFICIENT_BUFFER if it is longer than
     *     {@code length}, or another one
     */
    public static int receive(long handle, ByteBuffer direct, int offset, int length, int timeoutMs) {
        Buffers.check(direct, offset, length);
        return receive0(handle, direct, offset, length, timeoutMs);
    }

    /** Sends a message. Returns its length, or a negative code. */
    public static int send(long handle, ByteBuffer direct, int offset, int length) {
        Buffers.check(direct, offset, length);
        return send0(handle, direct, offset, length);
    }

    private static native long create0(String name, int longestBytes);

    private static native long open0(String name);

    private static native int receive0(long handle, ByteBuffer direct, int offset, int length, int timeoutMs);

    private static native int send0(long handle, ByteBuffer direct, int offset, int length);
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;
import java.nio.ByteBuffer;

/** Data copy of Windows: the message WM_COPYDATA to a window of a name, which shows nothing. */
public final class Messages {

    /** In place of a length: no message within the time. */
    public static final int TIMED_OUT = -Handles.TIMED_OUT;

    private Messages() {}

    /**
     * Makes a window, which belongs to this thread, as all further calls on it do. It refuses messages that are longer
     * than that. Returns its inbox.
     */
    public static long create(String name, int longestBytes) {
        Library.load();
        return ErrorCodes.check(create0(name, longestBytes), "CreateWindow", name);
    }

    /**
     * Takes the next message. Blocks for that time at most, and does not notice an interrupt.
     *
     * @return its length, or {@link #TIMED_OUT}
     * @throws WindowsException EMSGSIZE if it is longer than {@code length}; it stays then
     */
    public static int receive(long inbox, ByteBuffer direct, int offset, int length, int timeoutMs) {
        Buffers.check(direct, offset, length);
        int received = receive0(inbox, direct, offset, length, timeoutMs);
        return received == TIMED_OUT ? TIMED_OUT : (int) ErrorCodes.check(received, "WM_COPYDATA", "inbox");
    }

    /** Gives back the window and what was not received. */
    public static void close(long inbox) {
        ErrorCodes.check(close0(inbox), "DestroyWindow", "inbox");
    }

    /** @throws WindowsException ENOENT if there is no such window */
    public static long find(String name) {
        Library.load();
        return ErrorCodes.check(find0(name), "FindWindow", name);
    }

    /** The process that a window belongs to. */
    public static int pid(long window) {
        return (int) ErrorCodes.check(pid0(window), "GetWindowThreadProcessId", "window " + window);
    }

    /**
     * Sends a message, and waits within that time until the receiver has taken it. Does not notice an interrupt.
     *
     * @return 1; 0 if the receiver has no room, or takes no message of that length; or a negative code, such as TIMEOUT
     */
    public static int send(long window, ByteBuffer direct, int offset, int length, int timeoutMs) {
        Buffers.check(direct, offset, length);
        return send0(window, direct, offset, length, timeoutMs);
    }

    private static native long create0(String name, int longestBytes);

    private static native int receive0(long inbox, ByteBuffer direct, int offset, int length, int timeoutMs);

    private static native int close0(long inbox);

    private static native long find0(String name);

    private static native long pid0(long window);

    private static native int send0(long window, ByteBuffer direct, int offset, int length, int timeoutMs);
}

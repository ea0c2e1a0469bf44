// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;
import java.nio.ByteBuffer;

/**
 * Named pipes of Windows, as streams of bytes. An end has one operation of its own for each direction, and each carries
 * one call at a time. {@link #connect}, {@link #read} and {@link #write} return {@link #PENDING} if they cannot end at
 * once. Then {@link #await} waits for the end, or {@link #cancel} gives up; until one of them has returned something
 * else, the buffer stays in use, and neither the operation nor the handle may be given back.
 */
public final class Pipes {

    /** Bits of a direction. */
    public static final int READ = 1;

    public static final int WRITE = 2;

    public static final int PENDING = -ErrorCodes.IO_PENDING;

    private Pipes() {}

    /**
     * Makes the server's end of a pipe, for this user and this machine.
     *
     * @param name such as {@code \\.\pipe\orders}
     * @param directions seen from the server
     * @param instances how many ends of that name there may be at a time
     * @param first whether it has to be the first one
     * @throws WindowsException EACCES if it has to be the first and is not, or if the name is another user's; EBUSY if
     *     there are as many as there may be
     */
    public static long create(String name, int directions, int instances, boolean first) {
        Library.load();
        return ErrorCodes.check(create0(name, directions, instances, first), "CreateNamedPipe", name);
    }

    /** Opens the client's end. Returns its handle, or the negative code: of none of that name, or none that is free. */
    public static long open(String name, int directions) {
        Library.load();
        return open0(name, directions);
    }

    public static long operation() {
        Library.load();
        return ErrorCodes.check(operation0(), "CreateEvent", "for a pipe");
    }

    /** The event that is set when what is pending has ended. It is the operation's, and closed by {@link #free}. */
    public static long event(long operation) {
        return event0(operation);
    }

    public static void free(long operation) {
        free0(operation);
    }

    /** Begins to wait for a client. Returns 0, {@link #PENDING}, or a negative code. */
    public static int connect(long handle, long operation) {
        return connect0(handle, operation);
    }

    /** Begins to read. Returns the number of bytes, {@link #PENDING}, or a negative code. */
    public static int read(long handle, long operation, ByteBuffer direct, int offset, int length) {
        Buffers.check(direct, offset, length);
        if (direct.isReadOnly()) {
            throw new IllegalArgumentException("direct=" + direct + " is read-only");
        }
        return read0(handle, operation, direct, offset, length);
    }

    /** Begins to write. Returns as {@link #read}. */
    public static int write(long handle, long operation, ByteBuffer direct, int offset, int length) {
        Buffers.check(direct, offset, length);
        return write0(handle, operation, direct, offset, length);
    }

    /** Waits for what is pending. Blocks for that time at most, and does not notice an interrupt. */
    public static int await(long handle, long operation, int timeoutMs) {
        return await0(handle, operation, timeoutMs);
    }

    /** Gives up what is pending. Returns what was moved all the same, or a negative code. */
    public static int cancel(long handle, long operation) {
        return cancel0(handle, operation);
    }

    /** The id of the process at the other end: the client's for a server, and the other way round. */
    public static int peer(long handle, boolean server) {
        return (int) ErrorCodes.check(
                peer0(handle, server), server ? "GetNamedPipeClientProcessId" : "GetNamedPipeServerProcessId", "pipe");
    }

    private static native long create0(String name, int directions, int instances, boolean first);

    private static native long open0(String name, int directions);

    private static native long operation0();

    private static native long event0(long operation);

    private static native void free0(long operation);

    private static native int connect0(long handle, long operation);

    private static native int read0(long handle, long operation, ByteBuffer direct, int offset, int length);

    private static native int write0(long handle, long operation, ByteBuffer direct, int offset, int length);

    private static native int await0(long handle, long operation, int timeoutMs);

    private static native int cancel0(long handle, long operation);

    private static native long peer0(long handle, boolean server);
}

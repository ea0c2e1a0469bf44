// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.FifoCalls;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Named pipes by descriptor: non-blocking and closed on exec. Buffers are direct, and offsets in them are absolute.
 * Their position and limit are neither used nor changed.
 */
public final class Fifo {

    /** A write of up to so many bytes is done as a whole or not at all, and takes one page at most. */
    public static final int ATOMIC_LENGTH = 4096;

    /** Result of {@link #await}: there is something to read, or room for {@link #ATOMIC_LENGTH} bytes. */
    public static final int READY = 1;

    /** Result of {@link #await}: the other end was open and is not any more, and there is nothing left to read. */
    public static final int GONE = 2;

    /** Result of {@link #await}: {@link #wake} was called. It stays so. */
    public static final int WOKEN = 4;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static FifoCalls foreign;

    private Fifo() {}

    /**
     * Makes a FIFO for this user alone.
     *
     * @throws OsException EEXIST if there is something of that name
     */
    public static void make(String path) {
        NativeLibrary.load();
        if (foreign == null) {
            make0(NativeText.bytes("path", path));
        } else {
            foreign.make(NativeText.bytes("path", path));
        }
    }

    /**
     * Opens {@code path}, which should be a FIFO, without following a symbolic link. Does not block.
     *
     * @throws OsException ELOOP if it is a symbolic link, ENXIO if it is to be written and nobody reads it
     */
    public static int open(String path, boolean writable) {
        NativeLibrary.load();
        return foreign == null
                ? open0(NativeText.bytes("path", path), writable)
                : foreign.open(NativeText.bytes("path", path), writable);
    }

    /** Returns how many writes of {@link #ATOMIC_LENGTH} bytes the FIFO holds. */
    public static int pages(int fd) {
        NativeLibrary.load();
        return foreign == null ? pages0(fd) : foreign.pages(fd);
    }

    /** Changes the capacity to at least so many bytes. Returns the new one, or {@code -EPERM} or {@code -EBUSY}. */
    public static int resize(int fd, int bytes) {
        NativeLibrary.load();
        return foreign == null ? resize0(fd, bytes) : foreign.resize(fd, bytes);
    }

    /** Bytes written and not yet read, seen from either end, or {@code -errno}. */
    public static int unread(int fd) {
        return foreign == null ? unread0(fd) : foreign.unread(fd);
    }

    /**
     * Reads what is there. Does not block.
     *
     * @param length at least 1
     * @return how many bytes; 0 if there are none and nobody has it open for writing; {@code -EAGAIN} if there are none
     *     yet
     */
    public static int read(int fd, ByteBuffer destination, int offset, int length) {
        check(destination, offset, length);
        if (destination.isReadOnly()) {
            throw new IllegalArgumentException("destination is read-only");
        }
        return foreign == null ? read0(fd, destination, offset, length) : foreign.read(fd, destination, offset, length);
    }

    /**
     * Writes what fits. Does not block. The JVM ignores the signal that a write without a reader raises.
     *
     * @param length at least 1
     * @return how many bytes; {@code -EAGAIN} if nothing fits, {@code -EPIPE} if nobody reads
     */
    public static int write(int fd, ByteBuffer source, int offset, int length) {
        check(source, offset, length);
        return foreign == null ? write0(fd, source, offset, length) : foreign.write(fd, source, offset, length);
    }

    /**
     * Blocks until {@code fd} can be read or written or its other end has gone, or somebody wakes the thread. An
     * interrupt does not end the wait.
     *
     * @param fd ignored if negative: a descriptor whose other end has gone would end every wait at once
     * @param wakeUp from {@link #openWakeUp}; ignored if negative
     * @param timeoutNs negative waits for ever
     * @return READY or GONE, and WOKEN; 0 if the time was over, or for no reason
     */
    public static int await(int fd, boolean readable, int wakeUp, long timeoutNs) {
        int result = foreign == null
                ? await0(fd, readable, wakeUp, timeoutNs)
                : foreign.await(fd, readable, wakeUp, timeoutNs);
        if (result < 0) {
            throw new OsException("ppoll", -result, "fd=" + fd);
        }
        return result;
    }

    /** Opens a descriptor by which {@link #await} can be ended, for all callers that name it. */
    public static int openWakeUp() {
        NativeLibrary.load();
        return foreign == null ? openWakeUp0() : foreign.openWakeUp();
    }

    /** Ends all waits that name the descriptor, now and later. */
    public static void wake(int wakeUp) {
        if (foreign == null) {
            wake0(wakeUp);
        } else {
            foreign.wake(wakeUp);
        }
    }

    private static void check(ByteBuffer buffer, int offset, int length) {
        if (!buffer.isDirect()) {
            throw new IllegalArgumentException("the buffer is not direct");
        }
        Objects.checkFromIndexSize(offset, length, buffer.capacity());
        if (length == 0) {
            throw new IllegalArgumentException("length=0");
        }
    }

    private static native void make0(byte[] path);

    private static native int open0(byte[] path, boolean writable);

    private static native int pages0(int fd);

    private static native int resize0(int fd, int bytes);

    private static native int unread0(int fd);

    private static native int read0(int fd, ByteBuffer destination, int offset, int length);

    private static native int write0(int fd, ByteBuffer source, int offset, int length);

    private static native int await0(int fd, boolean readable, int wakeUp, long timeoutNs);

    private static native int openWakeUp0();

    private static native int wake0(int wakeUp);
}

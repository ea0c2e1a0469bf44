// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.SocketCalls;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Unix stream sockets by descriptor. All of them are non-blocking and closed on exec. Buffers are direct, and offsets
 * in them are absolute. Their position and limit are neither used nor changed.
 */
public final class UnixSocket {

    /** The most descriptors that come with one {@link #receive}: as many as the kernel passes in one message. */
    public static final int DESCRIPTORS_MAX = 253;

    /** The longest path of a socket, in bytes of UTF-8. */
    public static final int PATH_LENGTH_MAX = 107;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static SocketCalls foreign;

    private UnixSocket() {}

    /**
     * Makes a listening socket at {@code path}, which must not exist.
     *
     * @param mode permissions, whatever the umask; whoever may not write to it cannot connect
     * @return the listener's descriptor; removing the path is up to the caller
     */
    public static int listen(String path, int mode, int backlog) {
        byte[] bytes = pathBytes(path);
        NativeLibrary.load();
        return foreign == null ? listen0(bytes, mode, backlog) : foreign.listen(bytes, mode, backlog);
    }

    /**
     * Connects to the listener at {@code path}. Blocks while its backlog is full, up to the timeout.
     *
     * @param timeoutNs 0 or less tries once
     * @throws OsException ENOENT if there is no such socket, ECONNREFUSED if nobody listens on it any more, ETIMEDOUT
     */
    public static int connect(String path, long timeoutNs) {
        byte[] bytes = pathBytes(path);
        NativeLibrary.load();
        return foreign == null ? connect0(bytes, timeoutNs) : foreign.connect(bytes, timeoutNs);
    }

    /**
     * Returns the next connection's descriptor, {@code -EAGAIN} if none waits, or another {@code -errno}. Does not
     * block.
     */
    public static int accept(int listener) {
        NativeLibrary.load();
        return foreign == null ? accept0(listener) : foreign.accept(listener);
    }

    /** Returns who is at the other end. */
    public static Credentials peer(int fd) {
        NativeLibrary.load();
        int[] pidUidGid = new int[3];
        if (foreign == null) {
            peer0(fd, pidUidGid);
        } else {
            foreign.peer(fd, pidUidGid);
        }
        return new Credentials(pidUidGid[0], pidUidGid[1], pidUidGid[2]);
    }

    /**
     * Sends what fits now. Does not block and raises no signal.
     *
     * @param length at least 1
     * @param passFd a descriptor that travels with the first byte, or -1; the sender keeps its own
     * @return how many bytes were sent, or {@code -errno}: {@code -EAGAIN} if nothing fits, {@code -EPIPE} if the other
     *     side has closed
     */
    public static int send(int fd, ByteBuffer source, int offset, int length, int passFd) {
        check(source, offset, length);
        NativeLibrary.load();
        return foreign == null
                ? send0(fd, source, offset, length, passFd)
                : foreign.send(fd, source, offset, length, passFd);
    }

    /**
     * Receives what is there. Does not block.
     *
     * @param length at least 1
     * @param fds receives the descriptors that came along, closed on exec, from index 0; the other elements are -1. If
     *     the element at index 0 is -1, the elements behind it receive descriptors that have been opened but belong to
     *     later bytes, and the next call finds them there. If there is no next call, the caller has to close them. At
     *     most {@link #DESCRIPTORS_MAX} + 1 elements. With fewer, descriptors beyond are closed, which can take as long
     *     as their sender likes.
     * @return how many bytes were received, 0 at the end of the stream, or {@code -errno}: {@code -EAGAIN} if there is
     * nothing, {@code -EPROTO} if descriptors came and this process may not open so many more; no bytes are taken then
     */
    public static int receive(int fd, ByteBuffer destination, int offset, int length, int[] fds) {
        check(destination, offset, length);
        if (destination.isReadOnly()) {
            throw new IllegalArgumentException("destination is read-only");
        }
        if (fds.length > DESCRIPTORS_MAX + 1) {
            throw new IllegalArgumentException("fds.length=" + fds.length + " is more than " + (DESCRIPTORS_MAX + 1));
        }
        NativeLibrary.load();
        return foreign == null
                ? receive0(fd, destination, offset, length, fds, fds.length)
                : foreign.receive(fd, destination, offset, length, fds, fds.length);
    }

    /**
     * Blocks until {@code fd}, a socket or any other pollable descriptor, can be read or written.
     *
     * @param timeoutNs negative waits for ever
     * @return 1 if it can, or the other side has hung up; 0 if the time was over; {@code -EINTR}
     */
    public static int await(int fd, boolean readable, long timeoutNs) {
        NativeLibrary.load();
        return foreign == null ? await0(fd, readable, timeoutNs) : foreign.await(fd, readable, timeoutNs);
    }

    /** Ends the conversation both ways, and wakes whoever waits at either end. The descriptor must still be closed. */
    public static void shutdown(int fd) {
        NativeLibrary.load();
        if (foreign == null) {
            shutdown0(fd);
        } else {
            foreign.shutdown(fd);
        }
    }

    /** Makes two sockets that are connected to each other. {@code two} receives their descriptors. */
    public static void pair(int[] two) {
        if (two.length != 2) {
            throw new IllegalArgumentException("two.length=" + two.length);
        }
        NativeLibrary.load();
        if (foreign == null) {
            pair0(two);
        } else {
            foreign.pair(two);
        }
    }

    private static byte[] pathBytes(String path) {
        byte[] bytes = NativeText.bytes("path", path);
        if (bytes.length > PATH_LENGTH_MAX) {
            throw new IllegalArgumentException("path=" + new String(bytes, StandardCharsets.UTF_8) + " has "
                    + bytes.length + " bytes, more than the " + PATH_LENGTH_MAX
                    + " of a Unix socket's address: use a shorter directory");
        }
        return bytes;
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

    private static native int listen0(byte[] path, int mode, int backlog);

    private static native int connect0(byte[] path, long timeoutNs);

    private static native int accept0(int listener);

    private static native void peer0(int fd, int[] pidUidGid);

    private static native int send0(int fd, ByteBuffer source, int offset, int length, int passFd);

    private static native int receive0(int fd, ByteBuffer destination, int offset, int length, int[] fds, int capacity);

    private static native int await0(int fd, boolean readable, long timeoutNs);

    private static native void shutdown0(int fd);

    private static native void pair0(int[] two);
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.SocketCalls;
import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** Unix stream sockets: meeting, credentials, waiting. The comments of socket.c hold here. */
final class Sockets implements SocketCalls {

    private static final MemorySegment ACCEPT4 = Libc.function("accept4");
    private static final MemorySegment BIND = Libc.function("bind");
    private static final MemorySegment CHMOD = Libc.function("chmod");
    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment CONNECT = Libc.function("connect");
    private static final MemorySegment FCNTL = Libc.function("fcntl");
    private static final MemorySegment GETSOCKOPT = Libc.function("getsockopt");
    private static final MemorySegment LISTEN = Libc.function("listen");
    private static final MemorySegment PPOLL = Libc.function("ppoll");
    private static final MemorySegment SETSOCKOPT = Libc.function("setsockopt");
    private static final MemorySegment SHUTDOWN = Libc.function("shutdown");
    private static final MemorySegment SOCKET = Libc.function("socket");
    private static final MemorySegment SOCKETPAIR = Libc.function("socketpair");
    private static final MemorySegment UNLINK = Libc.function("unlink");

    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_NONBLOCK = 04000;
    private static final int SOCK_CLOEXEC = 02000000;
    private static final int F_SETFL = 4;
    private static final int O_NONBLOCK = 04000;
    private static final int SHUT_RDWR = 2;
    private static final int SOL_SOCKET = 1;
    private static final int SO_OOBINLINE = 10;
    private static final int SO_PEERCRED = 17;
    private static final int SO_SNDTIMEO = 21;

    /** Length of the path in struct sockaddr_un. */
    private static final int PATH_BYTES = 108;

    private static final long PATH = Scratch.STRUCT + 2;
    private static final int ADDRESS_BYTES = 2 + PATH_BYTES;

    /** Offset of socket options, behind the address. */
    private static final long OPTION = Scratch.STRUCT + 128;

    private static final long OPTION_LENGTH = OPTION + 16;

    private static final long NS_PER_US = 1000;
    private static final long US_PER_S = 1_000_000;

    private final SocketMessages messages = new SocketMessages();

    private static int fillAddress(MemorySegment scratch, byte[] path) {
        if (path.length == 0 || path.length >= PATH_BYTES) {
            return -Errno.ENAMETOOLONG;
        }
        scratch.asSlice(Scratch.STRUCT, ADDRESS_BYTES).fill((byte) 0);
        Scratch.putShort(scratch, Scratch.STRUCT, AF_UNIX);
        MemorySegment.copy(path, 0, scratch, ValueLayout.JAVA_BYTE, PATH, path.length);
        return 0;
    }

    @Override
    public int listen(byte[] path, int mode, int backlog) {
        MemorySegment scratch = Scratch.current();
        long memory = scratch.address();
        Libc.check(fillAddress(scratch, path), "bind", path);
        int fd = Libc.callInt(SOCKET, scratch, AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        Libc.check(fd, "socket", path);
        int result = Libc.callInt(BIND, scratch, fd, memory + Scratch.STRUCT, ADDRESS_BYTES);
        if (result < 0) {
            Libc.callInt(CLOSE, scratch, fd);
            Libc.check(result, "bind", path);
        }
        String call = "chmod";
        result = Libc.callInt(CHMOD, scratch, memory + PATH, mode);
        if (result == 0) {
            call = "listen";
            result = Libc.callInt(LISTEN, scratch, fd, backlog);
        }
        if (result < 0) {
            Libc.callInt(UNLINK, scratch, memory + PATH);
            Libc.callInt(CLOSE, scratch, fd);
            Libc.check(result, call, path);
        }
        return fd;
    }

    @Override
    public int connect(byte[] path, long timeoutNs) {
        MemorySegment scratch = Scratch.current();
        Libc.check(fillAddress(scratch, path), "connect", path);
        int fd = Libc.callInt(SOCKET, scratch, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        Libc.check(fd, "socket", path);
        String call = "connect";
        int result = connectWithin(scratch, fd, timeoutNs);
        if (result == 0) {
            call = "fcntl(O_NONBLOCK)";
            result = Libc.callInt(FCNTL, scratch, fd, F_SETFL, O_NONBLOCK);
        }
        if (result < 0) {
            Libc.callInt(CLOSE, scratch, fd);
            Libc.check(result, call, path);
        }
        takeUrgentBytes(scratch, fd);
        return fd;
    }

    /** A full backlog blocks a Unix connect, up to the socket's send timeout. poll does not tell of a full backlog. */
    private static int connectWithin(MemorySegment scratch, int fd, long timeoutNs) {
        long startNs = System.nanoTime();
        long leftNs = timeoutNs;
        do {
            int result = setSendTimeout(scratch, fd, leftNs);
            if (result < 0) {
                return result;
            }
            result = Libc.callInt(CONNECT, scratch, fd, scratch.address() + Scratch.STRUCT, ADDRESS_BYTES);
            if (result != -Errno.EINTR && result != -Errno.EAGAIN) {
                return result;
            }
            leftNs = timeoutNs - (System.nanoTime() - startNs);
        } while (leftNs > 0);
        return -Errno.ETIMEDOUT;
    }

    private static int setSendTimeout(MemorySegment scratch, int fd, long timeoutNs) {
        long timeoutUs = Math.max(timeoutNs / NS_PER_US, 1); // 0 would mean for ever
        Scratch.putLong(scratch, OPTION, timeoutUs / US_PER_S);
        Scratch.putLong(scratch, OPTION + 8, timeoutUs % US_PER_S);
        return Libc.callInt(SETSOCKOPT, scratch, fd, SOL_SOCKET, SO_SNDTIMEO, scratch.address() + OPTION, 16);
    }

    private static void takeUrgentBytes(MemorySegment scratch, int fd) {
        Scratch.putInt(scratch, OPTION, 1);
        Libc.callInt(SETSOCKOPT, scratch, fd, SOL_SOCKET, SO_OOBINLINE, scratch.address() + OPTION, Integer.BYTES);
    }

    @Override
    public int accept(int listener) {
        MemorySegment scratch = Scratch.current();
        int fd;
        do {
            fd = Libc.callInt(ACCEPT4, scratch, listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
        } while (fd == -Errno.EINTR);
        if (fd >= 0) {
            takeUrgentBytes(scratch, fd);
        }
        return fd;
    }

    @Override
    public void peer(int fd, int[] pidUidGid) {
        MemorySegment scratch = Scratch.current();
        Libc.check(readPeer(scratch, fd), "getsockopt(SO_PEERCRED)", null);
        for (int i = 0; i < 3; i++) {
            pidUidGid[i] = Scratch.getInt(scratch, OPTION + (long) i * Integer.BYTES);
        }
    }

    static int readPeer(MemorySegment scratch, int fd) {
        Scratch.putInt(scratch, OPTION_LENGTH, 3 * Integer.BYTES);
        return Libc.callInt(
                GETSOCKOPT,
                scratch,
                fd,
                SOL_SOCKET,
                SO_PEERCRED,
                scratch.address() + OPTION,
                scratch.address() + OPTION_LENGTH);
    }

    /** Returns the pid that {@link #readPeer} has read. */
    static int peerPid(MemorySegment scratch) {
        return Scratch.getInt(scratch, OPTION);
    }

    @Override
    public int send(int fd, ByteBuffer source, int offset, int length, int passFd) {
        try {
            return messages.send(fd, Scratch.address(source) + offset, length, passFd);
        } finally {
            Reference.reachabilityFence(source);
        }
    }

    @Override
    public int receive(int fd, ByteBuffer destination, int offset, int length, int[] fds, int capacity) {
        try {
            return messages.receive(fd, Scratch.address(destination) + offset, length, fds, capacity);
        } finally {
            Reference.reachabilityFence(destination);
        }
    }

    @Override
    public int await(int fd, boolean readable, long timeoutNs) {
        MemorySegment scratch = Scratch.current();
        PollEntry.put(scratch, 0, fd, readable ? PollEntry.POLLIN : PollEntry.POLLOUT);
        long timeout = PollEntry.timeout(scratch, timeoutNs);
        int ready = Libc.callInt(PPOLL, scratch, PollEntry.address(scratch), 1, timeout, 0);
        return ready > 0 && (PollEntry.found(scratch, 0) & PollEntry.POLLNVAL) != 0 ? -Errno.EBADF : ready;
    }

    /** ENOTCONN means that the peer has left first. */
    @Override
    public void shutdown(int fd) {
        int result = Libc.callInt(SHUTDOWN, Scratch.current(), fd, SHUT_RDWR);
        Libc.check(result == -Errno.ENOTCONN ? 0 : result, "shutdown", null);
    }

    @Override
    public void pair(int[] two) {
        MemorySegment scratch = Scratch.current();
        int result = Libc.callInt(
                SOCKETPAIR,
                scratch,
                AF_UNIX,
                SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
                0,
                scratch.address() + Scratch.STRUCT);
        Libc.check(result, "socketpair", null);
        two[0] = Scratch.getInt(scratch, Scratch.STRUCT);
        two[1] = Scratch.getInt(scratch, Scratch.STRUCT + Integer.BYTES);
        takeUrgentBytes(scratch, two[0]);
        takeUrgentBytes(scratch, two[1]);
    }
}

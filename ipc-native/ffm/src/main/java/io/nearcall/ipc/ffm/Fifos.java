// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.FifoCalls;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * Named pipes without blocking, and ppoll on one of them together with an eventfd. The comments of fifo.c hold here.
 */
final class Fifos implements FifoCalls {

    private static final MemorySegment FCNTL = Libc.function("fcntl");
    private static final MemorySegment IOCTL = Libc.function("ioctl");
    private static final MemorySegment MKFIFO = Libc.function("mkfifo");
    private static final MemorySegment OPEN = Libc.function("open");
    private static final MemorySegment PPOLL = Libc.function("ppoll");
    private static final MemorySegment READ = Libc.function("read");
    private static final MemorySegment SYSCONF = Libc.function("sysconf");
    private static final MemorySegment UNLINK = Libc.function("unlink");
    private static final MemorySegment WRITE = Libc.function("write");

    private static final int O_WRONLY = 1;
    private static final int O_NONBLOCK = 04000;
    private static final int O_CLOEXEC = 02000000;
    private static final int F_SETPIPE_SZ = 1031;
    private static final int F_GETPIPE_SZ = 1032;
    private static final int FIONREAD = 0x541b;
    private static final int SC_PAGESIZE = 30;
    private static final int MODE = 0600;

    @Override
    public void make(byte[] path) {
        MemorySegment scratch = Scratch.current();
        long text = scratch.address() + Scratch.TEXT;
        int result = Scratch.text(scratch, path);
        if (result == 0) {
            result = Libc.callInt(MKFIFO, scratch, text, MODE);
        }
        Libc.check(result, "mkfifo", path);
        result = FileMode.set(scratch, MODE);
        if (result < 0) {
            Libc.callInt(UNLINK, scratch, text);
            Libc.check(result, "mkfifo", path);
        }
    }

    @Override
    public int open(byte[] path, boolean writable) {
        MemorySegment scratch = Scratch.current();
        Libc.check(Scratch.text(scratch, path), "open", path);
        long text = scratch.address() + Scratch.TEXT;
        int flags = (writable ? O_WRONLY : 0) | O_NONBLOCK | Abi.O_NOFOLLOW | O_CLOEXEC;
        int fd;
        do {
            fd = Libc.callInt(OPEN, scratch, text, flags);
        } while (fd == -Errno.EINTR);
        return Libc.check(fd, "open", path);
    }

    @Override
    public int pages(int fd) {
        MemorySegment scratch = Scratch.current();
        int bytes = Libc.check(Libc.callInt(FCNTL, scratch, fd, F_GETPIPE_SZ), "fcntl(F_GETPIPE_SZ)", null);
        return bytes / (int) Libc.callLong(SYSCONF, scratch, SC_PAGESIZE, 0, 0, 0, 0, 0);
    }

    @Override
    public int resize(int fd, int bytes) {
        return Libc.callInt(FCNTL, Scratch.current(), fd, F_SETPIPE_SZ, bytes);
    }

    @Override
    public int unread(int fd) {
        MemorySegment scratch = Scratch.current();
        int result = Libc.callInt(IOCTL, scratch, fd, FIONREAD, scratch.address() + Scratch.STRUCT);
        return result < 0 ? result : Scratch.getInt(scratch, Scratch.STRUCT);
    }

    @Override
    public int read(int fd, ByteBuffer destination, int offset, int length) {
        return transfer(READ, fd, destination, offset, length);
    }

    @Override
    public int write(int fd, ByteBuffer source, int offset, int length) {
        return transfer(WRITE, fd, source, offset, length);
    }

    private static int transfer(MemorySegment function, int fd, ByteBuffer buffer, int offset, int length) {
        MemorySegment scratch = Scratch.current();
        try {
            long done;
            do {
                done = Libc.callLong(function, scratch, fd, Scratch.address(buffer) + offset, length, 0, 0, 0);
            } while (done == -Errno.EINTR);
            return (int) done;
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    @Override
    public int await(int fd, boolean readable, int wakeUp, long timeoutNs) {
        MemorySegment scratch = Scratch.current();
        PollEntry.put(scratch, 0, fd, readable ? PollEntry.POLLIN : PollEntry.POLLOUT);
        PollEntry.put(scratch, 1, wakeUp, PollEntry.POLLIN);
        long timeout = PollEntry.timeout(scratch, timeoutNs);
        int ready = Libc.callInt(PPOLL, scratch, PollEntry.address(scratch), 2, timeout, 0);
        if (ready < 0) {
            return ready == -Errno.EINTR ? 0 : ready;
        }
        int found = PollEntry.found(scratch, 0);
        int woken = PollEntry.found(scratch, 1);
        if (((found | woken) & PollEntry.POLLNVAL) != 0) {
            return -Errno.EBADF;
        }
        return (woken != 0 ? Fifo.WOKEN : 0) | state(found, readable);
    }

    /** A reader is told of the end only when everything has been read, a writer at once. */
    private static int state(int found, boolean readable) {
        boolean gone = (found & (PollEntry.POLLHUP | PollEntry.POLLERR)) != 0;
        if (readable) {
            return (found & PollEntry.POLLIN) != 0 ? Fifo.READY : gone ? Fifo.GONE : 0;
        }
        return gone ? Fifo.GONE : (found & PollEntry.POLLOUT) != 0 ? Fifo.READY : 0;
    }

    @Override
    public int openWakeUp() {
        return Libc.check(EventFd.open(Scratch.current()), "eventfd", null);
    }

    @Override
    public int wake(int wakeUp) {
        return EventFd.wake(Scratch.current(), wakeUp);
    }
}

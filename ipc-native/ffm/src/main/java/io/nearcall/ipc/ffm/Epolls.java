// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.PollerCalls;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Poller;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Waiting for many descriptors at once: epoll with an eventfd in it, by which another thread ends the wait. */
final class Epolls implements PollerCalls {

    private static final MemorySegment CLOSE = Libc.function("close");
    private static final MemorySegment EPOLL_CREATE1 = Libc.function("epoll_create1");
    private static final MemorySegment EPOLL_CTL = Libc.function("epoll_ctl");
    private static final MemorySegment EPOLL_WAIT = Libc.function("epoll_wait");
    private static final MemorySegment READ = Libc.function("read");

    private static final int EPOLL_CLOEXEC = 02000000;
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;
    private static final int EPOLL_CTL_MOD = 3;
    private static final int EPOLLIN = 0x1;
    private static final int EPOLLOUT = 0x4;
    private static final int EPOLLERR = 0x8;
    private static final int EPOLLHUP = 0x10;
    private static final int EPOLLRDHUP = 0x2000;

    /** Tokens are 32 bits wide, so no descriptor of the caller's has this one. */
    private static final long WAKEUP_DATA = -1;

    private static final int EVENTS_MAX = 64;
    private static final long TOKEN_BITS = 0xffff_ffffL;

    @Override
    public void open(int[] epollWakeup) {
        MemorySegment scratch = Scratch.current();
        int epoll = Libc.check(Libc.callInt(EPOLL_CREATE1, scratch, EPOLL_CLOEXEC), "epoll_create1", null);
        int wakeup = EventFd.open(scratch);
        String call = "eventfd";
        int result = wakeup;
        if (result >= 0) {
            call = "epoll_ctl";
            result = control(scratch, epoll, EPOLL_CTL_ADD, wakeup, WAKEUP_DATA, EPOLLIN);
        }
        if (result < 0) {
            if (wakeup >= 0) {
                Libc.callInt(CLOSE, scratch, wakeup);
            }
            Libc.callInt(CLOSE, scratch, epoll);
            Libc.check(result, call, null);
        }
        epollWakeup[0] = epoll;
        epollWakeup[1] = wakeup;
    }

    private static int control(MemorySegment scratch, int epoll, int operation, int fd, long data, int events) {
        Scratch.putInt(scratch, Scratch.STRUCT, events);
        scratch.set(ValueLayout.JAVA_LONG_UNALIGNED, Scratch.STRUCT + Abi.EPOLL_DATA, data);
        return Libc.callInt(EPOLL_CTL, scratch, epoll, operation, fd, scratch.address() + Scratch.STRUCT);
    }

    private static int events(int interest) {
        return ((interest & Poller.READABLE) != 0 ? EPOLLIN | EPOLLRDHUP : 0)
                | ((interest & Poller.WRITABLE) != 0 ? EPOLLOUT : 0);
    }

    @Override
    public void add(int epollFd, int fd, int token, int interest) {
        int result = control(Scratch.current(), epollFd, EPOLL_CTL_ADD, fd, token & TOKEN_BITS, events(interest));
        Libc.check(result, "epoll_ctl(ADD)", null);
    }

    @Override
    public void modify(int epollFd, int fd, int token, int interest) {
        int result = control(Scratch.current(), epollFd, EPOLL_CTL_MOD, fd, token & TOKEN_BITS, events(interest));
        Libc.check(result, "epoll_ctl(MOD)", null);
    }

    @Override
    public void remove(int epollFd, int fd) {
        Libc.check(Libc.callInt(EPOLL_CTL, Scratch.current(), epollFd, EPOLL_CTL_DEL, fd, 0), "epoll_ctl(DEL)", null);
    }

    @Override
    public int await(int epollFd, int wakeupFd, int[] tokens, int[] readiness, int capacity, int timeoutMs) {
        MemorySegment scratch = Scratch.current();
        long events = scratch.address() + Scratch.TEXT;
        int found = Libc.callInt(EPOLL_WAIT, scratch, epollFd, events, Math.min(capacity, EVENTS_MAX), timeoutMs);
        if (found < 0) {
            return found == -Errno.EINTR ? 0 : found;
        }
        int ready = 0;
        for (int i = 0; i < found; i++) {
            long event = Scratch.TEXT + (long) i * Abi.EPOLL_EVENT_BYTES;
            long data = scratch.get(ValueLayout.JAVA_LONG_UNALIGNED, event + Abi.EPOLL_DATA);
            if (data == WAKEUP_DATA) {
                int result = (int)
                        Libc.callLong(READ, scratch, wakeupFd, scratch.address() + Scratch.STRUCT, Long.BYTES, 0, 0, 0);
                if (result < 0 && result != -Errno.EAGAIN && result != -Errno.EINTR) {
                    return result;
                }
                continue;
            }
            tokens[ready] = (int) data;
            readiness[ready] = readiness(scratch.get(ValueLayout.JAVA_INT_UNALIGNED, event));
            ready++;
        }
        return ready;
    }

    private static int readiness(int events) {
        return ((events & EPOLLIN) != 0 ? Poller.READABLE : 0)
                | ((events & EPOLLOUT) != 0 ? Poller.WRITABLE : 0)
                | ((events & (EPOLLHUP | EPOLLRDHUP | EPOLLERR)) != 0 ? Poller.HANGUP : 0);
    }

    @Override
    public int wake(int wakeupFd) {
        return EventFd.wake(Scratch.current(), wakeupFd);
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.PollerCalls;

/**
 * Waits for many descriptors at once, level-triggered. One thread awaits at a time. All other methods may be called
 * from any thread, also meanwhile.
 */
public final class Poller implements AutoCloseable {
    /*
     * A descriptor's number is reused as soon as the descriptor is closed, so nothing may use ours after that.
     * stateLock guards the short calls, awaitLock the long one. close() first sets closed and wakes the awaiting
     * thread, then waits for it to leave. awaitLock is always taken before stateLock.
     */

    /** Readiness: there is something to read, or the end of the stream, or the process of a pidfd is dead. */
    public static final int READABLE = 1;

    /** Readiness: something can be written. */
    public static final int WRITABLE = 2;

    /** Readiness: the other side has closed, at least its writing half, or there is an error. Always reported. */
    public static final int HANGUP = 4;

    private static final int EVENTS_MAX = 64;

    private final Object stateLock = new Object();
    private final Object awaitLock = new Object();
    private final int epollFd;
    private final int wakeupFd;
    private volatile boolean closed;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static PollerCalls foreign;

    private Poller(int epollFd, int wakeupFd) {
        this.epollFd = epollFd;
        this.wakeupFd = wakeupFd;
    }

    public static Poller open() {
        NativeLibrary.load();
        int[] epollWakeup = new int[2];
        if (foreign == null) {
            open0(epollWakeup);
        } else {
            foreign.open(epollWakeup);
        }
        return new Poller(epollWakeup[0], epollWakeup[1]);
    }

    /**
     * Watches a descriptor. It must be removed before it is closed.
     *
     * @param token names the descriptor in {@link #await}
     */
    public void add(int fd, int token, boolean readable, boolean writable) {
        synchronized (stateLock) {
            checkOpen();
            if (foreign == null) {
                add0(epollFd, fd, token, interest(readable, writable));
            } else {
                foreign.add(epollFd, fd, token, interest(readable, writable));
            }
        }
    }

    /** Replaces token and interest of a descriptor that is watched. */
    public void modify(int fd, int token, boolean readable, boolean writable) {
        synchronized (stateLock) {
            checkOpen();
            if (foreign == null) {
                modify0(epollFd, fd, token, interest(readable, writable));
            } else {
                foreign.modify(epollFd, fd, token, interest(readable, writable));
            }
        }
    }

    /** Stops watching a descriptor. An {@link #await} that has just returned may still name it. */
    public void remove(int fd) {
        synchronized (stateLock) {
            checkOpen();
            if (foreign == null) {
                remove0(epollFd, fd);
            } else {
                foreign.remove(epollFd, fd);
            }
        }
    }

    /**
     * Blocks until a descriptor is ready, somebody calls {@link #wake} or {@link #close}, or the time is over. An
     * interrupt does not end the wait.
     *
     * @param tokens receives the tokens of the ready descriptors, from index 0
     * @param readiness receives the bits of each, at the same index
     * @param timeoutMs negative waits for ever
     * @return how many are ready, at most 64 and never more than the arrays hold; 0 after a wake-up, a close or the
     *     time, and now and then for no reason
     */
    public int await(int[] tokens, int[] readiness, long timeoutMs) {
        int capacity = Math.min(Math.min(tokens.length, readiness.length), EVENTS_MAX);
        if (capacity == 0) {
            throw new IllegalArgumentException(
                    "tokens.length=" + tokens.length + ", readiness.length=" + readiness.length);
        }
        int timeout = timeoutMs < 0 ? -1 : (int) Math.min(timeoutMs, Integer.MAX_VALUE);
        synchronized (awaitLock) {
            if (closed) {
                return 0;
            }
            int ready = foreign == null
                    ? await0(epollFd, wakeupFd, tokens, readiness, capacity, timeout)
                    : foreign.await(epollFd, wakeupFd, tokens, readiness, capacity, timeout);
            if (ready < 0) {
                throw new OsException("epoll_wait", -ready, (String) null);
            }
            return ready;
        }
    }

    /** Ends the {@link #await} in progress, or the next one if there is none. Does nothing when closed. */
    public void wake() {
        synchronized (stateLock) {
            if (!closed) {
                if (foreign == null) {
                    wake0(wakeupFd);
                } else {
                    foreign.wake(wakeupFd);
                }
            }
        }
    }

    /** Ends the {@link #await} in progress, waits for its end, and closes its own descriptors, not those watched. */
    @Override
    public void close() {
        synchronized (stateLock) {
            if (closed) {
                return;
            }
            closed = true;
            if (foreign == null) {
                wake0(wakeupFd);
            } else {
                foreign.wake(wakeupFd);
            }
        }
        synchronized (awaitLock) {
            Descriptors.close(wakeupFd);
            Descriptors.close(epollFd);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the poller is closed");
        }
    }

    private static int interest(boolean readable, boolean writable) {
        return (readable ? READABLE : 0) | (writable ? WRITABLE : 0);
    }

    private static native void open0(int[] epollWakeup);

    private static native void add0(int epollFd, int fd, int token, int interest);

    private static native void modify0(int epollFd, int fd, int token, int interest);

    private static native void remove0(int epollFd, int fd);

    private static native int await0(
            int epollFd, int wakeupFd, int[] tokens, int[] readiness, int capacity, int timeoutMs);

    private static native int wake0(int wakeupFd);
}

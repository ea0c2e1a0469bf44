// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.KernelObject;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The common part of all objects with a handle: it is closed when nobody uses it any more. */
abstract class HandleOwner implements AutoCloseable {

    /* Windows gives the number of a closed handle to the next object. A thread that used it then would have another
     * object. So a handle counts its users, and the last one closes it. */

    /** Longest wait in one piece: no interrupt, and no close, wakes a thread that waits for a handle. */
    private static final int SLICE_MS = 10;

    private static final long NS_PER_MS = 1_000_000;
    private static final long FOREVER_NS = Long.MAX_VALUE / 2;

    private final String name;
    private final long handle;
    private final AtomicInteger users = new AtomicInteger(1); // one is this object, until it is closed
    private volatile boolean closed;

    HandleOwner(String name, long handle) {
        this.name = name;
        this.handle = handle;
    }

    /** Returns the handle of an object that has to be new. */
    static long created(KernelObject object, String call, String name) {
        if (object.existed()) {
            Handles.close(object.handle());
            throw new WindowsException(call, ErrorCodes.ALREADY_EXISTS, name);
        }
        return object.handle();
    }

    /** Returns a handle whose object belongs to this user, or closes it. */
    static long own(long handle, String call, String name) {
        boolean own = false;
        try {
            own = Handles.isOwn(handle);
        } finally {
            if (!own) {
                Handles.close(handle);
            }
        }
        if (!own) {
            throw new WindowsException(call, ErrorCodes.INVALID_OWNER, name + " belongs to another user");
        }
        return handle;
    }

    /** Returns the name of the object, as Windows has it. */
    public final String name() {
        return name;
    }

    /** Returns the handle, to be followed by {@link #leave}. */
    final long enter() {
        if (closed || users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
            throw closedException();
        }
        return handle;
    }

    final void leave() {
        if (users.decrementAndGet() == 0) {
            release(handle);
        }
    }

    private IllegalStateException closedException() {
        return new IllegalStateException(this + " is closed");
    }

    /** Gives back what this object has. Called once. */
    void release(long handle) {
        Handles.close(handle);
    }

    final boolean isClosed() {
        return closed;
    }

    /** Converts a limit of any length. */
    static long limitNs(Duration limit) {
        return limit.compareTo(Duration.ofNanos(FOREVER_NS)) > 0 ? FOREVER_NS : Math.max(0, limit.toNanos());
    }

    static long forever() {
        return FOREVER_NS;
    }

    /** How long a thread may wait in one piece. */
    static int sliceMs(long leftNs) {
        return (int) Math.min(SLICE_MS, (Math.max(0, leftNs) + NS_PER_MS - 1) / NS_PER_MS);
    }

    /** Waits for the object. Returns a constant of {@link Handles}. */
    final int await(long limitNs) throws InterruptedException {
        long startNs = System.nanoTime();
        long object = enter();
        try {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                long leftNs = limitNs - (System.nanoTime() - startNs);
                int result = Handles.await(object, sliceMs(leftNs));
                if (result != Handles.TIMED_OUT || leftNs <= 0) {
                    return result;
                }
                if (closed) {
                    throw closedException();
                }
            }
        } finally {
            leave();
        }
    }

    /** Closes the object for this process. Threads that wait for it get an IllegalStateException soon. Idempotent. */
    @Override
    public final void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        leave();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + name + "]";
    }
}

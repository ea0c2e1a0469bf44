// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Sync;
import io.nearcall.ipc.wait.VirtualThreads;
import java.time.Duration;

/**
 * A mutex of Windows, which processes share by name, and which exists as long as somebody has it open. It is reentrant,
 * and belongs to the thread that has locked it. If that thread ends, or its process dies, the next thread gets the mutex
 * and learns it. For platform threads only: a virtual thread may find itself on another thread of Windows.
 */
public final class NamedMutex extends HandleOwner {

    private NamedMutex(String name, long handle) {
        super(name, handle);
    }

    /**
     * Opens a mutex, and creates it for this user if there is none. Nobody holds a new one.
     *
     * @param name such as {@code Local\orders}
     * @throws OsException EACCES if it is another user's
     */
    public static NamedMutex openOrCreate(String name) {
        return new NamedMutex(name, own(Sync.createMutex(name).handle(), "CreateMutex", name));
    }

    /** @throws OsException ENOENT if there is none of that name, EACCES if it is another user's */
    public static NamedMutex open(String name) {
        return new NamedMutex(name, own(Sync.openMutex(name), "OpenMutex", name));
    }

    /**
     * Waits for the mutex. To be followed by {@link #unlock} on the same thread, whatever is returned.
     *
     * @return ACQUIRED or OWNER_DIED
     * @throws IllegalStateException if this object is closed, before or meanwhile
     * @throws UnsupportedOperationException on a virtual thread
     */
    public LockOutcome lock() throws InterruptedException {
        return locked(forever());
    }

    /** Does the same within that time. Returns TIMED_OUT if the time limit has passed: this thread does not hold it. */
    public LockOutcome tryLock(Duration limit) throws InterruptedException {
        return locked(limitNs(limit));
    }

    private LockOutcome locked(long limitNs) throws InterruptedException {
        if (VirtualThreads.isCurrentVirtual()) {
            throw new UnsupportedOperationException("a mutex of Windows belongs to a platform thread: " + this);
        }
        return switch (await(limitNs)) {
            case Handles.SIGNALLED -> LockOutcome.ACQUIRED;
            case Handles.ABANDONED -> LockOutcome.OWNER_DIED;
            default -> LockOutcome.TIMED_OUT;
        };
    }

    /** @throws OsException EPERM if this thread does not hold it */
    public void unlock() {
        long handle = enter();
        try {
            Sync.releaseMutex(handle);
        } finally {
            leave();
        }
    }
}

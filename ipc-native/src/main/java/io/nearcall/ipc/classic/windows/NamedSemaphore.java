// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.KernelObject;
import io.nearcall.ipc.os.windows.Sync;
import java.time.Duration;

/**
 * A semaphore of Windows: a counter that processes share by name, and that exists as long as somebody has it open. What
 * a process has acquired is not given back when it dies. Safe for use by any number of threads. A thread that waits
 * sleeps in the kernel, and checks every 10 ms whether it has been interrupted.
 */
public final class NamedSemaphore extends HandleOwner {

    private NamedSemaphore(String name, long handle) {
        super(name, handle);
    }

    /**
     * Creates a semaphore for this user.
     *
     * @param name such as {@code Local\orders}
     * @throws OsException EEXIST if there is something of that name, EACCES if it is another user's, EINVAL if the
     *     values are no values of a semaphore
     */
    public static NamedSemaphore create(String name, int initial, int maximum) {
        KernelObject made = Sync.createSemaphore(name, initial, maximum);
        return new NamedSemaphore(name, created(made, "CreateSemaphore", name));
    }

    /**
     * Opens a semaphore, and creates it as above if there is none. An existing one keeps its value and its maximum.
     *
     * @throws OsException EACCES if it is another user's, EINVAL
     */
    public static NamedSemaphore openOrCreate(String name, int initial, int maximum) {
        long handle = Sync.createSemaphore(name, initial, maximum).handle();
        return new NamedSemaphore(name, own(handle, "CreateSemaphore", name));
    }

    /** @throws OsException ENOENT if there is none of that name, EACCES if it is another user's */
    public static NamedSemaphore open(String name) {
        return new NamedSemaphore(name, own(Sync.openSemaphore(name), "OpenSemaphore", name));
    }

    /**
     * Waits until the counter is positive, and subtracts one.
     *
     * @throws IllegalStateException if this object is closed, before or meanwhile
     */
    public void acquire() throws InterruptedException {
        await(forever());
    }

    /** Does the same within that time. Returns false if the time limit has passed. */
    public boolean tryAcquire(Duration limit) throws InterruptedException {
        return await(limitNs(limit)) == Handles.SIGNALLED;
    }

    /** Adds one. */
    public void release() {
        release(1);
    }

    /**
     * Adds to the counter. Returns its value before.
     *
     * @throws OsException ERANGE if it would exceed its maximum: nothing is added then
     */
    public int release(int count) {
        long handle = enter();
        try {
            return Sync.releaseSemaphore(handle, count);
        } finally {
            leave();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Sync;
import java.time.Duration;

/**
 * An event of Windows: set or not, shared by name, and there as long as somebody has it open. Safe for use by any number
 * of threads. A thread that waits sleeps in the kernel, and checks every 10 ms whether it has been interrupted.
 */
public final class NamedEvent extends HandleOwner {

    private NamedEvent(String name, long handle) {
        super(name, handle);
    }

    /**
     * Opens an event, and creates it for this user if there is none. An existing one keeps its state and its kind.
     *
     * @param name such as {@code Local\orders}
     * @param manualReset whether it lets all threads pass until somebody resets it. Otherwise the first one resets it
     * @throws OsException EACCES if it is another user's
     */
    public static NamedEvent openOrCreate(String name, boolean manualReset) {
        return new NamedEvent(
                name, own(Sync.createEvent(name, manualReset, false).handle(), "CreateEvent", name));
    }

    /** @throws OsException ENOENT if there is none of that name, EACCES if it is another user's */
    public static NamedEvent open(String name) {
        return new NamedEvent(name, own(Sync.openEvent(name), "OpenEvent", name));
    }

    public void set() {
        change(true);
    }

    public void reset() {
        change(false);
    }

    private void change(boolean set) {
        long handle = enter();
        try {
            Sync.setEvent(handle, set);
        } finally {
            leave();
        }
    }

    /** @throws IllegalStateException if this object is closed, before or meanwhile */
    public void await() throws InterruptedException {
        await(forever());
    }

    /** Waits within that time. Returns false if the time limit has passed. */
    public boolean await(Duration limit) throws InterruptedException {
        return await(limitNs(limit)) == Handles.SIGNALLED;
    }
}

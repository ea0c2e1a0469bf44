// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.LockOutcome;
import java.time.Duration;

/**
 * A mutex that processes share, and that one thread at a time holds. It is reentrant. If the process of its owner dies,
 * the next thread gets it, and learns that. If only the owner's thread ends without unlocking it, the same happens on
 * Windows; on Linux the mutex stays locked until the process ends. For platform threads: on Windows, a virtual thread
 * gets an UnsupportedOperationException.
 */
public interface OwnedMutex extends AutoCloseable {

    /**
     * Waits for the mutex within that time.
     *
     * @return whether this thread holds it, and in which state; if it does, {@link #unlock} has to follow
     * @throws IllegalStateException if the mutex is closed, before or meanwhile
     */
    LockOutcome tryLock(Duration limit) throws InterruptedException;

    /** Does the same without a limit. Never returns TIMED_OUT. */
    default LockOutcome lock() throws InterruptedException {
        LockOutcome outcome;
        do {
            outcome = tryLock(Duration.ofDays(1));
        } while (!outcome.isHeld());
        return outcome;
    }

    /**
     * Releases the mutex. To be called once for each time that it was locked, by the same thread.
     *
     * @throws IllegalMonitorStateException if this thread does not hold it
     */
    void unlock();

    /** Closes this opening, which must not hold the mutex. Idempotent. */
    @Override
    void close();
}

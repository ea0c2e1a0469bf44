// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.os.OsException;
import java.time.Duration;

/**
 * A counter that processes share, which never becomes negative. What a process has acquired is not given back when it
 * dies. Thread-safe; waiting threads sleep, and are not served in order.
 */
public interface CountingSemaphore extends AutoCloseable {

    /**
     * Waits within that time until the counter is positive, and subtracts one. Returns false if the time limit has
     * passed.
     *
     * @throws IllegalStateException if the semaphore is closed, before or meanwhile
     */
    boolean tryAcquire(Duration limit) throws InterruptedException;

    /** Does the same without a limit. */
    default void acquire() throws InterruptedException {
        while (!tryAcquire(Duration.ofDays(1))) {
            // Not yet.
        }
    }

    /**
     * Adds one.
     *
     * @throws OsException ERANGE if the counter is 2^31-1
     * @throws IllegalStateException if the semaphore is closed
     */
    void release();

    /** Closes this opening. Idempotent. */
    @Override
    void close();
}

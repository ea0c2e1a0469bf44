// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

/** How an attempt to lock a mutex that processes share has ended. */
public enum LockOutcome {

    /** This thread holds the mutex. */
    ACQUIRED,

    /**
     * This thread holds the mutex, and the process or thread that held it before has ended without releasing it. What
     * the mutex protects may be half changed. Only one thread learns this.
     */
    OWNER_DIED,

    /** This thread does not hold the mutex: the time limit has passed. */
    TIMED_OUT;

    /** Whether this thread holds the mutex. */
    public boolean isHeld() {
        return this != TIMED_OUT;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code io.nearcall.ipc.os.Futex} needs. */
public interface FutexCalls {

    int await(long address, int expected, long timeoutNs);

    int wake(long address, int waiters);
}

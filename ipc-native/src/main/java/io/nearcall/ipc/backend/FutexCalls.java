// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** What {@code io.nearcall.ipc.os.Futex} needs of the system. */
public interface FutexCalls {

    int await(long address, int expected, long timeoutNs);

    int wake(long address, int waiters);
}

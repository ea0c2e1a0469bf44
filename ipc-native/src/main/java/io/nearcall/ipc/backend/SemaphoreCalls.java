// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code io.nearcall.ipc.os.SysVSemaphores} needs. */
public interface SemaphoreCalls {

    int open(int key, int count, int flags);

    int operate(int id, short[] operations, int count, long timeoutNs);

    int get(int id, int semaphore);

    int set(int id, int semaphore, int value);

    int waiters(int id, int semaphore, boolean forZero);

    int lastPid(int id, int semaphore);

    int status(int id, long[] fields);

    int remove(int id);
}

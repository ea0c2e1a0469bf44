// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/**
 * The system calls of {@code io.nearcall.ipc.os}, made without its native library. Each method does the same as the
 * native of its name, which ends in 0 there: same results, same {@code OsException}, blocking or not. Arguments have
 * been checked. Any thread.
 *
 * <p>A {@link java.util.ServiceLoader} finds the provider. The provider's constructor fails if it cannot serve this
 * JVM, with a message that says why.
 */
public interface SystemCalls {

    FutexCalls futexes();

    MemoryCalls memory();

    SocketCalls sockets();

    ProcessCalls processes();

    PollerCalls pollers();

    FileCalls files();

    RecordLockCalls recordLocks();

    FifoCalls fifos();

    MessageCalls messages();

    SemaphoreCalls semaphores();

    SharedMemoryCalls sharedMemory();
}

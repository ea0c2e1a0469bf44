// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/**
 * The system calls of {@code io.nearcall.ipc.os}, made by other means than its native library. Each method does what the native of
 * the same name does (the name ends in 0 there): same results, same {@code OsException}, blocking or not. Arguments have been
 * checked. Any thread.
 *
 * <p>A provider is found by {@link java.util.ServiceLoader}. Its constructor fails if it cannot serve this JVM, with a message that
 * says why.
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

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.Platform;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;

/**
 * The mechanisms that Linux and Windows share. Memory, semaphores and mutexes are opened by name: the first process that
 * opens one makes it, and it exists as long as somebody has it open. If all of these processes are killed, the next one
 * that opens the name gets a new object. So nobody has to clean up. All objects are for one user.
 *
 * <p>Thread-safe. On Windows, a thread that waits notices an interrupt within about 10 ms, and a virtual thread keeps
 * its carrier thread meanwhile. The methods throw a {@link io.nearcall.ipc.os.NativeLibraryException} where the native
 * library cannot be loaded.
 */
public interface PortableIpc {

    /** Returns the mechanisms of the system on which this JVM runs. */
    static PortableIpc ofThisSystem() {
        return Platform.isWindows() ? WindowsIpc.INSTANCE : LinuxIpc.INSTANCE;
    }

    /**
     * Opens memory, filled with zeros when it is new.
     *
     * @param lengthBytes positive, at most 1 GiB, and the same for all processes
     * @throws IllegalArgumentException if {@code lengthBytes} is out of bounds
     * @throws OsException EINVAL if the existing memory has another length; EACCES if it is another user's; ENOMEM or
     *     ENOSPC if there is not enough
     */
    SharedMemory openMemory(IpcName name, int lengthBytes);

    /**
     * Opens a semaphore.
     *
     * @param initial the value of a new one, not negative; an existing one keeps its value
     * @throws IllegalArgumentException if {@code initial} is negative
     * @throws OsException EACCES if it is another user's
     */
    CountingSemaphore openSemaphore(IpcName name, int initial);

    /**
     * Opens a mutex. Nobody holds a new one.
     *
     * @throws OsException EACCES if it is another user's
     */
    OwnedMutex openMutex(IpcName name);

    /**
     * Makes a pipe, and returns its reading end. One process may write to it, once. A read blocks until there is a byte,
     * and ends with -1 when the writer has closed its end or has died. Closing this end removes the name.
     *
     * <p>An interrupt ends a read with an IOException. On Windows it also closes this end; on Linux the end stays open.
     * Close it in either case.
     *
     * @throws OsException EEXIST if a living process has made a pipe of that name
     */
    ReadableByteChannel openPipeSource(IpcName name);

    /**
     * Waits within that time until somebody has made the pipe, and returns its writing end. A write blocks until there is
     * room for all. It fails with an IOException when the reader has closed its end or has died, and at an interrupt.
     *
     * @return null if the time limit has passed, also because the pipe has its writer
     * @throws OsException EACCES if the pipe is another user's
     */
    WritableByteChannel openPipeSink(IpcName name, Duration limit) throws InterruptedException;
}

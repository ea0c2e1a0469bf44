// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import io.nearcall.ipc.classic.LockOutcome;
import io.nearcall.ipc.classic.windows.FileMapping;
import io.nearcall.ipc.classic.windows.NamedMutex;
import io.nearcall.ipc.classic.windows.NamedSemaphore;
import io.nearcall.ipc.classic.windows.PipeServer;
import io.nearcall.ipc.classic.windows.PipeStream;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.Locale;

/** File mappings, semaphores, mutexes and named pipes of Windows. */
final class WindowsIpc implements PortableIpc {

    /* Objects of the kernel are those of one session. Pipes are those of the machine, so the user's name is a part of
     * theirs. Windows rounds a mapping up to pages, so the length that all processes have to give stands before it. */

    static final WindowsIpc INSTANCE = new WindowsIpc();

    private static final int HEADER_BYTES = 64;
    private static final int LONGEST_BYTES = 1 << 30;
    private static final VarHandle LENGTH = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private WindowsIpc() {}

    private static String objectName(String kind, IpcName name) {
        return "Local\\nearcall." + kind + "." + name;
    }

    private static String pipeName(IpcName name) {
        String user =
                System.getProperty("user.name", "").toLowerCase(Locale.ROOT).replace('\\', '_');
        return "\\\\.\\pipe\\nearcall." + user + "." + name;
    }

    @Override
    public SharedMemory openMemory(IpcName name, int lengthBytes) {
        if (lengthBytes <= 0 || lengthBytes > LONGEST_BYTES) {
            throw new IllegalArgumentException("lengthBytes=" + lengthBytes + " is not 1 to " + LONGEST_BYTES);
        }
        FileMapping mapping = FileMapping.openOrCreate(objectName("memory", name), lengthBytes + HEADER_BYTES);
        int found = lengthOf(mapping, lengthBytes);
        if (found != lengthBytes) {
            mapping.close();
            throw new OsException("CreateFileMapping", Errno.EINVAL, name + " has " + found + " bytes");
        }
        return new SharedMemory() {
            @Override
            public ByteBuffer buffer() {
                return mapping.buffer().slice(HEADER_BYTES, lengthBytes);
            }

            @Override
            public void close() {
                mapping.close();
            }
        };
    }

    /** The length that the first process to come has written. */
    private static int lengthOf(FileMapping mapping, int lengthBytes) {
        int found = (int) LENGTH.compareAndExchange(mapping.buffer(), 0, 0, lengthBytes);
        return found == 0 ? lengthBytes : found;
    }

    @Override
    public CountingSemaphore openSemaphore(IpcName name, int initial) {
        if (initial < 0) {
            throw new IllegalArgumentException("initial=" + initial + " is negative");
        }
        NamedSemaphore semaphore =
                NamedSemaphore.openOrCreate(objectName("semaphore", name), initial, Integer.MAX_VALUE);
        return new CountingSemaphore() {
            @Override
            public boolean tryAcquire(Duration limit) throws InterruptedException {
                return semaphore.tryAcquire(limit);
            }

            @Override
            public void release() {
                semaphore.release();
            }

            @Override
            public void close() {
                semaphore.close();
            }
        };
    }

    @Override
    public OwnedMutex openMutex(IpcName name) {
        NamedMutex mutex = NamedMutex.openOrCreate(objectName("mutex", name));
        return new OwnedMutex() {
            @Override
            public LockOutcome tryLock(Duration limit) throws InterruptedException {
                return mutex.tryLock(limit);
            }

            @Override
            public void unlock() {
                try {
                    mutex.unlock();
                } catch (OsException e) {
                    throw e.errno() == Errno.EPERM ? notHeld(e) : e;
                }
            }

            @Override
            public void close() {
                mutex.close();
            }
        };
    }

    private static RuntimeException notHeld(OsException cause) {
        return (RuntimeException) new IllegalMonitorStateException(cause.getMessage()).initCause(cause);
    }

    @Override
    public ReadableByteChannel openPipeSource(IpcName name) {
        try {
            return new WindowsPipeSource(PipeServer.createSource(pipeName(name)));
        } catch (OsException e) {
            if (e.errno() == Errno.EACCES || e.errno() == Errno.EBUSY) { // which Windows says of a name that is taken
                throw (OsException) new OsException(e.call(), Errno.EEXIST, "pipe " + name).initCause(e);
            }
            throw e;
        }
    }

    @Override
    public WritableByteChannel openPipeSink(IpcName name, Duration limit) throws InterruptedException {
        return PipeStream.connectSink(pipeName(name), limit);
    }
}

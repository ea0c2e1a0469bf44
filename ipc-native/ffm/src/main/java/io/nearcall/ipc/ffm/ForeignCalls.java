// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.FifoCalls;
import io.nearcall.ipc.backend.FileCalls;
import io.nearcall.ipc.backend.FutexCalls;
import io.nearcall.ipc.backend.MemoryCalls;
import io.nearcall.ipc.backend.MessageCalls;
import io.nearcall.ipc.backend.PollerCalls;
import io.nearcall.ipc.backend.ProcessCalls;
import io.nearcall.ipc.backend.RecordLockCalls;
import io.nearcall.ipc.backend.SemaphoreCalls;
import io.nearcall.ipc.backend.SharedMemoryCalls;
import io.nearcall.ipc.backend.SocketCalls;
import io.nearcall.ipc.backend.SystemCalls;

/** The provider. Each class does in Java what the C file of the same concept does. */
public final class ForeignCalls implements SystemCalls {

    private final FifoCalls fifos;
    private final FileCalls files;
    private final FutexCalls futexes;
    private final MemoryCalls memory;
    private final MessageCalls messages;
    private final PollerCalls pollers;
    private final ProcessCalls processes;
    private final RecordLockCalls recordLocks;
    private final SemaphoreCalls semaphores;
    private final SharedMemoryCalls sharedMemory;
    private final SocketCalls sockets;

    /**
     * Looks up all functions.
     *
     * @throws UnsupportedOperationException on a processor or with a C library that it cannot serve
     */
    public ForeignCalls() {
        Abi.check();
        try {
            fifos = new Fifos();
            files = new Files();
            futexes = new Futexes();
            memory = new Maps();
            messages = new Messages();
            pollers = new Epolls();
            processes = new Processes();
            recordLocks = new RecordLocks();
            semaphores = new Semaphores();
            sharedMemory = new SharedMemory();
            sockets = new Sockets();
        } catch (ExceptionInInitializerError e) {
            throw new UnsupportedOperationException(reason(e.getCause()), e);
        }
    }

    private static String reason(Throwable cause) {
        return cause instanceof IllegalCallerException
                ? "This JVM denies it native access (--illegal-native-access=deny). Start it with"
                        + " --enable-native-access=ALL-UNNAMED, or with"
                        + " --enable-native-access=io.nearcall.ipc,io.nearcall.ipc.ffm if Nearcall is on the module path."
                : cause.getMessage();
    }

    @Override
    public FifoCalls fifos() {
        return fifos;
    }

    @Override
    public FileCalls files() {
        return files;
    }

    @Override
    public FutexCalls futexes() {
        return futexes;
    }

    @Override
    public MemoryCalls memory() {
        return memory;
    }

    @Override
    public MessageCalls messages() {
        return messages;
    }

    @Override
    public PollerCalls pollers() {
        return pollers;
    }

    @Override
    public ProcessCalls processes() {
        return processes;
    }

    @Override
    public RecordLockCalls recordLocks() {
        return recordLocks;
    }

    @Override
    public SemaphoreCalls semaphores() {
        return semaphores;
    }

    @Override
    public SharedMemoryCalls sharedMemory() {
        return sharedMemory;
    }

    @Override
    public SocketCalls sockets() {
        return sockets;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.SystemCalls;
import java.util.Iterator;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Replaces the native library by a provider that lies beside this module, in JDKs that can have one. */
final class ForeignFunctions {

    private static final int FIRST_JDK = 22;
    private static final String ARTIFACT = "nearcall-ipc-ffm";

    private ForeignFunctions() {}

    /**
     * Puts the provider's calls in the place of the natives.
     *
     * @throws NativeLibraryException if there is no provider, or it cannot serve this JVM
     */
    static void use() {
        SystemCalls calls = find();
        CurrentProcess.foreign = calls.processes();
        Descriptors.foreign = calls.files();
        Fifo.foreign = calls.fifos();
        FileSystem.foreign = calls.files();
        Futex.foreign = calls.futexes();
        Memory.foreign = calls.memory();
        Poller.foreign = calls.pollers();
        ProcessDescriptor.foreign = calls.processes();
        RecordLock.foreign = calls.recordLocks();
        SysVMemory.foreign = calls.sharedMemory();
        SysVMessages.foreign = calls.messages();
        SysVSemaphores.foreign = calls.semaphores();
        UnixSocket.foreign = calls.sockets();
    }

    private static SystemCalls find() {
        int jdk = Runtime.version().feature();
        if (jdk < FIRST_JDK) { // such a JDK could not even read the class
            throw new NativeLibraryException(ARTIFACT + " needs no native library, but a JDK " + FIRST_JDK
                    + " or newer. This is a JDK " + jdk + ".");
        }
        try {
            Iterator<SystemCalls> providers = ServiceLoader.load(
                            SystemCalls.class, ForeignFunctions.class.getClassLoader())
                    .iterator();
            if (providers.hasNext()) {
                return providers.next();
            }
        } catch (ServiceConfigurationError e) {
            Throwable reason = e.getCause() == null ? e : e.getCause();
            throw new NativeLibraryException(
                    ARTIFACT + " cannot replace the native library: " + reason.getMessage(), e);
        }
        throw new NativeLibraryException(
                ARTIFACT + " needs no native library, but is not on the class path or module path.");
    }
}

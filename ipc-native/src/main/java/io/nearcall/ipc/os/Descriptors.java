// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.FileCalls;
import java.io.Closeable;
import java.io.IOException;

/** The operations that all file descriptors have in common. */
public final class Descriptors {

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static FileCalls foreign;

    private Descriptors() {}

    /** Closes a descriptor. Exactly once: its number may be another thread's new descriptor a moment later. */
    public static void close(int fd) {
        NativeLibrary.load();
        if (foreign == null) {
            close0(fd);
        } else {
            foreign.close(fd);
        }
    }

    /**
     * Closes an object of the JDK that has a descriptor, if it is not null. Ignores an error. Needs no native library.
     */
    public static void close(Closeable channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // nothing is left to be done about it
        }
    }

    /** Returns a second descriptor for the same open file, closed on exec. */
    public static int duplicate(int fd) {
        NativeLibrary.load();
        return foreign == null ? duplicate0(fd) : foreign.duplicate(fd);
    }

    private static native void close0(int fd);

    private static native int duplicate0(int fd);
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/** What all file descriptors have in common. */
public final class Descriptors {

    private Descriptors() {}

    /** Closes it. Exactly once: its number may be another thread's new descriptor a moment later. */
    public static void close(int fd) {
        NativeLibrary.load();
        close0(fd);
    }

    /** A second descriptor for the same open file, closed on exec. */
    public static int duplicate(int fd) {
        NativeLibrary.load();
        return duplicate0(fd);
    }

    private static native void close0(int fd);

    private static native int duplicate0(int fd);
}

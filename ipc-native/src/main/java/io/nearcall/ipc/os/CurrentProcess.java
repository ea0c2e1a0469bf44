// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/** This process: who it is to its peers, and what a thread of it has used. */
public final class CurrentProcess {

    private CurrentProcess() {}

    public static int pid() {
        NativeLibrary.load();
        return pid0();
    }

    /** The effective user. */
    public static int uid() {
        NativeLibrary.load();
        return uid0();
    }

    /** The effective group. */
    public static int gid() {
        NativeLibrary.load();
        return gid0();
    }

    /** CPU time that the calling thread has used. A system call. */
    public static long threadCpuNs() {
        NativeLibrary.load();
        return threadCpu0();
    }

    private static native int pid0();

    private static native int uid0();

    private static native int gid0();

    private static native long threadCpu0();
}

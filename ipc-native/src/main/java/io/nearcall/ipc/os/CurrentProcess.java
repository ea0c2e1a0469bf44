// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.ProcessCalls;

/** This process: its ids, the CPU time of its threads, and the CPU on which a thread runs. */
public final class CurrentProcess {

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static ProcessCalls foreign;

    private CurrentProcess() {}

    public static int pid() {
        NativeLibrary.load();
        return foreign == null ? pid0() : foreign.pid();
    }

    /** The effective user. */
    public static int uid() {
        NativeLibrary.load();
        return foreign == null ? uid0() : foreign.uid();
    }

    /** The effective group. */
    public static int gid() {
        NativeLibrary.load();
        return foreign == null ? gid0() : foreign.gid();
    }

    /** CPU time that the calling thread has used. A system call. */
    public static long threadCpuNs() {
        NativeLibrary.load();
        return foreign == null ? threadCpu0() : foreign.threadCpu();
    }

    /**
     * Moves the calling thread to another of the CPUs that it may use, and leaves it free to be moved again. Its
     * affinity is the same afterwards. If the affinity is only a part of the CPUs, the thread does not follow a cpuset
     * that grows later. Takes some system calls, and the wait for a turn on the other CPU.
     *
     * @return 1 if it has moved, 0 if it may use no other CPU, or {@code -errno}
     */
    public static int leaveCpu() {
        NativeLibrary.load();
        return foreign == null ? leaveCpu0() : foreign.leaveCpu();
    }

    private static native int pid0();

    private static native int uid0();

    private static native int gid0();

    private static native long threadCpu0();

    private static native int leaveCpu0();
}

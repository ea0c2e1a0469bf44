// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.ProcessCalls;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A descriptor that stands for one process for ever, unlike its pid, and becomes readable when that process dies. */
public final class ProcessDescriptor {

    private static final String PID = "Pid:";

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static ProcessCalls foreign;

    private ProcessDescriptor() {}

    /** Returns a descriptor of the process with that pid, or {@code -errno}: {@code -ESRCH} if there is none. */
    public static int open(int pid) {
        if (pid <= 0) {
            throw new IllegalArgumentException("pid=" + pid + " is not positive");
        }
        NativeLibrary.load();
        return foreign == null ? open0(pid) : foreign.open(pid);
    }

    /**
     * Returns a descriptor of the process that connected the other end of a Unix socket, or listened there.
     *
     * @return the descriptor, or {@code -errno}: {@code -ESRCH} if the process is dead already. On Linux before 6.5 it
     *     is found by its pid.
     */
    public static int ofPeer(int socketFd) {
        NativeLibrary.load();
        return foreign == null ? ofPeer0(socketFd) : foreign.ofPeer(socketFd);
    }

    /** Whether the process runs or is stopped. A process that was killed but not waited for is dead. Does not block. */
    public static boolean isAlive(int pidfd) {
        NativeLibrary.load();
        int alive = foreign == null ? isAlive0(pidfd) : foreign.isAlive(pidfd);
        if (alive < 0) {
            throw new OsException("poll", -alive, "pidfd=" + pidfd);
        }
        return alive == 1;
    }

    /** Whether the process with that pid is certainly dead. Also false if that cannot be told. Does not block. */
    public static boolean isDead(int pid) {
        int process = open(pid);
        if (process < 0) {
            return process == -Errno.ESRCH;
        }
        try {
            return !isAlive(process);
        } finally {
            Descriptors.close(process);
        }
    }

    /**
     * Whether two descriptors certainly stand for the same process. Also false if that cannot be told. Linux before 6.9
     * can tell only for living processes of this pid namespace. Does not block.
     */
    public static boolean isSame(int pidfd, int other) {
        long identity = identity(pidfd);
        return identity > 0 && identity == identity(other);
    }

    /** Returns 0 or less if the identity is not known. */
    private static long identity(int pidfd) {
        NativeLibrary.load();
        long identity = foreign == null ? identity0(pidfd) : foreign.identity(pidfd);
        return identity != 0 ? identity : pid(pidfd);
    }

    /** Another process gets the pid only after this one was waited for, which shows as -1. A foreign process has 0. */
    private static long pid(int pidfd) {
        try (InputStream in = new FileInputStream("/proc/self/fdinfo/" + pidfd)) { // an interrupt does not close it
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> line.startsWith(PID))
                    .mapToLong(
                            line -> Long.parseLong(line.substring(PID.length()).trim()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private static native int open0(int pid);

    private static native int ofPeer0(int socketFd);

    private static native int isAlive0(int pidfd);

    private static native long identity0(int pidfd);
}

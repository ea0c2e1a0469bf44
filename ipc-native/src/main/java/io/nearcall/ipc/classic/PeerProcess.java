// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.ProcessDescriptor;
import io.nearcall.ipc.os.ProcessStatus;

/**
 * The process at the other end of a stream that the kernel does not watch. It is known by a token that it has left
 * there. For one thread at a time.
 */
final class PeerProcess implements AutoCloseable {

    /* A token is a pid and the time when that process began, in ticks of the kernel's clock since the host began. The
     * pid takes 22 bits, and the time takes 42 bits of the number that proc(5) calls starttime. So a later process with
     * the pid of a dead one is not taken for it. The descriptor that is opened then stands for this process alone. A
     * process that could not see its own start time, for lack of a descriptor, is known by its pid. */

    /** In place of a token: no process. */
    static final long NOBODY = 0;

    private static final int PID_BITS = 22;
    private static final long UNSEEN = 0; // dead, or hidden from other users, or there is no descriptor left

    private final int pid;
    private final long startTicks;
    private int descriptor = -1;
    private boolean dead;

    PeerProcess(long token) {
        this.pid = (int) token & ((1 << PID_BITS) - 1);
        this.startTicks = token >>> PID_BITS;
        this.dead = pid == 0; // no process of ours leaves such a token
    }

    /** Returns the token of this process. */
    static long currentToken() {
        int pid = CurrentProcess.pid();
        return startTicks(pid) << PID_BITS | pid;
    }

    private static long startTicks(int pid) {
        ProcessStatus status = ProcessStatus.of(pid);
        return status == null ? UNSEEN : status.startTicks();
    }

    int pid() {
        return pid;
    }

    /** Whether the process is dead. Does not block. */
    boolean isDead() {
        if (!dead && descriptor < 0) {
            descriptor = ProcessDescriptor.open(pid);
            dead = descriptor == -Errno.ESRCH || isOther(startTicks(pid));
        }
        if (!dead) {
            dead = descriptor >= 0 && !ProcessDescriptor.isAlive(descriptor);
        }
        return dead;
    }

    /** Whether another process has that pid, or none that can be seen. False if only the means to look are lacking. */
    private boolean isOther(long foundTicks) {
        if (foundTicks == UNSEEN) {
            return descriptor < 0
                    && descriptor != -Errno.EMFILE
                    && descriptor != -Errno.ENFILE
                    && descriptor != -Errno.ENOMEM;
        }
        return startTicks != UNSEEN && foundTicks != startTicks;
    }

    @Override
    public void close() {
        if (descriptor >= 0) {
            Descriptors.close(descriptor);
            descriptor = -1;
        }
    }
}

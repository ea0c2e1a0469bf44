// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.FutexCalls;
import java.lang.foreign.MemorySegment;

/** futex(2), which has no function of its own. */
final class Futexes implements FutexCalls {

    private static final MemorySegment SYSCALL = Libc.function("syscall");

    private static final int FUTEX_WAIT = 0;
    private static final int FUTEX_WAKE = 1;

    /** Without FUTEX_PRIVATE_FLAG: the waker is another process. EINTR goes to the caller, which has the deadline. */
    @Override
    public int await(long address, int expected, long timeoutNs) {
        MemorySegment scratch = Scratch.current();
        long timeout = Scratch.timespec(scratch, Scratch.STRUCT, timeoutNs);
        return Libc.callInt(SYSCALL, scratch, Abi.SYS_FUTEX, address, FUTEX_WAIT, expected, timeout);
    }

    @Override
    public int wake(long address, int waiters) {
        return Libc.callInt(SYSCALL, Scratch.current(), Abi.SYS_FUTEX, address, FUTEX_WAKE, waiters);
    }
}

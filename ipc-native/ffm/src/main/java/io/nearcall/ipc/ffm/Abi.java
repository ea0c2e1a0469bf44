// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import java.util.Locale;

/** The differences between the processors on which Linux runs. All are little-endian, with pointers of 64 bits. */
final class Abi {

    private static final String MACHINE = System.getProperty("os.arch", "");
    private static final boolean X86_64 = MACHINE.equals("amd64") || MACHINE.equals("x86_64");
    private static final boolean AARCH64 = MACHINE.equals("aarch64");
    private static final boolean RISCV64 = MACHINE.equals("riscv64");

    /** Numbers of system calls that have no function in some C libraries. */
    static final int SYS_FUTEX = X86_64 ? 202 : 98;

    static final int SYS_STATX = X86_64 ? 332 : 291;
    static final int SYS_PIDFD_OPEN = 434;

    static final int O_DIRECTORY = AARCH64 ? 040000 : 0200000;
    static final int O_NOFOLLOW = AARCH64 ? 0100000 : 0400000;

    /** Length of struct epoll_event, which is packed on one of the processors. */
    static final int EPOLL_EVENT_BYTES = X86_64 ? 12 : 16;

    static final int EPOLL_DATA = X86_64 ? 4 : 8;

    /** Offset of sem_nsems in struct semid_ds. */
    static final int SEMAPHORE_COUNT = X86_64 ? 80 : 64;

    private Abi() {}

    /** @throws UnsupportedOperationException if this is none of these processors, or not Linux */
    static void check() {
        boolean linux =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).equals("linux");
        if (!linux || !(X86_64 || AARCH64 || RISCV64)) {
            throw new UnsupportedOperationException("It knows Linux on x86-64, aarch64 and riscv64 only, not "
                    + System.getProperty("os.name") + " on " + MACHINE + ".");
        }
    }
}

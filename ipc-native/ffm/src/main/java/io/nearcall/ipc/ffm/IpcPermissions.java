// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import java.lang.foreign.MemorySegment;

/** struct ipc_perm at {@link Scratch#STRUCT}. The status of each System V object begins with it. */
final class IpcPermissions {

    static final int IPC_RMID = 0;
    static final int IPC_SET = 1;
    static final int IPC_STAT = 2;
    static final int IPC_INFO = 3;

    static final int IPC_NOWAIT = 04000;

    /** The offset behind the permissions. */
    static final long END = Scratch.STRUCT + 48;

    private IpcPermissions() {}

    static int key(MemorySegment scratch) {
        return Scratch.getInt(scratch, Scratch.STRUCT);
    }

    static long owner(MemorySegment scratch) {
        return Integer.toUnsignedLong(Scratch.getInt(scratch, Scratch.STRUCT + 4));
    }

    static long maker(MemorySegment scratch) {
        return Integer.toUnsignedLong(Scratch.getInt(scratch, Scratch.STRUCT + 12));
    }

    static int mode(MemorySegment scratch) {
        return Scratch.getShort(scratch, Scratch.STRUCT + 20) & 0xffff;
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.SharedMemoryCalls;
import java.lang.foreign.MemorySegment;

/** System V shared memory. */
final class SharedMemory implements SharedMemoryCalls {

    private static final MemorySegment SHMAT = Libc.function("shmat");
    private static final MemorySegment SHMCTL = Libc.function("shmctl");
    private static final MemorySegment SHMDT = Libc.function("shmdt");
    private static final MemorySegment SHMGET = Libc.function("shmget");

    private static final int SHM_RDONLY = 010000;

    // struct shmid_ds
    private static final long LENGTH = IpcPermissions.END;
    private static final long CREATOR = IpcPermissions.END + 32;
    private static final long ATTACHED = IpcPermissions.END + 40;

    @Override
    public int open(int key, long lengthBytes, int flags) {
        return Libc.callInt(SHMGET, Scratch.current(), key, lengthBytes, flags);
    }

    @Override
    public long attach(int id, boolean writable) {
        int flags = writable ? 0 : SHM_RDONLY;
        return Libc.check(Libc.callLong(SHMAT, Scratch.current(), id, 0, flags, 0, 0, 0), "shmat", null);
    }

    @Override
    public void detach(long address) {
        Libc.check(Libc.callInt(SHMDT, Scratch.current(), address), "shmdt", null);
    }

    @Override
    public int status(int id, long[] fields) {
        MemorySegment scratch = Scratch.current();
        int result = Libc.callInt(SHMCTL, scratch, id, IpcPermissions.IPC_STAT, scratch.address() + Scratch.STRUCT);
        if (result < 0) {
            return result;
        }
        fields[0] = Scratch.getLong(scratch, LENGTH);
        fields[1] = Scratch.getLong(scratch, ATTACHED);
        fields[2] = Scratch.getInt(scratch, CREATOR);
        fields[3] = IpcPermissions.owner(scratch);
        fields[4] = IpcPermissions.mode(scratch);
        fields[5] = IpcPermissions.maker(scratch);
        fields[6] = IpcPermissions.key(scratch);
        return 0;
    }

    @Override
    public int remove(int id) {
        return Libc.callInt(SHMCTL, Scratch.current(), id, IpcPermissions.IPC_RMID, 0);
    }
}

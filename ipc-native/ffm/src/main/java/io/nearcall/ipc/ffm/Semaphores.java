// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.SemaphoreCalls;
import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;

/** System V semaphore sets. */
final class Semaphores implements SemaphoreCalls {

    private static final MemorySegment SEMCTL = Libc.function("semctl");
    private static final MemorySegment SEMGET = Libc.function("semget");
    private static final MemorySegment SEMTIMEDOP = Libc.function("semtimedop");

    private static final int GETPID = 11;
    private static final int GETVAL = 12;
    private static final int GETNCNT = 14;
    private static final int GETZCNT = 15;
    private static final int SETVAL = 16;
    private static final int SEM_UNDO = 0x1000;
    private static final int MAX_OPERATIONS = 32;

    /** Length of a struct sembuf, in {@link Scratch#STRUCT}; the timeout is behind the last. */
    private static final int OPERATION_BYTES = 6;

    private static final long TIMEOUT = Scratch.STRUCT + 200;

    private static final long LAST_OPERATION = IpcPermissions.END;

    @Override
    public int open(int key, int count, int flags) {
        return Libc.callInt(SEMGET, Scratch.current(), key, count, flags);
    }

    @Override
    public int operate(int id, short[] operations, int count, long timeoutNs) {
        if (count < 1 || count > MAX_OPERATIONS) {
            return -Errno.E2BIG;
        }
        MemorySegment scratch = Scratch.current();
        int wait = timeoutNs == 0 ? IpcPermissions.IPC_NOWAIT : 0;
        for (int i = 0; i < count; i++) {
            long operation = Scratch.STRUCT + (long) i * OPERATION_BYTES;
            Scratch.putShort(scratch, operation, operations[3 * i]);
            Scratch.putShort(scratch, operation + 2, operations[3 * i + 1]);
            Scratch.putShort(scratch, operation + 4, wait | (operations[3 * i + 2] != 0 ? SEM_UNDO : 0));
        }
        long timeout = Scratch.timespec(scratch, TIMEOUT, timeoutNs);
        return Libc.callInt(SEMTIMEDOP, scratch, id, scratch.address() + Scratch.STRUCT, count, timeout);
    }

    @Override
    public int get(int id, int semaphore) {
        return Libc.callInt(SEMCTL, Scratch.current(), id, semaphore, GETVAL);
    }

    @Override
    public int set(int id, int semaphore, int value) {
        return Libc.callInt(SEMCTL, Scratch.current(), id, semaphore, SETVAL, value);
    }

    @Override
    public int waiters(int id, int semaphore, boolean forZero) {
        return Libc.callInt(SEMCTL, Scratch.current(), id, semaphore, forZero ? GETZCNT : GETNCNT);
    }

    @Override
    public int lastPid(int id, int semaphore) {
        return Libc.callInt(SEMCTL, Scratch.current(), id, semaphore, GETPID);
    }

    @Override
    public int status(int id, long[] fields) {
        MemorySegment scratch = Scratch.current();
        long status = scratch.address() + Scratch.STRUCT;
        int result = Libc.callInt(SEMCTL, scratch, id, 0, IpcPermissions.IPC_STAT, status);
        if (result < 0) {
            return result;
        }
        fields[0] = Scratch.getLong(scratch, Scratch.STRUCT + Abi.SEMAPHORE_COUNT);
        fields[1] = IpcPermissions.owner(scratch);
        fields[2] = IpcPermissions.mode(scratch);
        fields[3] = Scratch.getLong(scratch, LAST_OPERATION);
        fields[4] = IpcPermissions.maker(scratch);
        fields[5] = IpcPermissions.key(scratch);
        return 0;
    }

    @Override
    public int remove(int id) {
        return Libc.callInt(SEMCTL, Scratch.current(), id, 0, IpcPermissions.IPC_RMID);
    }
}

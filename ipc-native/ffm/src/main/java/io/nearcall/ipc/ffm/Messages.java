// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.MessageCalls;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/** System V message queues, and the keys of all System V objects. */
final class Messages implements MessageCalls {

    private static final MemorySegment MSGCTL = Libc.function("msgctl");
    private static final MemorySegment MSGGET = Libc.function("msgget");
    private static final MemorySegment MSGRCV = Libc.function("msgrcv");
    private static final MemorySegment MSGSND = Libc.function("msgsnd");

    private static final int MSG_EXCEPT = 020000;

    // struct msqid_ds
    private static final long BYTES = IpcPermissions.END + 24;
    private static final long MESSAGES = IpcPermissions.END + 32;
    private static final long CAPACITY = IpcPermissions.END + 40;
    private static final long LAST_SENDER = IpcPermissions.END + 48;
    private static final long LAST_RECEIVER = IpcPermissions.END + 52;

    // struct msginfo
    private static final long MAX_LENGTH = Scratch.STRUCT + 8;
    private static final long MAX_CAPACITY = Scratch.STRUCT + 12;

    /** Does the same as ftok(3). */
    @Override
    public int key(byte[] path, int project) {
        MemorySegment scratch = Scratch.current();
        int result = Scratch.text(scratch, path);
        if (result == 0) {
            result = Status.ofText(scratch, true);
        }
        Libc.check(result, "ftok", path);
        return (int) (Status.inode(scratch) & 0xffff | (Status.device(scratch) & 0xff) << 16 | (project & 0xffL) << 24);
    }

    @Override
    public int open(int key, int flags) {
        return Libc.callInt(MSGGET, Scratch.current(), key, flags);
    }

    @Override
    public int send(int id, ByteBuffer message, int offset, int textLength) {
        try {
            long bytes = Scratch.address(message) + offset;
            return Libc.callInt(MSGSND, Scratch.current(), id, bytes, textLength, IpcPermissions.IPC_NOWAIT);
        } finally {
            Reference.reachabilityFence(message);
        }
    }

    @Override
    public int receive(int id, ByteBuffer message, int offset, int textCapacity, long type, boolean except) {
        int flags = IpcPermissions.IPC_NOWAIT | (except ? MSG_EXCEPT : 0);
        try {
            long bytes = Scratch.address(message) + offset;
            return (int) Libc.callLong(MSGRCV, Scratch.current(), id, bytes, textCapacity, type, flags, 0);
        } finally {
            Reference.reachabilityFence(message);
        }
    }

    private static int control(MemorySegment scratch, int id, int command) {
        return Libc.callInt(MSGCTL, scratch, id, command, scratch.address() + Scratch.STRUCT);
    }

    @Override
    public int status(int id, long[] fields) {
        MemorySegment scratch = Scratch.current();
        int result = control(scratch, id, IpcPermissions.IPC_STAT);
        if (result < 0) {
            return result;
        }
        fields[0] = Scratch.getLong(scratch, MESSAGES);
        fields[1] = Scratch.getLong(scratch, BYTES);
        fields[2] = Scratch.getLong(scratch, CAPACITY);
        fields[3] = Scratch.getInt(scratch, LAST_SENDER);
        fields[4] = Scratch.getInt(scratch, LAST_RECEIVER);
        fields[5] = IpcPermissions.owner(scratch);
        fields[6] = IpcPermissions.mode(scratch);
        fields[7] = IpcPermissions.maker(scratch);
        fields[8] = IpcPermissions.key(scratch);
        return 0;
    }

    private static int info(long field) {
        MemorySegment scratch = Scratch.current();
        Libc.check(control(scratch, 0, IpcPermissions.IPC_INFO), "msgctl(IPC_INFO)", null);
        return Scratch.getInt(scratch, field);
    }

    @Override
    public int maxLength() {
        return info(MAX_LENGTH);
    }

    @Override
    public int maxCapacity() {
        return info(MAX_CAPACITY);
    }

    @Override
    public int resize(int id, long capacityBytes) {
        MemorySegment scratch = Scratch.current();
        int result = control(scratch, id, IpcPermissions.IPC_STAT);
        if (result < 0) {
            return result;
        }
        Scratch.putLong(scratch, CAPACITY, capacityBytes);
        return control(scratch, id, IpcPermissions.IPC_SET);
    }

    @Override
    public int remove(int id) {
        return Libc.callInt(MSGCTL, Scratch.current(), id, IpcPermissions.IPC_RMID, 0);
    }
}

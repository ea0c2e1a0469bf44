// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import io.nearcall.ipc.backend.ProcessCalls;
import io.nearcall.ipc.os.Errno;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The ids of this process, and a descriptor that tells when another one dies. The comments of process.c hold here. */
final class Processes implements ProcessCalls {

    private static final MemorySegment CLOCK_GETTIME = Libc.function("clock_gettime");
    private static final MemorySegment FSTATFS = Libc.function("fstatfs");
    private static final MemorySegment GETEGID = Libc.function("getegid");
    private static final MemorySegment GETEUID = Libc.function("geteuid");
    private static final MemorySegment GETPID = Libc.function("getpid");
    private static final MemorySegment GETSOCKOPT = Libc.function("getsockopt");
    private static final MemorySegment POLL = Libc.function("poll");
    private static final MemorySegment SCHED_GETAFFINITY = Libc.function("sched_getaffinity");
    private static final MemorySegment SCHED_GETCPU = Libc.function("sched_getcpu");
    private static final MemorySegment SCHED_SETAFFINITY = Libc.function("sched_setaffinity");
    private static final MemorySegment SYSCONF = Libc.function("sysconf");
    private static final MemorySegment SYSCALL = Libc.function("syscall");

    private static final int CLOCK_THREAD_CPUTIME_ID = 3;
    private static final int SC_NPROCESSORS_ONLN = 84;
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERPIDFD = 77; // Linux 6.5
    private static final long PID_FILE_SYSTEM = 0x50494446; // Linux 6.9
    private static final int MASK_BYTES = 1024; // Linux has at most 8192 CPUs
    private static final long ALLOWED = Scratch.TEXT;
    private static final long OTHERS = ALLOWED + MASK_BYTES;
    private static final long NOW = OTHERS + MASK_BYTES;

    @Override
    public int pid() {
        return (int) Libc.call(GETPID, Scratch.current(), 0, 0, 0, 0, 0, 0);
    }

    @Override
    public int uid() {
        return (int) Libc.call(GETEUID, Scratch.current(), 0, 0, 0, 0, 0, 0);
    }

    @Override
    public int gid() {
        return (int) Libc.call(GETEGID, Scratch.current(), 0, 0, 0, 0, 0, 0);
    }

    @Override
    public long threadCpu() {
        MemorySegment scratch = Scratch.current();
        Libc.callInt(CLOCK_GETTIME, scratch, CLOCK_THREAD_CPUTIME_ID, scratch.address() + Scratch.STRUCT);
        return Scratch.getLong(scratch, Scratch.STRUCT) * 1_000_000_000 + Scratch.getLong(scratch, Scratch.STRUCT + 8);
    }

    @Override
    public int leaveCpu() {
        MemorySegment scratch = Scratch.current();
        int result = affinity(SCHED_GETAFFINITY, scratch, ALLOWED);
        int cpu = Libc.callInt(SCHED_GETCPU, scratch, 0, 0, 0);
        if (result < 0 || cpu < 0) {
            return Math.min(result, cpu);
        }
        if (cpu >= MASK_BYTES * Byte.SIZE) {
            return 0;
        }
        MemorySegment.copy(scratch, ALLOWED, scratch, OTHERS, MASK_BYTES);
        long own = OTHERS + cpu / Byte.SIZE;
        byte others = scratch.get(ValueLayout.JAVA_BYTE, own);
        scratch.set(ValueLayout.JAVA_BYTE, own, (byte) (others & ~(1 << cpu % Byte.SIZE)));
        int usable = 1 + count(scratch, OTHERS);
        if (usable == 1) {
            return 0;
        }
        result = affinity(SCHED_SETAFFINITY, scratch, OTHERS);
        if (result < 0) {
            return result;
        }
        if (affinity(SCHED_GETAFFINITY, scratch, NOW) == 0
                && MemorySegment.mismatch(scratch, NOW, NOW + MASK_BYTES, scratch, OTHERS, OTHERS + MASK_BYTES) >= 0) {
            return 1;
        }
        if (usable >= Libc.callInt(SYSCONF, scratch, SC_NPROCESSORS_ONLN, 0, 0)) {
            scratch.asSlice(ALLOWED, MASK_BYTES).fill((byte) 0xff);
        }
        result = affinity(SCHED_SETAFFINITY, scratch, ALLOWED);
        return result < 0 ? result : 1;
    }

    private static int affinity(MemorySegment function, MemorySegment scratch, long mask) {
        return Libc.callInt(function, scratch, 0, MASK_BYTES, scratch.address() + mask);
    }

    private static int count(MemorySegment scratch, long mask) {
        int count = 0;
        for (long offset = mask; offset < mask + MASK_BYTES; offset += Long.BYTES) {
            count += Long.bitCount(Scratch.getLong(scratch, offset));
        }
        return count;
    }

    @Override
    public int open(int pid) {
        return Libc.callInt(SYSCALL, Scratch.current(), Abi.SYS_PIDFD_OPEN, pid, 0);
    }

    @Override
    public int ofPeer(int socketFd) {
        MemorySegment scratch = Scratch.current();
        long length = Scratch.STRUCT + 8;
        Scratch.putInt(scratch, length, Integer.BYTES);
        int result = Libc.callInt(
                GETSOCKOPT,
                scratch,
                socketFd,
                SOL_SOCKET,
                SO_PEERPIDFD,
                scratch.address() + Scratch.STRUCT,
                scratch.address() + length);
        if (result == 0) {
            return Scratch.getInt(scratch, Scratch.STRUCT);
        }
        if (result != -Errno.ENOPROTOOPT) {
            return result;
        }
        result = Sockets.readPeer(scratch, socketFd);
        return result < 0 ? result : open(Sockets.peerPid(scratch));
    }

    @Override
    public int isAlive(int pidfd) {
        MemorySegment scratch = Scratch.current();
        PollEntry.put(scratch, 0, pidfd, PollEntry.POLLIN);
        int ready;
        do {
            ready = Libc.callInt(POLL, scratch, PollEntry.address(scratch), 1, 0);
        } while (ready == -Errno.EINTR);
        if (ready < 0) {
            return ready;
        }
        boolean invalid = ready > 0 && (PollEntry.found(scratch, 0) & PollEntry.POLLNVAL) != 0;
        return invalid ? -Errno.EBADF : ready == 0 ? 1 : 0;
    }

    @Override
    public long identity(int pidfd) {
        MemorySegment scratch = Scratch.current();
        Libc.check(Libc.callInt(FSTATFS, scratch, pidfd, scratch.address() + Scratch.STRUCT), "fstatfs", null);
        if (Scratch.getLong(scratch, Scratch.STRUCT) != PID_FILE_SYSTEM) {
            return 0;
        }
        Libc.check(Status.of(scratch, pidfd), "fstatfs", null);
        return Status.inode(scratch);
    }
}

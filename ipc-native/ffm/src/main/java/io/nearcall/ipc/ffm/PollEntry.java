// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import java.lang.foreign.MemorySegment;

/** An array of struct pollfd, at {@link Scratch#STRUCT}. */
final class PollEntry {

    static final int POLLIN = 0x1;
    static final int POLLOUT = 0x4;
    static final int POLLERR = 0x8;
    static final int POLLHUP = 0x10;
    static final int POLLNVAL = 0x20;

    private static final long LENGTH = 8;
    private static final long WANTED = 4;
    private static final long FOUND = 6;

    /** Offset of the timeout, behind up to four entries. */
    private static final long TIMEOUT = Scratch.STRUCT + 32;

    private PollEntry() {}

    static void put(MemorySegment scratch, int index, int fd, int events) {
        long entry = Scratch.STRUCT + index * LENGTH;
        Scratch.putInt(scratch, entry, fd);
        Scratch.putShort(scratch, entry + WANTED, events);
        Scratch.putShort(scratch, entry + FOUND, 0);
    }

    static int found(MemorySegment scratch, int index) {
        return Scratch.getShort(scratch, Scratch.STRUCT + index * LENGTH + FOUND);
    }

    static long address(MemorySegment scratch) {
        return scratch.address() + Scratch.STRUCT;
    }

    /** Returns what ppoll takes: 0, to wait for ever, if the time is negative. */
    static long timeout(MemorySegment scratch, long timeoutNs) {
        return timeoutNs < 0 ? 0 : Scratch.timespec(scratch, TIMEOUT, timeoutNs);
    }
}

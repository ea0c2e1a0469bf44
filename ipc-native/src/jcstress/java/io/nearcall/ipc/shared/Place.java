// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** The words of one state of a test, cut from one block, because states come by the million. */
final class Place implements LockWord.Holders {

    static final int FIRST = 2;
    static final int SECOND = 4;

    /** Has died with the lock. */
    static final int DEAD = 6;

    private static final int SIGNAL = 64;
    private static final int LENGTH = 128;
    private static final int PLACES = 1 << 16; // more than are alive at any time
    private static final long ADDRESS = map();
    private static final ByteBuffer BLOCK = Memory.buffer(ADDRESS, PLACES * LENGTH);
    private static final AtomicInteger NEXT = new AtomicInteger();

    final LockWord first;
    final LockWord second;
    final SignalWord signal;

    Place(int holder) {
        int start = (NEXT.getAndIncrement() & PLACES - 1) * LENGTH;
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            BLOCK.putLong(start + i, 0);
        }
        BLOCK.putInt(start, holder);
        first = new LockWord(BLOCK, start, ADDRESS, FIRST, this);
        second = new LockWord(BLOCK, start, ADDRESS, SECOND, this);
        signal = new SignalWord(BLOCK, start + SIGNAL, ADDRESS);
    }

    private static long map() {
        int fd = Memory.memfd("places", PLACES * LENGTH);
        long address = Memory.map(fd, 0, PLACES * LENGTH, true);
        Descriptors.close(fd);
        return address;
    }

    static void acquire(LockWord lock) {
        if (lock.acquire(() -> false, Long.MAX_VALUE / 2, false) != WaitResult.READY) {
            throw new AssertionError();
        }
    }

    @Override
    public boolean hasDied(int holder) {
        return holder == DEAD;
    }

    @Override
    public int processId(int holder) {
        return holder;
    }
}

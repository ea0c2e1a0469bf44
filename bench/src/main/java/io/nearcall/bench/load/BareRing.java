// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/**
 * The baseline of one-way messages: a ring in shared memory, without a call. In the ring, a message has as many bytes
 * as a one-way call of two ints with all its headers. Like such a call, it has its own cache line. Each side has an
 * object of this class, which one thread uses.
 *
 * <pre>
 *   0                   8                          32          64
 *  +-------------------+--------------------------+-----------+
 *  |  number (long)    |  three words             |  unused   |  1024 times
 *  +-------------------+--------------------------+-----------+
 *  |  numbers read     |  unused                              |  the reader's
 *  +-------------------+--------------------------------------+
 * </pre>
 *
 * Messages are numbered from 1. The writer stores the number last. The reader stores how many messages it has read. The
 * writer looks at this count when the ring seems full.
 */
final class BareRing {

    static final int RECORDS = 1024;

    private static final int RECORD_BYTES = 64;
    private static final int READ_INDEX = RECORDS * RECORD_BYTES;

    static final int LENGTH_BYTES = READ_INDEX + RECORD_BYTES;

    private static final int SPINS_BEFORE_YIELD = 200;
    private static final int YIELDS_BEFORE_PARTING = 2_000;
    private static final long PARTING_NS = 50_000;
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ByteBuffer memory;
    private long passed;
    private long read;

    /** @param memory must be zero before the first message */
    BareRing(ByteBuffer memory) {
        this.memory = memory;
    }

    /** Writes a message. Spins while there is no room. */
    void put(long value) {
        long number = passed + 1;
        if (number - read > RECORDS) {
            awaitRoom(number);
        }
        int index = index(number);
        WORD.set(memory, index + 8, value);
        WORD.set(memory, index + 16, value);
        WORD.set(memory, index + 24, value);
        // Partner: the acquire in take. A reader that sees the number sees the words.
        WORD.setRelease(memory, index, number);
        passed = number;
    }

    /** Reads a message. Spins until there is one. */
    long take() {
        long number = passed + 1;
        int index = index(number);
        if ((long) WORD.getAcquire(memory, index) != number) { // Partner: the release in put
            awaitMessage(index, number);
        }
        long value = (long) WORD.get(memory, index + 8)
                & (long) WORD.get(memory, index + 16)
                & (long) WORD.get(memory, index + 24);
        passed = number;
        // Partner: the acquire in awaitRoom. The writer may overwrite what has been read.
        WORD.setRelease(memory, READ_INDEX, number);
        return value;
    }

    private void awaitRoom(long number) {
        // Partner: the release in take.
        for (int tries = 0; number - (read = (long) WORD.getAcquire(memory, READ_INDEX)) > RECORDS; tries++) {
            pause(tries);
        }
    }

    private void awaitMessage(int index, long number) {
        for (int tries = 0; (long) WORD.getAcquire(memory, index) != number; tries++) {
            pause(tries);
        }
    }

    private static int index(long number) {
        return (int) (number % RECORDS) * RECORD_BYTES;
    }

    private static void pause(int tries) {
        if (tries < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else if (tries % YIELDS_BEFORE_PARTING != 0) {
            Thread.yield();
        } else {
            // Two threads that only ever yield to each other are never moved apart. A thread that wakes is put on the
            // idle CPU.
            LockSupport.parkNanos(PARTING_NS);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import io.nearcall.ipc.os.Futex;
import io.nearcall.ipc.os.Memory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of the floor: a word and one message at a time, which the next message overwrites. One thread writes
 * and one thread reads. Each is in its own JVM and has its own object of this class.
 *
 * <pre>
 *   0                   8                                  131008
 *  +-------------------+--------------------------------+-------------------+
 *  |  position (long)  |  the message's bytes ...       |    read (long)    |
 *  +-------------------+--------------------------------+-------------------+
 * </pre>
 *
 * The position grows by the message's length plus one. A message of up to 56 bytes fits one cache line. A message
 * longer than a {@linkplain FloorVariant#chunkBytes chunk} is published chunk by chunk, so the reader copies one chunk
 * while the writer copies the next. The writer writes position and message, and only after it knows that the last
 * message was read. {@code floor.c} does the same in C.
 *
 * <p>A message of more than {@link #RING_BYTES} goes through that memory as through a ring, chunk by chunk. The reader
 * writes how far it has read, as a position, and the writer waits before it overwrites bytes that were not read.
 */
final class FloorDirection {

    static final int LENGTH_BYTES = 128 * 1024;

    /** Returned by {@link #take} when no more messages will come. */
    static final long STOPPED = -1;

    /** How much of a message is in the memory at a time: a power of two. */
    static final int RING_BYTES = LENGTH_BYTES / 2;

    private static final int MESSAGE_OFFSET = 8;
    private static final int POSITION_OFFSET = 0;
    private static final int READ_OFFSET = LENGTH_BYTES - 64;
    private static final int SPINS_BEFORE_YIELD = 200;
    private static final int SPINS_WITHOUT_PAUSE_BEFORE_YIELD = 2_000;
    private static final int WAITS_BEFORE_PARTING = 20;
    private static final long PARTING_NS = 50_000;
    private static final int SPINS_BEFORE_SLEEP = 2_000;
    private static final int YIELDS_BEFORE_SLEEP = 100;
    private static final long SLEEP_SLICE_NS = 1_000_000_000;
    /** Up to this length words are copied one by one, which is cheaper than a call of the C library's copy. */
    private static final int SHORT_BYTES = 64;

    private static final VarHandle WORD_OF_MESSAGE =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long address;
    private final ByteBuffer memory;
    private FloorVariant variant = FloorVariant.PAUSE;
    /** How many waits in a row have yielded. Used by the one thread that waits on this side. */
    private int waitsWithYield;

    FloorDirection(long address) {
        this.address = address;
        this.memory = Memory.buffer(address, LENGTH_BYTES);
    }

    /** Makes room for a message of that length. Whole words are copied. */
    static byte[] message(int length) {
        return new byte[(length + Long.BYTES - 1) / Long.BYTES * Long.BYTES];
    }

    /** Sets the variant from now on. Both sides use the same. */
    void use(FloorVariant other) {
        variant = other;
    }

    /** Starts again at position 0. The other side must not be reading. */
    void reset() {
        publish(POSITION_OFFSET, 0);
        publish(READ_OFFSET, 0);
    }

    void stop() {
        publish(POSITION_OFFSET, STOPPED);
        Futex.wake(address, 1);
    }

    /** Copies a message in. Returns the position after it. */
    long put(long position, byte[] message, int length) {
        if (length <= SHORT_BYTES) {
            shortIn(message, length);
            publish(POSITION_OFFSET, position + length + 1);
        } else if (length <= RING_BYTES) {
            putInChunks(position, message, length);
        } else {
            putThroughRing(position, message, length);
        }
        return position + length + 1;
    }

    /** Copies a message out, spinning until it is whole. Returns the position after it, or {@link #STOPPED}. */
    long take(long position, byte[] message, int length) {
        long seen = await(position);
        return seen == STOPPED ? STOPPED : copyOut(position, seen, message, length);
    }

    /** Begins {@link #take}: spins until part of a message is there. Returns a position in it, or {@link #STOPPED}. */
    long await(long position) {
        return awaitPast(POSITION_OFFSET, position);
    }

    /** Ends {@link #take}, behind what was seen: spins until the message is whole. Returns the position after it. */
    long copyOut(long position, long seen, byte[] message, int length) {
        if (length <= SHORT_BYTES) {
            shortOut(message, length);
        } else if (length <= RING_BYTES) {
            takeInChunks(position, seen, message, length);
        } else {
            takeThroughRing(position, seen, message, length);
        }
        return position + length + 1;
    }

    private void putInChunks(long position, byte[] message, int length) {
        int chunkBytes = variant.chunkBytes();
        int done = 0;
        do {
            int chunk = Math.min(length - done, chunkBytes);
            Memory.put(address + MESSAGE_OFFSET + done, message, done, chunk);
            done += chunk;
            publish(POSITION_OFFSET, position + done + 1);
        } while (done < length);
    }

    private void putThroughRing(long position, byte[] message, int length) {
        long read = position;
        int chunkBytes = variant.chunkBytes();
        int done = 0;
        do {
            int chunk = Math.min(length - done, chunkBytes);
            while (done + chunk - RING_BYTES > read - position) {
                read = awaitPast(READ_OFFSET, read);
            }
            Memory.put(address + MESSAGE_OFFSET + done % RING_BYTES, message, done, chunk);
            done += chunk;
            publish(POSITION_OFFSET, position + done + 1);
        } while (done < length);
    }

    private void takeThroughRing(long position, long firstSeen, byte[] message, int length) {
        int chunkBytes = variant.chunkBytes();
        long seen = firstSeen;
        int done = 0;
        while (true) {
            int ready = (int) (seen - position - 1);
            while (done < ready) {
                int chunk = Math.min(ready - done, chunkBytes);
                Memory.get(address + MESSAGE_OFFSET + done % RING_BYTES, message, done, chunk);
                done += chunk;
                publish(READ_OFFSET, position + done);
            }
            if (done >= length) {
                return;
            }
            seen = awaitPast(POSITION_OFFSET, seen);
        }
    }

    private void takeInChunks(long position, long firstSeen, byte[] message, int length) {
        long seen = firstSeen;
        int done = 0;
        while (true) {
            int ready = (int) (seen - position - 1);
            Memory.get(address + MESSAGE_OFFSET + done, message, done, ready - done);
            done = ready;
            if (done >= length) {
                return;
            }
            seen = awaitPast(POSITION_OFFSET, seen);
        }
    }

    /**
     * Copies without a loop, as a C compiler would. With a loop, in some compilations but not in others, the stores are
     * so far apart that a polling reader takes the cache line away between two of them.
     */
    private void shortIn(byte[] message, int length) {
        if (length <= 0) {
            return;
        }
        wordIn(message, 0);
        if (length <= 8) {
            return;
        }
        wordIn(message, 8);
        if (length <= 16) {
            return;
        }
        wordIn(message, 16);
        if (length <= 24) {
            return;
        }
        wordIn(message, 24);
        if (length <= 32) {
            return;
        }
        wordIn(message, 32);
        if (length <= 40) {
            return;
        }
        wordIn(message, 40);
        if (length <= 48) {
            return;
        }
        wordIn(message, 48);
        if (length <= 56) {
            return;
        }
        wordIn(message, 56);
    }

    private void shortOut(byte[] message, int length) {
        if (length <= 0) {
            return;
        }
        wordOut(message, 0);
        if (length <= 8) {
            return;
        }
        wordOut(message, 8);
        if (length <= 16) {
            return;
        }
        wordOut(message, 16);
        if (length <= 24) {
            return;
        }
        wordOut(message, 24);
        if (length <= 32) {
            return;
        }
        wordOut(message, 32);
        if (length <= 40) {
            return;
        }
        wordOut(message, 40);
        if (length <= 48) {
            return;
        }
        wordOut(message, 48);
        if (length <= 56) {
            return;
        }
        wordOut(message, 56);
    }

    private void wordIn(byte[] message, int index) {
        WORD.set(memory, MESSAGE_OFFSET + index, (long) WORD_OF_MESSAGE.get(message, index));
    }

    private void wordOut(byte[] message, int index) {
        WORD_OF_MESSAGE.set(message, index, (long) WORD.get(memory, MESSAGE_OFFSET + index));
    }

    /** Wakes the reader if it sleeps in {@link #sleepPast}. Always makes a system call. */
    void wake() {
        Futex.wake(address, 1);
    }

    /**
     * Blocks until the position differs. Polls for a while if {@code poll} is set and the variant does so, then sleeps.
     */
    void sleepPast(long position, boolean poll) {
        int polls = !poll ? 0 : variant.pauses() ? SPINS_BEFORE_SLEEP : variant.yieldsFirst() ? YIELDS_BEFORE_SLEEP : 0;
        for (int i = 0; i < polls; i++) {
            if (word(POSITION_OFFSET) != position) {
                return;
            }
            if (variant.yieldsFirst()) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
        while (word(POSITION_OFFSET) == position) {
            // The futex compares only the lower half of the word, which differs at every message.
            Futex.await(address, (int) position, SLEEP_SLICE_NS);
        }
    }

    /** Blocks until the word at that offset differs from the position, and returns the word. */
    private long awaitPast(int offset, long position) {
        boolean pauses = variant.pauses();
        int spinsBeforeYield =
                variant.yieldsFirst() ? 0 : pauses ? SPINS_BEFORE_YIELD : SPINS_WITHOUT_PAUSE_BEFORE_YIELD;
        long seen;
        int spins = 0;
        while ((seen = word(offset)) == position) {
            if (pauses) {
                Thread.onSpinWait();
            }
            if (++spins > spinsBeforeYield) {
                // Never while both have a CPU; when they share one for a moment, not yielding costs milliseconds.
                Thread.yield();
            }
        }
        if (spins <= Math.max(SPINS_BEFORE_YIELD, spinsBeforeYield)) {
            waitsWithYield = 0;
        } else if (++waitsWithYield == WAITS_BEFORE_PARTING) {
            // Two threads that only ever yield to each other are never moved apart. A thread that wakes is put on the
            // idle CPU.
            waitsWithYield = 0;
            LockSupport.parkNanos(PARTING_NS);
        }
        return seen;
    }

    private long word(int offset) {
        // Partner: the release of publish(). A reader that sees the position sees the bytes before it. A writer that
        // sees how far was read overwrites only what was copied out.
        return (long) WORD.getAcquire(memory, offset);
    }

    private void publish(int offset, long position) {
        // Partner: the acquire of word().
        WORD.setRelease(memory, offset, position);
    }
}

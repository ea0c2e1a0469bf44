// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.Futex;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.wait.SleepingWord;
import io.nearcall.ipc.wait.VirtualThreads;
import io.nearcall.ipc.wait.WaitSlices;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/**
 * A lock between processes: a word that names its holder, so that the next one can tell whether that one has died. Any thread
 * of an opening may acquire it, and that one releases it.
 */
final class LockWord {

    /* The word L is FREE, or the id of the opening that holds it with S, the lowest bit, set if somebody may sleep on L.
     *
     *     acquire                                            release
     *     A1  v = L                       (volatile)         R1  v = L, L = FREE     (atomically, full order)
     *     A2  v is free:  L = own | S'    (compare with v)   R2  if v has S: FUTEX_WAKE(L, 1)
     *     A3  v's holder has died: the same as A2
     *     A4  L = v | S                   (compare with v)
     *     A5  FUTEX_WAIT(L, v | S), a slice; from then on S' is S
     *
     * Exclusion. L becomes an id only by A2 and A3, from a value that names nobody who lives. For A3 this needs that a
     * holder once found dead never is the holder again, though A3 compares a value only: an id has the number of a
     * slot, which the kernel frees with the process, and a generation, which grows each time that the slot is taken
     * (Openings) and comes round after four million times. So the same id is not written again between A1 and A3, L
     * has not changed between A1 and A3, and of several who find the holder dead one only has his A3 succeed. What the
     * holder has written comes before its R1, and is seen after the A2 that reads from it. The dead one has made no
     * R1; but it was found to be dead by asking the kernel, which comes after all that it did.
     *
     * Death. Nothing has to be done atomically with A2 or before R1: the id is the lock. So there is no instant in which a
     * kill would leave L to nobody. Who succeeds in A3 then writes who has died to Dead Owner; killed before that, it is a
     * dead holder itself, and the next one writes.
     *
     * Wake-ups. If L changes between A4 and A5, FUTEX_WAIT returns at once. R1 takes S away for all, and R2 wakes one of them:
     * that one brings S back, in A2 because it has slept, or in A4. It may be killed before, or give up, or the releaser may
     * be killed between R1 and R2. Then the others sleep on, each to the end of its slice, 100 ms at most. The same slices
     * find a holder that dies while they sleep: nobody is woken by a death.
     *
     * A thread that spins sees L free between two releases of a neighbour who takes it again and again, which one that has
     * to be woken mostly does not. There is no other fairness. */

    private static final int FREE = 0;
    private static final int SLEEPERS = 1;

    /** About as long as a short critical section, and as a wake-up takes in the kernel alone. */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 100 : 0;

    private static final int UNKNOWN = -1;

    /** Those who can hold the lock. */
    interface Holders {

        /** Whether that one is dead, or has gone: then it never is a holder again. */
        boolean hasDied(int holder);

        /** Its process, or 0 if that is not known any more. */
        int processId(int holder);
    }

    private final ByteBuffer memory;
    private final int index;
    private final long address;
    private final int self;
    private final Holders holders;

    /**
     * @param index of the word in {@code memory}, before that of the dead owner
     * @param address of {@code memory}
     * @param self even, not 0
     */
    LockWord(ByteBuffer memory, int index, long address, int self, Holders holders) {
        this.memory = memory;
        this.index = index;
        this.address = address + index;
        this.self = self;
        this.holders = holders;
    }

    /**
     * Waits for the lock and takes it: READY; or says why not. If the last one died with it, that is in {@link #deadOwner()}.
     */
    WaitResult acquire(BooleanSupplier closed, long timeoutNs, boolean interruptible) {
        if (Words.compareAndSetIntVolatile(memory, index, FREE, self)) { // A2
            return WaitResult.READY;
        }
        for (int i = SPINS; i > 0; i--) {
            Thread.onSpinWait();
            int word = Words.getIntVolatile(memory, index);
            if (isFree(word) && take(word, 0)) {
                return WaitResult.READY;
            }
        }
        return contend(closed, System.nanoTime() + timeoutNs, interruptible);
    }

    private WaitResult contend(BooleanSupplier closed, long deadlineNs, boolean interruptible) {
        boolean virtual = VirtualThreads.isCurrentVirtual();
        int sleepers = 0;
        for (int slice = 0; ; slice++) {
            int word = Words.getIntVolatile(memory, index); // A1
            int holder = word & ~SLEEPERS;
            if (isFree(word)) {
                if (take(word, sleepers)) { // A2
                    return WaitResult.READY;
                }
                continue;
            }
            if (holder != self && holders.hasDied(holder)) {
                if (take(word, sleepers)) { // A3
                    int died = holders.processId(holder);
                    Words.putIntOpaque(memory, index + ObjectDescriptor.DEAD_OWNER, died == 0 ? UNKNOWN : died);
                    return WaitResult.READY;
                }
                continue;
            }
            WaitResult end = WaitSlices.end(closed.getAsBoolean(), deadlineNs, interruptible);
            if (end != null) {
                return end;
            }
            if (virtual) {
                WaitSlices.parkVirtual(slice, deadlineNs);
            } else if (word != holder || Words.compareAndSetIntVolatile(memory, index, word, word | SLEEPERS)) { // A4
                SleepingWord.sleep(address, word | SLEEPERS, WaitSlices.lengthNs(deadlineNs, interruptible)); // A5
                sleepers = SLEEPERS;
            }
        }
    }

    private static boolean isFree(int word) {
        return (word & ~SLEEPERS) == FREE;
    }

    private boolean take(int word, int sleepers) {
        return Words.compareAndSetIntVolatile(memory, index, word, self | word & SLEEPERS | sleepers);
    }

    void release() {
        int word = Words.getAndSetIntVolatile(memory, index, FREE); // R1
        if ((word & SLEEPERS) != 0) {
            Futex.wake(address, 1); // R2
        }
    }

    /** Whether its holder has died, or one before him whose death is not forgotten. For anybody, and true as of a moment. */
    boolean hasDeadOwner() {
        int holder = Words.getIntVolatile(memory, index) & ~SLEEPERS;
        return deadOwner() != 0 || holder != FREE && holder != self && holders.hasDied(holder);
    }

    /** The process that died with the lock, -1 if it is not known which, 0 if none did or all is well again. For the holder. */
    int deadOwner() {
        return Words.getIntOpaque(memory, index + ObjectDescriptor.DEAD_OWNER);
    }

    /** Whatever the dead owner has left is in order again. For the holder. */
    void forgetDeadOwner() {
        Words.putIntOpaque(memory, index + ObjectDescriptor.DEAD_OWNER, 0);
    }
}

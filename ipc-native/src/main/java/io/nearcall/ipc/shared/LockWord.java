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
 * A lock between processes. Its word names the holder, so the next one can tell whether the holder has died. Any thread
 * of an opening may acquire the lock, and the same thread releases it.
 */
final class LockWord {

    /* The word L is FREE, or the id of the opening that holds the lock. S, its lowest bit, is set if somebody may sleep
     * on L.
     *
     *     acquire                                            release
     *     A1  v = L                       (volatile)         R1  v = L, L = FREE     (atomically, full order)
     *     A2  v is free:  L = own | S'    (compare with v)   R2  if v has S: FUTEX_WAKE(L, 1)
     *     A3  v's holder has died: the same as A2
     *     A4  L = v | S                   (compare with v)
     *     A5  FUTEX_WAIT(L, v | S), a slice; from then on S' is S
     *
     * Exclusion. L becomes an id only by A2 and A3, from a value that names no living holder. A3 compares only a value,
     * so a holder that was once found dead must never be the holder again. This holds because of the two parts of an
     * id. The number of a slot is freed by the kernel with the process. The generation grows each time that the slot is
     * taken (Openings) and repeats after four million times. So the same id is not written again between A1 and A3, and
     * L has not changed between A1 and A3. Of several threads that find the holder dead, only one succeeds in A3.
     *
     * Everything that a holder has written comes before its R1, and is seen after the A2 that reads from that R1. A
     * dead holder has made no R1. But its death was found by asking the kernel, and the kernel's answer comes after
     * everything that the holder did.
     *
     * Death. Nothing has to be done atomically with A2 or before R1, because the id is the lock. So there is no instant
     * at which a kill would leave L to nobody. The thread that succeeds in A3 then writes to Dead Owner which process
     * has died. If its process is killed before that, it is a dead holder, too, and the next thread writes.
     *
     * Wake-ups. If L changes between A4 and A5, FUTEX_WAIT returns at once. R1 clears S for all sleepers, and R2 wakes
     * one of them. The woken thread sets S again: in A2, because it has slept, or in A4. It may be killed before that,
     * or give up, or the releaser may be killed between R1 and R2. Then the others sleep on, each to the end of its
     * slice, 100 ms at most. The same slices find a holder that dies while they sleep, because a death wakes nobody.
     *
     * Fairness. If a neighbour releases L and takes it again and again, a thread that spins sees L free in between. A
     * thread that has to be woken mostly does not. There is no other fairness. */

    private static final int FREE = 0;
    private static final int SLEEPERS = 1;

    /** About as long as a short critical section, or as a wake-up takes in the kernel alone. */
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 100 : 0;

    private static final int UNKNOWN = -1;

    /** The openings that can hold the lock. */
    interface Holders {

        /** Whether that holder is dead or has left. Then it is never a holder again. */
        boolean hasDied(int holder);

        /** The process of that holder, or 0 if it is not known any more. */
        int processId(int holder);
    }

    private final ByteBuffer memory;
    private final int index;
    private final long address;
    private final int self;
    private final Holders holders;

    /**
     * @param index of the word in {@code memory}; the word of the dead owner follows it
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
     * Waits for the lock and takes it. Returns READY, or the reason why it has not taken the lock. If the last holder
     * died with the lock, {@link #deadOwner()} says so.
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

    /** Whether the holder has died, or an earlier one whose death is not forgotten. True as of a moment. Any thread. */
    boolean hasDeadOwner() {
        int holder = Words.getIntVolatile(memory, index) & ~SLEEPERS;
        return deadOwner() != 0 || holder != FREE && holder != self && holders.hasDied(holder);
    }

    /** The process that died with the lock, -1 if unknown, 0 if none did or all is well again. For the holder. */
    int deadOwner() {
        return Words.getIntOpaque(memory, index + ObjectDescriptor.DEAD_OWNER);
    }

    /** Called by the holder when everything that the dead owner left is in order again. */
    void forgetDeadOwner() {
        Words.putIntOpaque(memory, index + ObjectDescriptor.DEAD_OWNER, 0);
    }
}

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

/** A condition's word, which counts its signals. A thread that announces a wait, or signals, has the monitor. */
final class SignalWord {

    /* The word C holds the number of signals. Its lowest bit says whether somebody may wait for the next one.
     *
     *     waiter, with the monitor:  W1  C = seen | WAITING        signaller, with the monitor:
     *     without it:                W2  release the monitor       S1  C has WAITING? else nothing is to be done
     *                                W3  C's number is not seen's? S2  C = number + 1, WAITING unless for all
     *                                W4  FUTEX_WAIT(C), a slice    S3  FUTEX_WAKE(C), one or all
     *                                W5  acquire the monitor       S4  woke nobody: C without WAITING
     *
     * W1 and S1 to S4 exclude each other. A signal before W1 is about something that the waiter has seen under the
     * monitor. A signal after W1 finds WAITING and changes the number. Then W3 sees the new number, or FUTEX_WAIT does,
     * or S3 wakes the waiter.
     *
     * No signal is lost with the thread that it woke. S3 may wake a thread that is being killed, that is interrupted,
     * or whose time is just over. But the number has changed for all waiters, and each of the others sees that at W3
     * when its slice ends, in 100 ms at most. So one thread is woken at once, and in the end all look at what they wait
     * for. For the threads that were not meant this is a wake-up without a cause. A Condition may have such wake-ups,
     * which is why it is awaited in a loop. The same holds if the signaller is killed between S2 and S3. Then the
     * monitor has a dead owner, and the waiters are told.
     *
     * A process that has died with the monitor does not signal. If all other threads await what it would have done,
     * nobody may ever ask for the monitor again. So each waiter checks for a dead owner when its slice ends, and goes
     * on as if it had been signalled.
     *
     * S4 is right: a thread that has passed W1 and is not yet in W4 does not sleep there, because C has changed. */

    private static final int WAITING = 1;
    private static final int SIGNAL = 2;

    private final ByteBuffer memory;
    private final int index;
    private final long address;

    /** @param address of {@code memory} */
    SignalWord(ByteBuffer memory, int index, long address) {
        this.memory = memory;
        this.index = index;
        this.address = address + index;
    }

    /** Announces a wait. Returns the ticket that {@link #await} needs. */
    int announce() {
        int ticket = Words.getIntOpaque(memory, index) | WAITING;
        Words.putIntOpaque(memory, index, ticket); // W1
        return ticket;
    }

    /** Waits for a signal since the announcement, or for an owner's death. Returns READY, or why the wait is over. */
    WaitResult await(int ticket, LockWord monitor, BooleanSupplier closed, long timeoutNs, boolean interruptible) {
        long deadlineNs = System.nanoTime() + timeoutNs;
        boolean virtual = VirtualThreads.isCurrentVirtual();
        for (int slice = 0; ; slice++) {
            int word = Words.getIntOpaque(memory, index);
            if (isSignalled(ticket, word) || slice != 0 && monitor.hasDeadOwner()) { // W3
                return WaitResult.READY;
            }
            WaitResult end = WaitSlices.end(closed.getAsBoolean(), deadlineNs, interruptible);
            if (end != null) {
                return end;
            }
            if (virtual) {
                WaitSlices.parkVirtual(slice, deadlineNs);
            } else {
                SleepingWord.sleep(address, word, WaitSlices.lengthNs(deadlineNs, interruptible)); // W4
            }
        }
    }

    private static boolean isSignalled(int ticket, int word) {
        return ((ticket ^ word) & ~WAITING) != 0;
    }

    /** Wakes one waiter at once and all the others later, or all at once. */
    void signal(boolean all) {
        int word = Words.getIntOpaque(memory, index);
        if ((word & WAITING) == 0) { // S1
            return;
        }
        int next = word + SIGNAL;
        Words.putIntOpaque(memory, index, all ? next & ~WAITING : next); // S2
        int woken = Futex.wake(address, all ? Integer.MAX_VALUE : 1); // S3
        if (!all && woken == 0) {
            Words.putIntOpaque(memory, index, next & ~WAITING); // S4
        }
    }
}

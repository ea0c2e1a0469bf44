// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.wait;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Futex;
import io.nearcall.ipc.segment.Words;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A word in which one side says how it waits, so the other side wakes it only when it sleeps. The waiting side has a
 * writable view of the word. It calls {@link #announceSleep} or {@link #announceRest}, and then {@link #retract}. The
 * publishing side has a read-only view and calls {@link #stateAfterPublishing()}.
 */
public final class SleepingWord {

    /* Why no wake-up is lost. D is the awaited word (a record's header, a position). S is this word.
     *
     *     waiter                                   publisher
     *     W1  S = FUTEX        (opaque store)      P1  D = new value     (release store)
     *     W2  full fence                           P2  full fence
     *     W3  look at D        (acquire load)      P3  look at S         (opaque load)
     *     W4  FUTEX_WAIT(D, value seen at W3)      P4  if S is not AWAKE: FUTEX_WAKE(D), or ring the doorbell
     *
     * This is Dekker's pattern. Both sides have a full fence between the store and the load, so it is impossible that
     * W3 misses P1 and P3 misses W1. If W3 sees P1, the waiter does not sleep. If P3 sees W1, the publisher wakes the
     * waiter. If that wake-up comes between W3 and W4, FUTEX_WAIT finds D changed and returns at once. This is so
     * because the kernel compares D under the lock of the queue that FUTEX_WAKE takes, too.
     *
     * The same holds with DOORBELL in place of FUTEX. Then W4 means that the thread leaves, and P4 is a message that
     * brings another thread. It also holds where W4 takes 1 from a semaphore and P4 adds 1 to it, or where P4 sets an
     * event that W4 resets. Either keeps a wake-up that comes between W3 and W4.
     *
     * While both sides are awake, S is a shared line in both caches and costs a hit. The fence costs the time to drain
     * the store of P1, and the peer has to wait for that store in any case. */

    /** The waiting side looks by itself. */
    public static final int AWAKE = 0;

    /** The waiting side sleeps, on the awaited word or on the semaphore that stands for the word. */
    public static final int FUTEX = 1;

    /**
     * Nobody waits on the waiting side until a doorbell message arrives. The bits above the lowest two count such
     * rests, so the publisher rings once for each rest and not once for each frame.
     */
    public static final int DOORBELL = 2;

    private static final int KIND_MASK = 3;
    private static final int REST_UNIT = 4;

    private final ByteBuffer words;
    private final int index;
    private int rests;

    public SleepingWord(ByteBuffer words, int index) {
        this.words = words;
        this.index = index;
    }

    /**
     * W1 and W2 of a sleep on the awaited word. After this call, and before it sleeps, the caller must look once more.
     */
    public void announceSleep() {
        announce(FUTEX);
    }

    /** W1 and W2 of a rest. After this call, and before its thread leaves, the caller must look once more. */
    public void announceRest() {
        rests += REST_UNIT;
        announce(rests | DOORBELL);
    }

    private void announce(int state) {
        // Partner: the acquire fence of a publisher that has not woken us for each record, and reads our position next.
        VarHandle.releaseFence();
        Words.putIntOpaque(words, index, state);
        VarHandle.fullFence();
    }

    /** The waiting side is awake again. */
    public void retract() {
        Words.putIntOpaque(words, index, AWAKE);
    }

    /** P2 and P3: returns the state of the waiting side, read after everything that this thread stored before. */
    public int stateAfterPublishing() {
        VarHandle.fullFence();
        return Words.getIntOpaque(words, index);
    }

    /** Whether the state says that a doorbell is to be rung. */
    public static boolean isRest(int state) {
        return (state & KIND_MASK) == DOORBELL;
    }

    /**
     * W4: sleeps until {@code address} is woken or {@code timeoutNs} has passed, or not at all if the word there is not
     * {@code seen}. May return early for no reason.
     *
     * @return whether only the timeout ended the sleep
     */
    public static boolean sleep(long address, int seen, long timeoutNs) {
        return Futex.await(address, seen, timeoutNs) == -Errno.ETIMEDOUT;
    }

    /** P4 for a sleeper of state {@link #FUTEX}. */
    public static void wake(long address) {
        Futex.wake(address, Integer.MAX_VALUE);
    }
}
